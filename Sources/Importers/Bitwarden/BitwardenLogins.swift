import Encodings
import TOTPDomain

/// The logins of a Bitwarden export, and where they are in its text.
package struct BitwardenLogins: Sendable {
    /// The export's JSON, decrypted.
    package let text: [UInt8]
    package let root: JSONPlace
    /// All items, including other types than logins.
    package let items: [JSONPlace]
    package let logins: [StoredLogin]
    /// For each login, its place in ``items``.
    package let places: [Int]
    package let document: ImportedDocument
    /// The accounts of items that are not in the trash.
    package let accounts: [Account]
    /// The outer file of a password-protected export.
    package let protection: Protection?

    package struct Protection: Sendable {
        package let file: [UInt8]
        package let passphrase: Passphrase
        package let encryption: BitwardenEncryption
        package let limits: ImportLimits
    }

    /// The type of an item that is a login.
    private static let loginType: Int64 = 1

    /// - Throws: ``SourceError``, as reading the file does, and `unrecognised` for a file that can be read, but not
    ///   changed.
    package init(_ request: ImportRequest) throws(SourceError) {
        let format = BitwardenFormat(), content = request.content
        guard content.jsonOutline != nil, format.recognizes(content) else {
            throw SourceError(.unrecognised, "not a JSON export of Bitwarden", "export it as .json")
        }
        let file = try BitwardenFile(content.text)
        if file.isPasswordProtected {
            let encryption = try BitwardenEncryption(file)
            text = try encryption.open(request.passphrase, request.limits)
            guard let passphrase = request.passphrase else { throw .passphraseRequired }
            protection = Protection(
                file: content.text, passphrase: passphrase, encryption: encryption, limits: request.limits)
            document = try format.readBitwardenItems(
                of: try BitwardenFile(text), in: text, request)
        } else {
            (text, protection) = (content.text, nil)
            document = try format.readBitwardenItems(of: file, in: text, request)
        }
        let text = text
        let found = try SourceError.readingPlaces { () throws(JSONError) in
            let root = try JSONPlace(text: text)
            return (root: root, items: try root.member("items")?.elements ?? [])
        }
        (root, items) = found
        var logins: [StoredLogin] = [], places: [Int] = [], kept: [JSONPlace] = []
        for (index, item) in found.items.enumerated() {
            guard try SourceError.readingPlaces({ () throws(JSONError) in try !Self.isTrashed(item) }) else { continue }
            kept.append(item)
            guard let login = try SourceError.readingPlaces({ () throws(JSONError) in try Self.login(item) }) else {
                continue
            }
            logins.append(login)
            places.append(index)
        }
        (self.logins, self.places) = (logins, places)
        if kept.count == items.count {
            accounts = document.accounts
        } else {
            let list =
                Array("{\"items\":[".utf8) + kept.map(\.source).joined(separator: [UInt8(ascii: ",")])
                + Array("]}".utf8)
            accounts = try format.readBitwardenItems(of: try BitwardenFile(list), in: list, request).accounts
        }
    }

    private static func isTrashed(_ item: JSONPlace) throws(JSONError) -> Bool {
        guard item.kind == .object, let deleted = try item.member("deletedDate") else { return false }
        return deleted.kind != .null
    }

    /// nil for a note or a card.
    private static func login(_ item: JSONPlace) throws(JSONError) -> StoredLogin? {
        // Names that are in an object twice are refused here: two values would be possible.
        guard let type = try item.member("type").map({ JSONValue($0) }), type.number == .number(loginType),
            let login = try item.member("login"), login.kind == .object
        else { return nil }
        var entry = LoginEntry()
        entry.title = try item.member("name").map { JSONValue($0) }.name
        entry.userName = try login.member("username").map { JSONValue($0) }.name
        if let code = try login.member("totp"), code.kind != .null { entry.add(key: JSONValue(code)) }
        // A pattern is not an address.
        var addresses: [String] = []
        for address in try login.member("uris")?.elements ?? [] {
            let match = try address.member("match").map { JSONValue($0).number }
            if match != .number(regularExpression) {
                addresses.append(try address.member("uri").map { JSONValue($0) }.name)
            }
        }
        return StoredLogin(entry, addresses: addresses)
    }

    /// How an address of this kind is compared.
    private static let regularExpression: Int64 = 4
}

extension SourceError {
    /// Runs the reading of places in a text that was read before.
    package static func readingPlaces<Value>(
        _ body: () throws(JSONError) -> Value
    ) throws(SourceError) -> Value {
        do throws(JSONError) { return try body() } catch {
            if error.reason == .tooMany { throw .tooManyValues }
            throw SourceError.damaged(error.reason.rawValue)
        }
    }
}
