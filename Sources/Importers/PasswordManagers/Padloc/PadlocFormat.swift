import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// Padloc's encrypted export (`Docs/formats/padloc.md`).
package struct PadlocFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "padloc",
        group: .passwordManager,
        app: "Padloc",
        file: "JSON, encrypted, .pbes2",
        encryption: .always,
        exportSteps: .menu("Settings › Export, as Encrypted Container; the CSV is read as csv")
    )

    /// All of a decrypted vault, with its items, fields and attachments.
    private static let members = KnownNames(
        """
        kind version id items icon type fields value tags updated updatedBy lastUsed expiresAfter favorited \
        history attachments auditResults created revision owner org accessors creator members size auditDate
        """, texts: "name", list: "items")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject else { return false }
        return outline.members["encryptionParams"] == .object && outline.members["keyParams"] == .object
            && outline.has("encryptedData")
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONValue(text: request.content.text)
        let text = try PadlocContainer.open(file, request.passphrase, request.limits)
        let items = try JSONValue(text: text).list("items").map(Self.item)
        return try logins(items, at: ["items"], in: text, request.limits, knowing: Self.members, entry: Self.entry)
    }

    /// Very old exports have items as strings of JSON.
    private static func item(_ item: JSONValue) -> JSONValue {
        guard item.kind == .string, let inner = try? JSONValue(text: Array(item.name.utf8)) else { return item }
        return inner
    }

    private static func entry(_ item: JSONValue) throws(EntryError) -> LoginEntry {
        var entry = LoginEntry(), fields = LoginFields()
        entry.title = try item["name"].name
        for field in try item["fields"].elements {
            let type = try fields.add(field), value = try field["value"]
            entry.add(value, named: try field["name"].name, isKey: type == "totp" || value.name.isLink)
        }
        entry.userName = fields.first("username", "email")
        entry.address = fields.first("url")
        entry.note = fields.first("note")
        entry.tags = try item["tags"].elements.map(\.name)
        return entry
    }
}

/// Padloc's container: JSON that AES-GCM encrypts with a key from a passphrase. Its nonces have 16 bytes.
enum PadlocContainer {
    /// The vault's JSON; throws `unsupported-version`, `password-required`, `wrong-password`, `corrupt` or
    /// `limit-exceeded`.
    static func open(
        _ file: JSONValue, _ passphrase: Passphrase?, _ limits: ImportLimits
    ) throws(SourceError) -> [UInt8] {
        let cipher = try file.object("encryptionParams"), key = try file.object("keyParams")
        let tagSize = try cipher.member("tagSize").map(\.name) ?? "128"
        // A missing setting has the app's default.
        var isKnown = true
        let settings = [
            (cipher, "algorithm", "AES-GCM"), (cipher, "keySize", "256"), (key, "algorithm", "PBKDF2"),
            (key, "hash", "SHA-256"), (key, "keySize", "256"),
        ]
        for (object, name, value) in settings {
            if let setting = try object.member(name), setting.name != value { isKnown = false }
        }
        guard isKnown, ["64", "96", "128"].contains(tagSize), let tagBits = Int(tagSize) else {
            throw SourceError(
                .unsupportedVersion, "encrypted in an unknown way", "export it from Padloc as Encrypted Container")
        }
        // In the alphabet for URLs.
        let ciphertext = try file.base64("encryptedData", least: 0), nonce = try cipher.base64("iv", least: 0)
        let associatedData = try cipher.base64("additionalData", least: 0), salt = try key.base64("salt", least: 0)
        guard let iterations = (try key.member("iterations")?.field).whole else { throw .incomplete("iterations") }
        let derived = try limits.pbkdf2(
            .sha256, passphrase: passphrase, salt: salt, iterations: Int(iterations))
        // Early versions of the app have tags of 8 bytes.
        return try SourceError.decrypting(
            AESGCM.open(
                ciphertext, key: derived, nonce: nonce, associatedData: associatedData, tagCount: tagBits / 8
            ).copied())
    }
}
