import Encodings
import Platform
import TOTPDomain

/// A part of an account that is changed, and merged, as a whole.
enum ItemPart: Sendable, Hashable {
    /// Type, secret, algorithm, digits, period and PIN: what the codes are generated from.
    case core
    /// The next code of an account whose codes are counted.
    case counter
    case issuer, name, note, favorite
    /// Whether another program deleted it.
    case deleted
    /// Where it came from, the numbers of a hardware token, and members that this version does not know.
    case other
    case tag(String)

    static let fixed: [ItemPart] = [.core, .counter, .issuer, .name, .note, .favorite, .deleted, .other]
    private static let tagStart = "tag:"

    /// As a member's name.
    var text: String {
        switch self {
        case .core: "core"
        case .counter: "counter"
        case .issuer: "issuer"
        case .name: "name"
        case .note: "note"
        case .favorite: "favorite"
        case .deleted: "deleted"
        case .other: "other"
        case .tag(let tag): Self.tagStart + tag
        }
    }

    init?(text: String) {
        if let part = Self.fixed.first(where: { $0.text == text }) {
            self = part
        } else if text.hasPrefix(Self.tagStart), let tag = String(text.utf8.dropFirst(Self.tagStart.utf8.count)) {
            self = .tag(tag)
        } else {
            return nil
        }
    }
}

/// Which change each part of an account is from.
struct ItemChanges: Sendable, Hashable {
    /// The change of all parts that are not in ``parts``.
    var made: ChangeID
    var parts: [ItemPart: ChangeID] = [:]
    /// Changes that removed a tag, or lost against later changes that did not know them. A copy that removed the
    /// account without having seen one of these changes does not remove it elsewhere.
    var lost: Set<ChangeID> = []
    /// The account for which two copies had different secrets: this account has the secret that lost.
    var conflictOf: UUID?
    /// When the account was updated last, at the time of these changes.
    var updatedAt: Date

    subscript(part: ItemPart) -> ChangeID {
        get { parts[part] ?? made }
        set { parts[part] = newValue == made ? nil : newValue }
    }

    /// All ids.
    var all: Set<ChangeID> { lost.union(parts.values).union([made]) }

    init(made: ChangeID, of account: Account) {
        (self.made, updatedAt) = (made, VaultTime.wholeSecond(account.updatedAt))
    }

    /// For changes that nobody noted, such as those of an older program, which keeps what was noted before.
    ///
    /// - Parameter before: what was noted before; its core may still be the core of the account.
    init(ofUnnoted account: Account, before: ItemChanges?) throws(VaultError) {
        self.init(made: try ChangeID(ofUnnoted: account), of: account)
        let core = try ChangeID(ofCore: account)
        self[.core] = if let old = before?[.core], old.isOfCore(core) { old } else { core }
        conflictOf = before?.conflictOf
    }

    // MARK: - JSON

    /// - Returns: nil for any other form: then it counts as missing.
    init?(_ json: OrderedJSON) {
        guard case .object(let members) = json, case .string(let time) = json["updatedAt"],
            let updatedAt = VaultTime.date(Array(time.utf8)[...]),
            case .string(let made) = json["made"], let made = ChangeID(made.utf8)
        else { return nil }
        (self.made, self.updatedAt) = (made, updatedAt)
        if case .string(let ids) = json["lost"] { lost = SeenChanges(text: Array(ids.utf8)[...]).ids }
        if case .string(let id) = json["conflictOf"] { conflictOf = UUID(utf8: Array(id.utf8)[...]) }
        for member in members {
            guard let part = ItemPart(text: member.key), case .string(let id) = member.value, let id = ChangeID(id.utf8)
            else { continue }
            parts[part] = id
        }
    }

    var json: OrderedJSON {
        let fields = OrderedJSON.object([
            "updatedAt": .string(VaultTime.text(updatedAt)),
            "made": .string(made.text),
            "conflictOf": conflictOf.map { .string($0.uuidString) },
            "lost": lost.isEmpty ? nil : .string(lost.sorted().map(\.text).joined(separator: " ")),
        ])
        let parts = parts.map { (name: $0.text, id: $1.text) }.sorted { $0.name < $1.name }
        return .object(fields.members + parts.map { OrderedJSON.Member(key: $0.name, value: .string($0.id)) })
    }
}

