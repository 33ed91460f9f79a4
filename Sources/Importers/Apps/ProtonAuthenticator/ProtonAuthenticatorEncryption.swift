import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// The encryption of a Proton Authenticator export: Argon2id with fixed costs, then AES-256-GCM.
package struct ProtonAuthenticatorEncryption {
    private let salt: [UInt8]
    /// Nonce, ciphertext and tag.
    private let message: [UInt8]

    private static let saltCount = 16
    private static let cost = KeyDerivation.Argon2Cost(passes: 2, memory: 19456, lanes: 1)
    private static let associatedData = Array("proton.authenticator.export.v1".utf8)

    /// - Throws: ``SourceError`` with `corrupt`.
    package init(_ file: JSONFile) throws(SourceError) {
        salt = try file.base64("salt", count: Self.saltCount)
        message = try file.base64("content", least: AESGCM.nonceCount + AESGCM.tagCount)
    }

    /// - Returns: the plain file's JSON.
    package func open(_ passphrase: Passphrase?, _ limits: ImportLimits) throws(SourceError) -> [UInt8] {
        let key = try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: Self.cost)
        return try SourceError.decrypting(
            AESGCM.open(
                Array(message.dropFirst(AESGCM.nonceCount)), key: key, nonce: Array(message.prefix(AESGCM.nonceCount)),
                associatedData: Self.associatedData
            ).copied())
    }

    /// Encrypts a plain file's JSON.
    ///
    /// - Returns: the JSON of the encrypted file.
    static func seal(
        _ document: [UInt8], _ passphrase: Passphrase, _ random: any RandomSource
    ) throws(ExportError) -> [UInt8] {
        let salt = try random.bytes(saltCount), nonce = try random.bytes(AESGCM.nonceCount)
        let message = try ExportError.encrypting { () throws(CryptoError) in
            let key = try KeyDerivation.argon2(
                .id, passphrase: passphrase.utf8, salt: salt, cost: cost, count: AESGCM.keyCount)
            return try AESGCM.seal(
                SecureBytes(copying: document), key: key, nonce: nonce, associatedData: associatedData)
        }
        return OrderedJSON.object([
            "version": .integer(ProtonAuthenticatorFormat.version),
            "salt": .string(Base64.encode(salt)),
            "content": .string(Base64.encode(nonce + message)),
        ]).utf8
    }
}
