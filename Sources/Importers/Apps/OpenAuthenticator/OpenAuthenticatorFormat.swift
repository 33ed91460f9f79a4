import CryptoPrimitives
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

/// Decrypts Open Authenticator's texts: AES-256-GCM, each with its own nonce, under keys from Argon2id.
struct OpenAuthenticatorEncryption {
    private let passphrase: Passphrase
    private let limits: ImportLimits
    private let cost: KeyDerivation.Argon2Cost
    private let salt: [UInt8]
    /// The keys by their salts: an account from another device may have its own key.
    private var keys = DerivedKeys<[UInt8]>(
        most: Limit.openAuthenticatorSalts + 1,
        "its accounts have more than \(Limit.openAuthenticatorSalts) different salts, the limit")

    /// In KiB. The file does not say which of them its key needs; the faster derivation is first.
    private static let memories: [UInt32] = [4096, 262_144]

    /// - Throws: ``SourceError`` with `wrong-password` if no key signs the passphrase, and with `limit-exceeded`.
    init(
        _ passphrase: Passphrase, salt: [UInt8], signature: [UInt8], _ limits: ImportLimits
    ) throws(SourceError) {
        for memory in Self.memories {
            let cost = KeyDerivation.Argon2Cost(passes: 3, memory: memory, lanes: 8)
            let key = try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: cost).copied()
            let hash = try SourceError.decrypting(Digest.sha256.hmac(key: key, Array(passphrase.utf8)))
            guard ConstantTime.areEqual(hash, signature) else { continue }
            (self.passphrase, self.limits, self.cost, self.salt) = (passphrase, limits, cost, salt)
            _ = try keys.key(salt) { SecureBytes(copying: key) }
            return
        }
        throw .wrongPassphrase
    }

    /// Decrypts a text.
    ///
    /// - Parameters:
    ///   - box: nonce, ciphertext and tag.
    ///   - own: the account's own salt, which counts if the file's key does not open the box.
    /// - Returns: nil if it does not open, or is not UTF-8.
    /// - Throws: ``SourceError`` with `limit-exceeded`.
    mutating func open(_ box: [UInt8], salt own: [UInt8]?) throws(SourceError) -> String? {
        guard box.count >= AESGCM.nonceCount + AESGCM.tagCount else { return nil }
        if let text = try open(box, under: salt) { return text }
        guard let own, own != salt, own.count >= Self.minimumSaltCount else { return nil }
        return try open(box, under: own)
    }

    /// Argon2 accepts no shorter salt.
    private static let minimumSaltCount = 8

    private mutating func open(_ box: [UInt8], under salt: [UInt8]) throws(SourceError) -> String? {
        let key = try keys.key(salt) { [limits, passphrase, cost] () throws(SourceError) in
            try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: cost)
        }
        let nonce = Array(box.prefix(AESGCM.nonceCount)), ciphertext = Array(box.dropFirst(AESGCM.nonceCount))
        let text = try SourceError.decryptingUnlessWrong(
            AESGCM.open(ciphertext, key: key, nonce: nonce, associatedData: []).copied())
        return text.flatMap { String(validating: $0, as: UTF8.self)?.limitingMarks }
    }
}
