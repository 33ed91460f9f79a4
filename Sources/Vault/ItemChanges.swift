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

    init(made: ChangeID, of item: Account) { (self.made, updatedAt) = (made, VaultTime.wholeSecond(item.updatedAt)) }

    /// For changes that nobody noted, such as those of an older program, which keeps what was noted before.
    ///
    /// - Parameter before: what was noted before; its core may still be the core of the account.
    init(ofUnnoted item: Account, before: ItemChanges?) throws(VaultError) {
        self.init(made: try ChangeID(ofUnnoted: item), of: item)
        let core = try ChangeID(ofCore: item)
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
        var members = [
            OrderedJSON.Member(key: "updatedAt", value: .string(VaultTime.text(updatedAt))),
            OrderedJSON.Member(key: "made", value: .string(made.text)),
        ]
        if let conflictOf {
            members.append(OrderedJSON.Member(key: "conflictOf", value: .string(conflictOf.uuidString)))
        }
        if !lost.isEmpty {
            let ids = lost.sorted().map(\.text).joined(separator: " ")
            members.append(OrderedJSON.Member(key: "lost", value: .string(ids)))
        }
        let parts = parts.map { (name: $0.text, id: $1.text) }.sorted { $0.name < $1.name }
        return .object(members + parts.map { OrderedJSON.Member(key: $0.name, value: .string($0.id)) })
    }
}

/// An account of a copy, with what is needed to merge it.
struct CopiedItem: Sendable, Hashable {
    var item: Account
    var extras: [OrderedJSON.Member]
    var changes: ItemChanges

    var parts: [ItemPart] { ItemPart.fixed + item.tags.map { .tag($0) } }

    func has(_ part: ItemPart, of other: CopiedItem) -> Bool {
        switch part {
        case .core:
            item.secret == other.item.secret && item.pin == other.item.pin
                && item.parameters.atCounter(0) == other.item.parameters.atCounter(0)
        case .counter: item.parameters.counter == other.item.parameters.counter
        case .issuer: item.issuer == other.item.issuer
        case .name: item.name == other.item.name
        case .note: item.note == other.item.note
        case .favorite: item.isFavorite == other.item.isFavorite
        case .deleted: item.isDeleted == other.item.isDeleted
        case .other:
            item.source == other.item.source && item.token == other.item.token && Set(extras) == Set(other.extras)
        case .tag(let tag): item.tags.contains(tag) == other.item.tags.contains(tag)
        }
    }

    /// Takes a part of another account, with the id of its change.
    mutating func take(_ part: ItemPart, of other: CopiedItem) {
        switch part {
        case .core:
            item.secret = other.item.secret
            item.parameters = other.item.parameters
            item.pin = other.item.pin
        case .counter: if let counter = other.item.parameters.counter { setCounter(counter) }
        case .issuer: item.issuer = other.item.issuer
        case .name: item.name = other.item.name
        case .note: item.note = other.item.note
        case .favorite: item.isFavorite = other.item.isFavorite
        case .deleted: item.isDeleted = other.item.isDeleted
        case .other:
            item.source = other.item.source
            item.token = other.item.token
            extras = other.extras
        case .tag(let tag): if !item.tags.contains(tag) { item.tags.append(tag) }
        }
        changes[part] = other.changes[part]
    }

    /// Whether nobody noted a change of the account.
    var isUnnoted: Bool {
        get throws(VaultError) {
            guard changes.conflictOf == nil else { return false }
            return try changes == ItemChanges(ofUnnoted: item, before: nil)
        }
    }

    /// Whether a merge made the account from a secret that lost, and nothing has changed since except its counter.
    var isAsMerged: Bool {
        changes.made == ChangeID(ofConflict: item.id, changes[.core])
            && changes.parts.keys.allSatisfy { $0 == .core || $0 == .counter }
    }

    mutating func raiseCounter(to counter: Int64) {
        if let now = item.parameters.counter, now < counter { setCounter(counter) }
    }

    private mutating func setCounter(_ counter: Int64) { item.parameters = item.parameters.atCounter(counter) }

    /// Names the account of a secret that lost after the account that has the other secret.
    mutating func name(after original: CopiedItem) {
        item.issuer = original.item.issuer
        item.name = original.item.name + " (conflict)"
        item.note = original.item.note
        item.tags = original.item.tags.filter { $0 != Self.conflictTag } + [Self.conflictTag]
        item.isFavorite = false
        item.source = original.item.source
        (item.createdAt, item.updatedAt) = (original.item.createdAt, original.item.updatedAt)
        changes.updatedAt = item.updatedAt
    }

    private static let conflictTag = "conflict"

    /// A part as text, to name it, and to choose one of two that nothing else tells apart in the same way everywhere.
    func text(_ part: ItemPart) -> String {
        switch part {
        case .core: item.core.text
        case .issuer: item.issuer
        case .name: item.name
        case .note: item.note ?? ""
        case .favorite: item.isFavorite ? "true" : "false"
        case .deleted: item.isDeleted ? "true" : "false"
        case .counter, .other, .tag: ""
        }
    }

    /// The id of the account that gets this core if two copies of an account have different cores: the same everywhere.
    func conflictID(of original: UUID) throws(VaultError) -> UUID {
        let hash = try ChangeID.hash("conflict", .array([.string(original.uuidString), item.core]))
        return hash.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
