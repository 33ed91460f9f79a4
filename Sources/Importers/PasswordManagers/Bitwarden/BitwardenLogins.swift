import Encodings
import FormatEngine
import TOTPDomain

/// The logins of a Bitwarden export, and where they are in its text.
package struct BitwardenLogins: Sendable {
    /// The export's JSON, decrypted.
    package let text: [UInt8]
    package let root: JSONValue
    /// All items, including other types than logins.
    package let items: [JSONValue]
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
        root = try JSONValue(text: text)
        items = try root.member("items")?.writtenElements ?? []
        var logins: [StoredLogin] = [], places: [Int] = [], kept: [JSONValue] = []
        for (index, item) in items.enumerated() where try item.member("deletedDate") == nil {
            kept.append(item)
            guard let login = try Self.login(item) else { continue }
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

    /// nil for a note or a card.
    private static func login(_ item: JSONValue) throws(SourceError) -> StoredLogin? {
        // Names that are in an object twice are refused here: two values would be possible.
        guard let type = try item.member("type"), type.wholeNumber == loginType,
            let login = try item.member("login"), login.kind == .object
        else { return nil }
        var entry = LoginEntry()
        entry.title = try item.member("name").name
        entry.userName = try login.member("username").name
        if let code = try login.member("totp") { entry.add(key: code) }
        // A pattern is not an address.
        var addresses: [String] = []
        for address in try login.member("uris").elements {
            let match = try address.member("match")?.wholeNumber
            if match != regularExpression { addresses.append(try address.member("uri").name) }
        }
        return StoredLogin(entry, addresses: addresses)
    }

    /// How an address of this kind is compared.
    private static let regularExpression: Int64 = 4
}
