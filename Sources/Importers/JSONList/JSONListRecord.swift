import Encodings
import Links
import TOTPDomain

/// An object of a JSON text of no known app: what its members say of an account, by their names.
///
/// Members of objects in it count as its own; what is nested deeper is not read.
struct JSONListRecord: Sendable {
    /// A member that says something, with what it says.
    struct Field: Sendable {
        let name: String
        let folded: String
        let part: AccountPart
        let value: JSONValue
        /// Of a secret whose name says how it is written.
        var encoding: JSONListSecret.Encoding?

        var text: String { value.written.trimmingWhitespace }

        /// Whether it is a string or a number, as it should be.
        var isText: Bool { value.kind == .string || value.kind == .number }
    }

    /// That of the member with the record, if it can be the name of the account.
    let key: String
    private(set) var fields: [Field] = []
    /// The links in it, at any depth, each once.
    private(set) var links: [String] = []
    private(set) var linkCount = 0
    private(set) var host = ""
    private(set) var note = ""
    private(set) var tags: [String] = []
    /// How the secret is written, if a member says so; nil for a way that is not known.
    private(set) var encoding: JSONListSecret.Encoding? = .base32
    private(set) var hasPassword = false
    /// What it has that is worth keeping and is not read.
    private(set) var keepsakes: Set<Keepsake> = []
    /// Whether it has members of keys of other kinds: of clients, of clouds, of cryptography.
    private(set) var isForeign = false
    /// Parts of an account that are nested too deeply.
    private(set) var unread: [String] = []
    /// Members with a secret beside the one that is read.
    private(set) var furtherKeys: [String] = []

    /// - Parameters:
    ///   - value: an object; a string, if it is a link, or has a name and is then a secret. Nothing else is a record.
    ///   - name: the member's, which may be that of the account.
    ///   - isFlat: whether objects in it do not count.
    ///   - defaults: for what the record itself does not say.
    init?(_ value: JSONValue, named name: String = "", isFlat: Bool = false, defaults: [Field] = []) {
        key = Self.isIdentifier(name) ? "" : name.trimmingWhitespace
        let members = value.members
        let texts = isFlat ? members.compactMap(\.value.string) : value.strings(where: Self.startsWithScheme)
        for text in texts { addLink(text) }
        switch value.kind {
        case .object: for member in members { add(member.name, member.value, isFlat: isFlat) }
        case .string where !links.isEmpty: break
        case .string where !name.isEmpty:
            fields.append(Field(name: Self.secret, folded: Self.secret, part: .possibleKey, value: value))
        default: return nil
        }
        for field in defaults where self.fields(field.part).isEmpty { fields.append(field) }
    }

    /// What an object around records says of all of them. Other names, such as `length`, are about the file.
    var defaults: [Field] { fields.filter { ["issuer", "algorithm", "digits", "period"].contains($0.folded) } }

    private mutating func addLink(_ text: String) {
        let link = text.trimmingWhitespace, bytes = Array(link.utf8)
        guard Self.startsWithScheme(bytes.span) else { return }
        if JSONValue.isLink(bytes.span) { linkCount += 1 }
        if !links.contains(link) { links.append(link) }
    }

    /// Exports of Google Authenticator are links, too: they are rejected, not lost.
    private static func startsWithScheme(_ text: Span<UInt8>) -> Bool {
        JSONValue.isLink(text)
            || [KeyURIScheme.migration, .appleMigration].contains { text.hasPrefix($0.prefix, at: 0) }
    }

    // MARK: - Members

    /// - Parameter outer: what the object says in which the member is; nil for a member of the record itself.
    private mutating func add(_ name: String, _ value: JSONValue, isFlat: Bool, in outer: Outer? = nil) {
        var folded = AccountPart.folded(name)
        var part = AccountPart(folded: folded)
        isForeign = isForeign || Self.foreignNames.contains(folded)
        if let keepsake = Keepsake.named(name), !value.saysNothing { keepsakes.insert(keepsake) }
        switch value.kind {
        case .null: return
        case .object:
            if part?.isKey == true, addSecret(named: name, folded, in: value) { return }
            guard outer == nil else { return addUnread(in: value) }
            if isFlat { return }
            let members = value.members, parts = members.compactMap { AccountPart(named: $0.name) }
            addDamaged(name, folded, part, value, isDamaged: !parts.contains(where: \.isKey))
            guard Self.isAboutAccount(members, part) else { return addUnread(in: value) }
            for member in members {
                add(member.name, member.value, isFlat: false, in: Outer(part: part, folded: folded))
            }
        case .array:
            addDamaged(name, folded, part, value, isDamaged: links.isEmpty)
            if Self.tagNames.contains(folded) {
                tags += value.elements.filter { $0.kind == .string }.map(\.name)
            } else if !isFlat {
                addUnread(in: value)
            }
        case .string, .number, .true, .false:
            if value.kind == .string, value.name.isBlank || JSONValue.isLink(Array(value.name.utf8).span) { return }
            if Self.isPassword(folded) { hasPassword = true }
            // The name of a service is its name, not that of the account.
            if let outer, outer.part?.isName == true {
                if part == .kind { return }
                if part == .title { (part, folded) = (outer.part, outer.folded) }
            }
            add(Field(name: name, folded: folded, part: part ?? .title, value: value), isPart: part != nil)
        }
    }

