import Encodings
import FormatEngine
import Links
import TOTPDomain

/// A record as names and texts: a block, or an object of a JSON text with the members of objects in it that are about
/// the account.
struct FlatRecord: Sendable {
    struct Field: Sendable {
        let name: String
        let text: String
        /// The folded name, if that is not empty. In a block, names are compared as they are written.
        let key: String
    }

    private(set) var fields: [Field] = []
    private(set) var linkCount = 0
    private(set) var tags: [String] = []
    /// Unread values that are worth keeping.
    private(set) var keepsakes: Set<Keepsake> = []
    /// Whether it has members of keys of other kinds: of clients, of clouds, of cryptography.
    private(set) var isForeign = false
    /// Lists and objects that are not read, and parts of an account that are nested too deeply.
    private(set) var unread: [(name: String, hasSecret: Bool)] = []
    /// The links in notes.
    private var notes: [String] = []

    /// The lines of a block.
    init(block: [(name: String, value: String)]) {
        fields = block.map { Field(name: $0.name, text: $0.value, key: $0.name) }
    }

    /// - Parameters:
    ///   - value: an object; a string, if it is a link, or has a name and is then a secret. Nothing else is a record.
    ///   - name: of the member; an account may have the same name.
    ///   - isFlat: whether objects in it do not count.
    ///   - defaults: for what the record itself does not say.
    init?(_ value: JSONValue, named name: String = "", isFlat: Bool = false, defaults: [Field] = []) {
        let members = value.members
        let texts = isFlat ? members.compactMap(\.value.string) : value.strings(where: KeyURIScheme.isLink)
        let found = texts.map(\.trimmingWhitespace).filter(\.isLink)
        linkCount = found.count
        switch value.kind {
        case .object: for member in members { add(member.name, member.value, isFlat: isFlat) }
        case .string where linkCount > 0: break
        case .string where !name.isEmpty: add(Self.secret, value.written)
        default: return nil
        }
        // A link that is only in notes is not a field of its own.
        for (index, link) in found.enumerated() where !found[..<index].contains(link) {
            let isElsewhere = notes.count { $0 == link } != found.count { $0 == link }
            if isElsewhere { add(Self.link, link) }
        }
        if !Self.isIdentifier(name) { addKey(name.trimmingWhitespace) }
        let own = Set(fields.lazy.filter { !$0.text.isEmpty }.compactMap { AccountPart(folded: $0.key) })
        fields += defaults.filter { AccountPart(folded: $0.key).map { !own.contains($0) } == true }
    }

    /// Under names that mean nothing else.
    private static let link = "otpauth", secret = "secret"

    /// The fields of an object around records that count for all records. Other names, such as `length`, are about the
    /// file.
    var defaults: [Field] { fields.filter { Self.defaultNames.contains($0.key) } }

    static let defaultNames = ["issuer", "algorithm", "digits", "period"]

    private mutating func add(_ name: String, _ text: String) {
        let folded = AccountPart.folded(name)
        fields.append(Field(name: name, text: text, key: folded.isEmpty ? name : folded))
    }

    /// The member with the record has the name of the service, unless another member has it.
    private mutating func addKey(_ name: String) {
        guard !name.isEmpty else { return }
        let isService = !fields.contains { field in
            !field.text.isEmpty
                && (AccountPart(folded: field.key) == .issuer || GuessedColumns.isService(field.key))
        }
        let isAddress = name.contains("@") && !name.contains(" ")
        add(isService && !isAddress ? "service" : "label", name)
    }

    // MARK: - Members

    /// - Parameter outer: the object in which the member is; nil for a member of the record itself.
    private mutating func add(_ name: String, _ value: JSONValue, isFlat: Bool, in outer: Outer? = nil) {
        var name = name
        let folded = AccountPart.folded(name), part = AccountPart(folded: folded), entryPart = EntryPart(folded: folded)
        isForeign = isForeign || AccountPart.isForeignKey(named: name)
        if let keepsake = Keepsake.named(name), !value.saysNothing { keepsakes.insert(keepsake) }
        switch value.kind {
        case .null: return
        case .object:
            if part?.isKey == true, addSecret(in: value) { return }
            guard outer == nil else { return addUnread(name, value) }
            if isFlat { return }
            let members = value.members, parts = members.compactMap { AccountPart(named: $0.name) }
            addDamaged(name, folded, part, value, isDamaged: !parts.contains(where: \.isKey))
            guard Self.isAboutAccount(members, part) else { return addUnread(name, value) }
            for member in members {
                add(member.name, member.value, isFlat: false, in: (name, part))
            }
        case .array:
            addDamaged(name, folded, part, value, isDamaged: linkCount == 0)
            if entryPart == .tag {
                tags += value.elements.filter { $0.kind == .string }.map(\.name)
            } else if !isFlat {
                addFields(of: value, named: name)
            }
        // The identifier of a group, which says nothing without its name.
        case .number where entryPart == .tag: return
        case .string, .number, .true, .false:
            if value.isLink {
                guard entryPart == .note else { return }
                notes.append(value.name.trimmingWhitespace)
            }
            let isFlag = value.kind == .true || value.kind == .false
            // "totp": true, and the like.
            if isFlag, part?.isKey == true { return }
            // `{"twofa": {"secret": …}}` is a `twofa_secret`.
            if let outer, part == .possibleKey, AccountPart(named: outer.name + name) == .key {
                name = outer.name + name
            }
            // The name of a service is not the name of the account.
            if let outer, outer.part?.isName == true {
                if part == .kind { return }
                if part == .title { name = outer.name }
            }
            add(name, isFlag ? (value.kind == .true ? "true" : "false") : value.written)
        }
    }

