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

/// A key of a backup since version 8: it turns the user's passphrase into the passphrase that encrypts accounts.
struct AuthenticatorExtensionKey: Sendable {
    /// The text of hexadecimal digits; it is not decoded.
    private let salt: [UInt8]
    /// The hash of the passphrase that encrypts accounts, which is derived with the same costs.
    private let check: Argon2Hash

    /// The cost that the extension uses, which ignores other costs when it imports.
    private static let cost = KeyDerivation.Argon2Cost(passes: 2, memory: 19456, lanes: 1)
    private static let saltCount = 16
    private static let minimumSaltCount = 8

    /// - Parameter hash: in the PHC string format.
    /// - Returns: nil if the salt or the hash is not in the extension's form.
    init?(salt: String, hash: String) {
        guard salt.utf8.count >= Self.minimumSaltCount, let check = Argon2Hash(hash) else { return nil }
        (self.salt, self.check) = (Array(salt.utf8), check)
    }

    /// - Returns: the passphrase that encrypts the accounts of this key; nil for a wrong passphrase.
    /// - Throws: ``SourceError`` with `limit-exceeded`.
    func unlocked(by passphrase: Passphrase, _ limits: ImportLimits) throws(SourceError) -> Passphrase? {
        let hash = try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: check.cost)
        let own = Self.text(hash)
        return try check.verifies(own, limits) ? own : nil
    }

    private static func text(_ hash: borrowing SecureBytes) -> Passphrase {
        Passphrase(Base64.encodeUnpadded(hash.copied()))
    }

    /// A new key.
    ///
    /// - Returns: its member in the file, and the passphrase that encrypts the accounts.
    static func make(
        id: String, for passphrase: Passphrase, _ random: any RandomSource
    ) throws(ExportError) -> (member: OrderedJSON, own: Passphrase) {
        let salt = Hex.encode(try random.bytes(saltCount)), checkSalt = Hex.encode(try random.bytes(saltCount))
        let own = text(
            try ExportError.encrypting(
                KeyDerivation.argon2(
                    .id, passphrase: passphrase.utf8, salt: Array(salt.utf8), cost: cost, count: AESCBC.keyCount)))
        let check = try ExportError.encrypting(Argon2Hash.make(of: own, salt: Array(checkSalt.utf8), cost: cost))
        let member = OrderedJSON.object([
            "dataType": .string(AuthenticatorExtensionFile.key),
            "id": .string(id),
            "salt": .string(salt),
            "hash": .string(check),
            "version": .integer(AuthenticatorExtensionFile.keyVersion),
        ])
        return (member, own)
    }
}

/// A hash of Argon2id as the PHC string format writes it: `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`.
struct Argon2Hash: Sendable {
    let cost: KeyDerivation.Argon2Cost
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// The values that Argon2 and its library accept.
    private static let minimumSaltCount = 8
    private static let hashCounts = 4...1024

    /// - Returns: nil for another function, another version than 1.3, and impossible values.
    init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19",
            let cost = Self.cost(parts[3]), let salt = Base64.decode(String(parts[4])),
            salt.count >= Self.minimumSaltCount, let hash = Base64.decode(String(parts[5])),
            Self.hashCounts ~= hash.count
        else { return nil }
        (self.cost, self.salt, self.hash) = (cost, salt, hash)
    }

    private static func cost(_ text: Substring) -> KeyDerivation.Argon2Cost? {
        var numbers: [Substring: UInt32] = [:]
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", omittingEmptySubsequences: false)
            guard pair.count == 2, let number = UInt32(pair[1]) else { return nil }
            numbers[pair[0]] = number
        }
        guard let memory = numbers["m"], let passes = numbers["t"], let lanes = numbers["p"], passes > 0, lanes > 0,
            UInt64(memory) >= UInt64(lanes) * 8
        else { return nil }
        return KeyDerivation.Argon2Cost(passes: passes, memory: memory, lanes: lanes)
    }

    /// - Throws: ``SourceError`` with `limit-exceeded`.
    func verifies(_ passphrase: Passphrase, _ limits: ImportLimits) throws(SourceError) -> Bool {
        let key = try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: cost, count: hash.count)
        return ConstantTime.areEqual(key.copied(), hash)
    }

    /// The hash of a passphrase, as text.
    static func make(
        of passphrase: Passphrase, salt: [UInt8], cost: KeyDerivation.Argon2Cost
    ) throws(CryptoError) -> String {
        let hash = try KeyDerivation.argon2(.id, passphrase: passphrase.utf8, salt: salt, cost: cost, count: 32)
        return "$argon2id$v=19$m=\(cost.memory),t=\(cost.passes),p=\(cost.lanes)"
            + "$\(Base64.encodeUnpadded(salt))$\(Base64.encodeUnpadded(hash.copied()))"
    }
}
