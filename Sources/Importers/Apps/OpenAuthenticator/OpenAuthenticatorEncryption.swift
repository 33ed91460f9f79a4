import CryptoPrimitives
import Encodings
import TOTPDomain

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
