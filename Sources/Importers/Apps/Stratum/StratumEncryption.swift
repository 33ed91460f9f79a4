import CryptoPrimitives
import TOTPDomain

/// The two encryptions of a Stratum backup, distinguished by the case of their signature.
struct StratumEncryption {
    private enum Form: String {
        case strong = "AUTHENTICATORPRO"
        /// The encryption of old versions, which is not authenticated.
        case legacy = "AuthenticatorPro"

        var saltCount: Int { self == .strong ? 16 : 20 }
        var nonceCount: Int { self == .strong ? AESGCM.nonceCount : AESCBC.blockCount }
        var minimumCount: Int { saltCount + nonceCount + 16 }
    }

    private static let signatureCount = 16
    private static let cost = KeyDerivation.Argon2Cost(passes: 3, memory: 65_536, lanes: 4)
    private static let legacyIterations = 64_000

    private let form: Form
    private let salt: [UInt8]
    private let nonce: [UInt8]
    private let ciphertext: [UInt8]

    static func hasSignature(_ bytes: [UInt8]) -> Bool { form(of: bytes) != nil }

    private static func form(of bytes: [UInt8]) -> Form? {
        Form(rawValue: String(decoding: bytes.prefix(signatureCount), as: UTF8.self))
    }

    /// - Returns: nil if the bytes are not encrypted.
    /// - Throws: ``SourceError`` with `corrupt`.
    init?(_ bytes: [UInt8]) throws(SourceError) {
        guard let form = Self.form(of: bytes) else { return nil }
        let rest = bytes.dropFirst(Self.signatureCount)
        guard rest.count >= form.minimumCount else {
            throw SourceError(.corrupt, "the file is cut off", .exportAgain)
        }
        self.form = form
        salt = Array(rest.prefix(form.saltCount))
        nonce = Array(rest.dropFirst(form.saltCount).prefix(form.nonceCount))
        ciphertext = Array(rest.dropFirst(form.saltCount + form.nonceCount))
    }

    /// - Returns: the backup's JSON.
    func open(_ passphrase: Passphrase?, _ limits: ImportLimits) throws(SourceError) -> [UInt8] {
        switch form {
        case .strong:
            let key = try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: Self.cost)
            return try SourceError.decrypting(
                AESGCM.open(ciphertext, key: key, nonce: nonce, associatedData: []).copied())
        case .legacy:
            let key = try limits.pbkdf2(
                .sha1, passphrase: passphrase, salt: salt, iterations: Self.legacyIterations)
            return try openLegacy(key)
        }
    }

    /// Only the plaintext shows a wrong key or a changed byte. Random blocks are almost never valid text, and random
    /// text must not be imported as a name.
    private func openLegacy(_ key: borrowing SecureBytes) throws(SourceError) -> [UInt8] {
        let text = try SourceError.decrypting(AESCBC.open(ciphertext, key: key, iv: nonce).copied())
        guard String(validating: text, as: UTF8.self) != nil,
            (try? StratumBackup(text)) != nil
        else { throw .wrongPassphrase }
        return text
    }
}

extension StratumEncryption {
    /// Encrypts a backup.
    ///
    /// - Parameter backup: the backup's JSON.
    package static func seal(
        _ backup: [UInt8], _ passphrase: Passphrase, _ random: any RandomSource
    ) throws(ExportError) -> [UInt8] {
        let form = Form.strong
        let salt = try random.bytes(form.saltCount), nonce = try random.bytes(form.nonceCount)
        let message = try ExportError.encrypting { () throws(CryptoError) in
            let key = try KeyDerivation.argon2(
                .id, passphrase: passphrase.utf8, salt: salt, cost: cost, count: AESGCM.keyCount)
            return try AESGCM.seal(SecureBytes(copying: backup), key: key, nonce: nonce, associatedData: [])
        }
        return Array(form.rawValue.utf8) + salt + nonce + message
    }
}