/// An account of a copy, with what is needed to merge it.
struct CopiedItem: Sendable, Hashable {
    var account: Account
    var extras: [OrderedJSON.Member]
    var changes: ItemChanges

    var parts: [ItemPart] { ItemPart.fixed + account.tags.map { .tag($0) } }

    func has(_ part: ItemPart, of other: CopiedItem) -> Bool {
        switch part {
        case .core:
            account.secret == other.account.secret && account.pin == other.account.pin
                && account.parameters.atCounter(0) == other.account.parameters.atCounter(0)
        case .counter: account.parameters.counter == other.account.parameters.counter
        case .issuer: account.issuer == other.account.issuer
        case .name: account.name == other.account.name
        case .note: account.note == other.account.note
        case .favorite: account.isFavorite == other.account.isFavorite
        case .deleted: account.isDeleted == other.account.isDeleted
        case .other:
            account.source == other.account.source && account.token == other.account.token
                && Set(extras) == Set(other.extras)
        case .tag(let tag): account.tags.contains(tag) == other.account.tags.contains(tag)
        }
    }

    /// Takes a part of another account, with the id of its change.
    mutating func take(_ part: ItemPart, of other: CopiedItem) {
        switch part {
        case .core:
            account.secret = other.account.secret
            account.parameters = other.account.parameters
            account.pin = other.account.pin
        case .counter: if let counter = other.account.parameters.counter { setCounter(counter) }
        case .issuer: account.issuer = other.account.issuer
        case .name: account.name = other.account.name
        case .note: account.note = other.account.note
        case .favorite: account.isFavorite = other.account.isFavorite
        case .deleted: account.isDeleted = other.account.isDeleted
        case .other:
            account.source = other.account.source
            account.token = other.account.token
            extras = other.extras
        case .tag(let tag): if !account.tags.contains(tag) { account.tags.append(tag) }
        }
        changes[part] = other.changes[part]
    }

    /// Whether nobody noted a change of the account.
    var isUnnoted: Bool {
        get throws(VaultError) {
            guard changes.conflictOf == nil else { return false }
            return try changes == ItemChanges(ofUnnoted: account, before: nil)
        }
    }

    /// Whether a merge made the account from a secret that lost, and nothing has changed since except its counter.
    var isAsMerged: Bool {
        changes.made == ChangeID(ofConflict: account.id, changes[.core])
            && changes.parts.keys.allSatisfy { $0 == .core || $0 == .counter }
    }

    mutating func raiseCounter(to counter: Int64) {
        if let now = account.parameters.counter, now < counter { setCounter(counter) }
    }

    private mutating func setCounter(_ counter: Int64) { account.parameters = account.parameters.atCounter(counter) }

    /// Names the account of a secret that lost after the account that has the other secret.
    mutating func name(after original: CopiedItem) {
        account.issuer = original.account.issuer
        account.name = original.account.name + " (conflict)"
        account.note = original.account.note
        account.tags = original.account.tags.filter { $0 != Self.conflictTag } + [Self.conflictTag]
        account.isFavorite = false
        account.source = original.account.source
        (account.createdAt, account.updatedAt) = (original.account.createdAt, original.account.updatedAt)
        changes.updatedAt = account.updatedAt
    }

    private static let conflictTag = "conflict"

    /// A part as text, to name it, and to choose one of two that nothing else tells apart in the same way everywhere.
    func text(_ part: ItemPart) -> String {
        switch part {
        case .core: account.core.text
        case .issuer: account.issuer
        case .name: account.name
        case .note: account.note ?? ""
        case .favorite: account.isFavorite ? "true" : "false"
        case .deleted: account.isDeleted ? "true" : "false"
        case .counter, .other, .tag: ""
        }
    }

    /// The id of the account that gets this core if two copies of an account have different cores: the same everywhere.
    func conflictID(of original: UUID) throws(VaultError) -> UUID {
        let hash = try ChangeID.hash("conflict", .array([.string(original.uuidString), account.core]))
        return hash.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
