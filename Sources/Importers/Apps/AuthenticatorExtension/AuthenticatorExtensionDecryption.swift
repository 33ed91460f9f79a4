import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// The three ways in which the extension has encrypted accounts, which may be mixed in one backup.
///
/// 1. The passphrase encrypts each secret.
/// 2. The passphrase encrypts random bytes (`key`), whose hexadecimal digits encrypt each secret.
/// 3. The passphrase and the salt of a key give the passphrase that encrypts each account.
struct AuthenticatorExtensionDecryption: Sendable {
    /// The encrypted random bytes of the second way.
    private let encryptedBytes: String?
    /// The keys of the third way, by their ids.
    private let keys: [String: AuthenticatorExtensionKey]
    /// The passphrase that encrypts secrets; nil if the given passphrase is wrong.
    private var secretPassphrase: Passphrase?
    /// The passphrases that encrypt accounts, by the ids of keys that the given passphrase opens.
    private var accountPassphrases: [String: Passphrase] = [:]

    /// Conflicts in the browser's synchronization leave a few keys.
    private static let maximumKeys = Limit.extensionKeys

    /// - Throws: ``SourceError`` with `corrupt`.
    init(_ members: [(name: String, value: JSONValue)]) throws(SourceError) {
        var encrypted: JSONValue?
        var keys: [String: AuthenticatorExtensionKey] = [:]
        for (name, value) in members {
            if name == "key" { encrypted = try value.member("enc") ?? encrypted }
            // Some versions lost the object around it.
            if name == "enc", encrypted == nil { encrypted = value }
            // A key with a repeated type is an entry with that problem.
            guard (try? value["dataType"]).name == AuthenticatorExtensionFile.key else { continue }
            keys[name] = AuthenticatorExtensionKey(
                salt: try value.member("salt").name, hash: try value.member("hash").name)
        }
        encryptedBytes = encrypted?.kind == .string ? encrypted.name : nil
        self.keys = keys
    }

    /// Whether only the passphrase is missing to decrypt the entry.
    func isLocked(_ entry: AuthenticatorExtensionEntry) -> Bool {
        switch entry.protection {
        case .none, .unclear: false
        case .secret: true
        case .account(let keyID): keys[keyID] != nil
        }
    }

    /// - Throws: ``SourceError`` with `wrong-password` if the passphrase opens nothing, or with `limit-exceeded`.
    mutating func unlock(
        for entries: [AuthenticatorExtensionEntry], _ passphrase: Passphrase, _ limits: ImportLimits
    ) throws(SourceError) {
        secretPassphrase = Self.secretPassphrase(passphrase, encryptedBytes)
        var isRight = entries.contains { entry in
            guard case .secret = entry.protection, let secret = secret(of: entry) else { return false }
            return Self.isSecret(secret)
        }
        var ids: Set<String> = []
        for case .account(let id) in entries.map(\.protection) where keys[id] != nil { ids.insert(id) }
        guard ids.count <= Self.maximumKeys else {
            throw SourceError(.limitExceeded, "it has \(ids.count) keys, the limit is \(Self.maximumKeys)")
        }
        for id in ids {
            guard let own = try keys[id]?.unlocked(by: passphrase, limits) else { continue }
            accountPassphrases[id] = own
            isRight = true
        }
        guard isRight else { throw .wrongPassphrase }
    }

    private static func secretPassphrase(_ passphrase: Passphrase, _ encryptedBytes: String?) -> Passphrase? {
        guard let encryptedBytes else { return passphrase }
        guard let bytes = try? SaltedText.open(encryptedBytes, passphrase) else { return nil }
        return Passphrase(Hex.encode(bytes.copied()))
    }

    private func secret(of entry: AuthenticatorExtensionEntry) -> String? {
        guard let secretPassphrase else { return nil }
        return Self.text((try? entry.fields["secret"]).name, secretPassphrase)
    }

    private static func text(_ text: String, _ passphrase: Passphrase) -> String? {
        guard let bytes = try? SaltedText.open(text, passphrase) else { return nil }
        return String(validating: bytes.copied(), as: UTF8.self)?.limitingMarks
    }

    /// Whether a text can be a decrypted secret: it is not authenticated.
    private static func isSecret(_ text: String) -> Bool {
        let text = AuthenticatorExtensionFile.withoutPrefix(text)?.secret ?? text
        return (try? OTPSecret(base32: text)) != nil || Hex.decodePadded(text) != nil
    }

    func account(_ entry: AuthenticatorExtensionEntry) throws(EntryError) -> AuthenticatorExtensionAccount {
        switch entry.protection {
        case .none: return try AuthenticatorExtensionAccount(entry.fields)
        case .secret:
            let problem = EntryError(.fieldDamaged, "the secret is damaged, or encrypted with another passphrase")
            let opened: Result<LenientText?, EntryError> =
                if let text = secret(of: entry) { .success(.text(text)) } else { .failure(problem) }
            return try AuthenticatorExtensionAccount(entry.fields, secret: opened)
        case .account(let keyID):
            guard keys[keyID] != nil else {
                throw EntryError(.fieldDamaged, "the file does not have the key that opens the account")
            }
            guard let own = accountPassphrases[keyID] else {
                throw EntryError(.fieldDamaged, "the account is encrypted with another passphrase")
            }
            guard let text = Self.text(try entry.fields["data"].name, own),
                let fields = try? JSONValue(text: Array(text.utf8)), fields.kind == .object
            else { throw EntryError(.fieldDamaged, "the account is damaged: it cannot be decrypted") }
            return try AuthenticatorExtensionAccount(fields, decrypted: Array(text.utf8))
        case .unclear(let problem): throw problem
        }
    }
}