    /// Whether an object in a record is about its account, unlike an icon or a folder.
    private static func isAboutAccount(_ members: [(name: String, value: JSONValue)], _ part: AccountPart?) -> Bool {
        if part?.isName == true { return true }
        return members.contains { member in
            switch AccountPart(named: member.name) {
            case .key, .hexKey, .base64Key, .digits, .period, .counter, .issuer, .account: true
            case .possibleKey: AccountPart.folded(member.name) == secret
            case .kind: part?.isKey == true
            default: false
            }
        }
    }

    /// Adds a secret or a parameter that is a list or an object, so that the record is rejected.
    private mutating func addDamaged(
        _ name: String, _ folded: String, _ part: AccountPart?, _ value: JSONValue, isDamaged: Bool
    ) {
        guard let part, part.isParameter || isDamaged && part.isKey && folded.hasSuffix(Self.secret) else { return }
        add(name, value.kind == .array ? "[…]" : "{…}")
    }

    /// Whether the name of an object says what is in it, and not whose account it is.
    static func isWrapper(_ name: String) -> Bool {
        let folded = AccountPart.folded(name)
        return AccountPart(folded: folded) != nil || wrappers.contains(folded)
    }

    private typealias Outer = (name: String, part: AccountPart?)

    /// A secret as an object of the ways to write it, such as speakeasy's. All are the same secret.
    private mutating func addSecret(in value: JSONValue) -> Bool {
        let members = value.members.map { (name: AccountPart.folded($0.name), member: $0) }
        guard members.contains(where: { Self.encodings.contains($0.name) && $0.member.value.kind == .string }) else {
            return false
        }
        for (name, member) in members {
            switch name {
            case "base32", "hex", "base64": add("secret \(name)", member.value.written)
            case "ascii":
                // The text itself, if nothing else says what it is.
                if !members.contains(where: { $0.name != "ascii" && Self.encodings.contains($0.name) }) {
                    add("secret hex", Hex.encode(Array(member.value.name.utf8)))
                }
            default: add(member.name, member.value, isFlat: true, in: (name, nil))
            }
        }
        return true
    }

    private static let encodings: Set<String> = ["base32", "hex", "base64", "ascii"]

    /// Adds the secrets of a list of fields: `[{"type": "OTP", "value": …}]`. The rest of the list is not read.
    private mutating func addFields(of list: JSONValue, named name: String) {
        // A link is read wherever it is.
        let fields = list.elements.map { ($0, CustomFields.key(in: $0.members).flatMap { $0.text.isLink ? nil : $0 }) }
        guard fields.contains(where: { $1 != nil }) else { return addUnread(name, list) }
        for (field, key) in fields {
            if let key { add(key.name, key.text) } else { addUnread(name, field) }
        }
    }

    /// Notes a list or an object that is not read. Under a name that says nothing of an account, only members that
    /// would change the codes count, and secrets.
    private mutating func addUnread(_ name: String, _ value: JSONValue) {
        if value.saysNothing || unread.count >= Self.maximumUnread { return }
        guard GuessedColumns.isHarmless(name) || !value.strings(where: KeyURIScheme.isLink).isEmpty else {
            return note(name, hasSecret: value.strings(where: { _ in true }).contains(where: Self.hasSecret))
        }
        var scanner = value.scanner, inner = ""
        while unread.count < Self.maximumUnread, let token = try? scanner.next() {
            let text: String
            switch token {
            case .name(let name):
                inner = (try? scanner.string(name)) ?? ""
                continue
            case .string(let string): text = (try? scanner.string(string)) ?? ""
            case .number(let number): text = String(decoding: scanner.source(number), as: UTF8.self).limitingMarks
            default: continue
            }
            if Self.changesCodes(inner, text) {
                // A member that is read may have the same name.
                note("\(name).\(inner)", hasSecret: AccountPart(named: inner)?.isKey == true)
            } else if !GuessedColumns.isHarmless(inner), Self.hasSecret(text) {
                note(name, hasSecret: true)
            }
        }
    }

    private mutating func note(_ name: String, hasSecret: Bool) {
        let shown = name.printable(limit: 40)
        if let index = unread.firstIndex(where: { $0.name == shown }) {
            unread[index].hasSecret = unread[index].hasSecret || hasSecret
        } else {
            unread.append((shown, hasSecret))
        }
    }

    private static func hasSecret(_ text: String) -> Bool { Leftover.Kind(in: text) == .secret }

    private static let maximumUnread = 16

    /// Whether a member is certainly about codes: an icon has a type and a hash, too. Links are read at any depth.
    private static func changesCodes(_ name: String, _ text: String) -> Bool {
        if text.isBlank || text.isLink { return false }
        switch AccountPart(named: name) {
        case .key, .hexKey, .base64Key, .digits, .period, .counter: return true
        case .possibleKey: return SecretEvidence.canBeSecret(text)
        case .algorithm: return (try? OTPAlgorithm(named: text)) != nil
        default: return false
        }
    }

    /// Whether a name is a number, a hash or a UUID.
    private static func isIdentifier(_ name: String) -> Bool {
        let digits = name.utf8.filter { $0 != ASCII.hyphen }
        return digits.allSatisfy { 48...57 ~= $0 } || digits.count >= 16 && Hex.decode(digits) != nil
    }

    private static let wrappers = Set(
        """
        data accounts entry entries item items tokens result results response payload twofactor 2fa mfa auth config \
        code codes secrets keys otps totps list records services sites vault backup export parameters params options settings
        """.split(separator: " ").map(String.init))
}
