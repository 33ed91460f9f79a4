import Encodings
import FormatEngine
import TOTPDomain

/// Open Authenticator's backup, whose texts are encrypted one by one (`Docs/formats/open-authenticator.md`).
package struct OpenAuthenticatorFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "open-authenticator",
        app: "Open Authenticator",
        file: "JSON, encrypted, .bak",
        encryption: .always,
        exportSteps: .menu("Settings › Backup now, with a password; then Manage backups › share the newest one")
    )

    /// The texts, decrypted. Newer versions have another name for the period.
    private static let account = EntryShape(
        issuer: "issuer", name: "label", secret: "secret", kind: .always(.totp), algorithm: "algorithm",
        digits: "digits", period: "validity period")

    private static let members = KnownNames(
        """
        passwordSignature salt totps uuid encryptionSalt secret label issuer algorithm digits period validity imageUrl \
        updatedAt
        """, list: "totps")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject else { return false }
        // A damaged file may lack one of them: its secrets are not texts for a general reader.
        return outline.members["totps"] == .array
            && (outline.members["passwordSignature"] == .string || outline.members["salt"] == .string)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONValue(text: request.content.text)
        let entries = try file.list("totps")
        var document = ImportedDocument(
            format: description.id, records: JSONRecordCount.count(["totps"], in: request.content.text))
        try request.limits.check(records: document.records)
        let salt = try file.base64("salt"), signature = try file.base64("passwordSignature")
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        var encryption = try OpenAuthenticatorEncryption(passphrase, salt: salt, signature: signature, request.limits)
        let accounts = entries.entries { entry throws(EntryError) in (entry, try Self.account.account(in: entry)) }
        for (index, account) in accounts.enumerated() {
            let position = EntryPosition(entry: index + 1)
            switch account {
            case .success(let (entry, account)):
                document.add(try Self.opened(account, of: entry, &encryption), at: position)
            case .failure(let problem): document.reject(at: position, problem)
            }
        }
        return naming(unread: Self.members, in: request.content.text, document)
    }

    /// - Throws: ``SourceError`` if a key cannot be derived.
    private static func opened(
        _ account: ShapedAccount, of entry: JSONObject, _ encryption: inout OpenAuthenticatorEncryption
    ) throws(SourceError) -> ShapedAccount {
        func box(_ member: String) -> JSONValue? { (try? entry.value(member)) ?? nil }
        var account = account
        let salt = bytes(box("encryptionSalt"))
        let parts: [(String, WritableKeyPath<ShapedAccount, LenientText?>)] = [
            ("issuer", \.issuer), ("label", \.name), ("secret", \.secret),
        ]
        for (member, part) in parts {
            guard let box = box(member) else { continue }
            let text: String? = if let bytes = bytes(box) { try encryption.open(bytes, salt: salt) } else { nil }
            account[keyPath: part] = text.map { .text($0) }
            if text == nil, account.problem == nil {
                account.problem = EntryError(.fieldDamaged, "its \(member) cannot be decrypted", .exportAgain)
            }
        }
        // The label may have the form of a link's label: `Acme:alice`.
        let label = account.name.orEmpty
        if account.issuer.orEmpty.isBlank, let colon = label.unicodeScalars.firstIndex(of: ":") {
            account.issuer = .text(String(label[..<colon]))
            account.name = .text(String(label.unicodeScalars[colon...].dropFirst()))
        }
        return account
    }

    /// The bytes of a list of numbers; nil for anything else.
    private static func bytes(_ value: JSONValue?) -> [UInt8]? {
        let numbers = value?.integers, bytes = numbers?.compactMap { UInt8(exactly: $0) }
        return bytes?.count == numbers?.count ? bytes : nil
    }
}