    /// Whether an object in a record is about its account, unlike that of an icon or a folder.
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
        fields.append(Field(name: name, folded: folded, part: part, value: value))
    }

    /// The name that needs no proof beside other members of an account.
    private static let secret = "secret"

    /// - Parameter folded: the name of an object.
    /// - Returns: whether it says what is in the object, and not whose account it is.
    static func isWrapper(_ folded: String) -> Bool {
        AccountPart(folded: folded) != nil || wrappers.contains(folded)
    }

    private struct Outer {
        let part: AccountPart?
        let folded: String
    }

    private mutating func add(_ field: Field, isPart: Bool) {
        if isPart {
            // "totp": true, and the like.
            if field.part.isKey, !field.isText { return }
            fields.append(field)
        } else if AccountPart.isFurtherKey(named: field.name) {
            if field.isText, furtherKeys.count < Self.maximumUnread {
                furtherKeys.append(field.name.printable(limit: 40))
            }
        } else if Self.addressNames.contains(field.folded) {
            if host.isEmpty { host = Self.host(of: field.text) }
        } else if Self.noteNames.contains(field.folded) {
            if note.isEmpty { note = field.text }
        } else if Self.tagNames.contains(field.folded) {
            if field.value.kind == .string { tags += TagList.split(field.text) }
        } else if Self.encodingNames.contains(field.folded) {
            encoding = JSONListSecret.Encoding(rawValue: AccountPart.folded(field.text))
        }
    }

    /// A secret as an object of the ways to write it, such as speakeasy's. All are the same secret.
    private mutating func addSecret(named name: String, _ folded: String, in value: JSONValue) -> Bool {
        let members = value.members.map { (name: AccountPart.folded($0.name), value: $0.value) }
        for encoding in JSONListSecret.Encoding.allCases {
            guard let text = members.first(where: { $0.name == encoding.rawValue && $0.value.kind == .string }) else {
                continue
            }
            fields.append(Field(name: name, folded: folded, part: .key, value: text.value, encoding: encoding))
            for member in value.members
            where JSONListSecret.Encoding(rawValue: AccountPart.folded(member.name)) == nil {
                add(member.name, member.value, isFlat: true, in: Outer(part: nil, folded: folded))
            }
            return true
        }
        return false
    }

    /// Notes the members in a value that would change the codes of the account.
    private mutating func addUnread(in value: JSONValue) {
        var scanner = value.scanner
        while unread.count < Self.maximumUnread, let token = try? scanner.next() {
            guard case .name(let text) = token, let kind = try? scanner.nextKind(), kind == .string || kind == .number,
                let place = (try? scanner.skipValue()) ?? nil, let name = try? scanner.string(text)
            else { continue }
            let value = String(decoding: scanner.source(place), as: UTF8.self).limitingMarks.filter { $0 != "\"" }
            let shown = name.printable(limit: 40)
            if Self.changesCodes(name, value), !unread.contains(shown) { unread.append(shown) }
        }
    }

    private static let maximumUnread = 16

    /// Whether a member is certainly about codes: an icon has a type and a hash, too. Links are read at any depth.
    private static func changesCodes(_ name: String, _ text: String) -> Bool {
        if text.isBlank || JSONValue.isLink(Array(text.utf8).span) { return false }
        switch AccountPart(named: name) {
        case .key, .hexKey, .base64Key, .digits, .period, .counter: return true
        case .possibleKey: return SecretEvidence.canBeSecret(text)
        case .algorithm: return (try? OTPAlgorithm(named: text)) != nil
        default: return false
        }
    }

    func fields(_ part: AccountPart) -> [Field] {
        let found = fields.filter { $0.part == part && !($0.isText && $0.text.isEmpty) }
        guard found.count > 1 else { return found }
        return found.enumerated().sorted { first, second in
            (Self.ranks[first.element.folded] ?? .max, first.offset)
                < (Self.ranks[second.element.folded] ?? .max, second.offset)
        }.map(\.element)
    }

    /// The place of each name among those of its part.
    private static let ranks: [String: Int] = {
        var ranks: [String: Int] = [:]
        for part in AccountPart.allCases {
            for (rank, name) in part.names.enumerated() { ranks[name] = rank }
        }
        return ranks
    }()

    // MARK: - Secrets

    /// Whether a member beside the secret says that it is one.
    var saysSomething: Bool {
        !key.isEmpty || !host.isEmpty || fields.contains { !$0.part.isKey && !$0.text.isEmpty }
    }

    /// Under a name that means nothing else, and under `secret` beside other members of an account.
    private var strongKeys: [Field] {
        let says = saysSomething
        return fields.filter { ($0.part.isKey && $0.part != .possibleKey) || ($0.folded == Self.secret && says) }
    }

    /// Under names that need a proof.
    var weakKeys: [Field] {
        let says = saysSomething
        return fields.filter {
            $0.part == .possibleKey && !($0.folded == Self.secret && says) && $0.value.kind == .string
        }
    }

    /// Whether there is something in the place of a secret.
    var hasSecret: Bool { !links.isEmpty || fields.contains { $0.part.isKey } }

    /// Whether its accounts are all in links.
    var hasOnlyLinks: Bool { !links.isEmpty || !hasSecret }

    /// Whether it is certainly an account.
    ///
    /// - Parameter weakNames: those whose values are proven.
    func isCertain(_ weakNames: Set<String>) -> Bool {
        if linkCount > 0 || weakKeys.contains(where: { weakNames.contains($0.folded) }) { return true }
        return strongKeys.contains { field in
            guard field.value.kind == .string, let bytes = try? bytes(of: field) else { return false }
            return bytes.count >= JSONListSecret.minimumCount
        }
    }

    private func encoding(of field: Field) -> JSONListSecret.Encoding? {
        if let encoding = field.encoding { return encoding }
        switch field.part {
        case .hexKey: return .hex
        case .base64Key: return .base64
        default: return encoding
        }
    }

    /// The secrets that nothing says the encoding of.
    var plainSecrets: [String] {
        fields.filter { $0.part.isKey && $0.isText && encoding(of: $0) == .base32 }.map(\.text)
    }

    func bytes(of field: Field) throws(EntryError) -> [UInt8] {
        guard field.isText else { throw EntryError(.fieldDamaged, "the secret is not a string") }
        guard let encoding = encoding(of: field) else {
            throw EntryError(.fieldDamaged, "the encoding is not one of base32, hex, base64, ascii")
        }
        return try JSONListSecret.bytes(field.text, encoding)
    }

    /// The names of members with another secret than the one that is read, under names that other keys have, too.
    func unreadKeys(_ weakNames: Set<String>) -> [String] {
        let strong = strongKeys
        guard links.isEmpty, !strong.isEmpty else { return furtherKeys }
        let secrets = strong.compactMap { try? bytes(of: $0) }
        let other = weakKeys.filter { field in
            guard weakNames.contains(field.folded), let bytes = try? bytes(of: field) else { return false }
            return !secrets.contains(bytes)
        }
        return other.map { $0.name.printable(limit: 40) } + furtherKeys
    }

    /// One account per link; without links, one if there is a secret.
    func accounts(_ weakNames: Set<String>) -> [JSONListAccount] {
        guard links.isEmpty else { return links.map { JSONListAccount(record: self, link: $0) } }
        let strong = strongKeys, keys = strong.isEmpty ? weakKeys.filter { weakNames.contains($0.folded) } : strong
        return keys.isEmpty ? [] : [JSONListAccount(record: self, keys: keys)]
    }

    // MARK: - Names of members

    /// Whether a name is that of a key of another kind.
    static func isForeign(_ name: String) -> Bool { foreignNames.contains(AccountPart.folded(name)) }

    /// - Parameter folded: a name.
    static func isPassword(_ folded: String) -> Bool { passwordNames.contains(folded) }

    /// Whether a name is a number, a hash or a UUID.
    private static func isIdentifier(_ name: String) -> Bool {
        let digits = name.utf8.filter { $0 != ASCII.hyphen }
        return digits.allSatisfy { 48...57 ~= $0 } || digits.count >= 16 && Hex.decode(digits) != nil
    }

    private static func host(of address: String) -> String {
        let host = SiteAddress.host(of: address)
        if !host.isEmpty { return host }
        let isDomain = address.contains(".") && !address.contains { $0.isWhitespace || "/:@".contains($0) }
        if isDomain { return SiteAddress.host(of: "https://\(address)") }
        // Also just the name of the site.
        return address.contains { "/:@".contains($0) } ? "" : address
    }

    private static func names(_ list: StaticString) -> Set<String> {
        Set("\(list)".split(separator: " ").map(String.init))
    }

    private static let wrappers = names(
        """
        data accounts entry entries item items tokens result results response payload twofactor 2fa mfa auth config \
        code codes secrets keys otps totps list records services sites vault backup export parameters params options settings
        """)
    private static let foreignNames = names(
        """
        clientid clientsecret apikey apisecret apitoken accesstoken refreshtoken idtoken accesskey accesskeyid \
        secretaccesskey awssecretaccesskey awsaccesskeyid arn secretarn kid kty privatekey publickey
        """)
    private static let passwordNames = names("password passwd passwort passphrase pwd loginpassword")
    private static let addressNames = names(
        "url website websiteurl websiteaddress uri link domain host hostname loginuri loginurl homepage siteurl")
    private static let noteNames = names("note notes comment comments description")
    private static let tagNames = names("tags tag group folder category")
    private static let encodingNames = names("encoding secretencoding")
}

extension AccountPart {
    var isKey: Bool { [.key, .hexKey, .base64Key, .possibleKey].contains(self) }

    /// Whether it changes the codes.
    var isParameter: Bool { [.kind, .algorithm, .digits, .period, .counter].contains(self) }

    var isName: Bool { [.issuer, .title, .user, .account].contains(self) }
}
