import CryptoPrimitives
import Encodings
import TOTPDomain

/// The encryption of a Proton Authenticator export: Argon2id with fixed costs, then AES-256-GCM.
package struct ProtonAuthenticatorEncryption {
    private let salt: [UInt8]
    /// Nonce, ciphertext and tag.
    private let message: [UInt8]

    private static let cost = KeyDerivation.Argon2Cost(passes: 2, memory: 19456, lanes: 1)
    private static let associatedData = Array("proton.authenticator.export.v1".utf8)

    /// - Throws: ``SourceError`` with `corrupt`.
    package init(_ file: ProtonAuthenticatorFile) throws(SourceError) {
        guard let salt = Base64.decode(file.salt.orEmpty), salt.count == 16 else {
            throw .incomplete("salt")
        }
        guard let message = Base64.decode(file.content.orEmpty),
            message.count >= AESGCM.nonceCount + AESGCM.tagCount
        else { throw .incomplete("content") }
        (self.salt, self.message) = (salt, message)
    }

    /// - Returns: the plain file's JSON.
    package func open(_ passphrase: Passphrase?, _ limits: ImportLimits) throws(SourceError) -> [UInt8] {
        guard let passphrase else { throw .passphraseRequired }
        let key = try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: Self.cost)
        do throws(CryptoError) {
            return try AESGCM.open(
                Array(message.dropFirst(AESGCM.nonceCount)), key: key, nonce: Array(message.prefix(AESGCM.nonceCount)),
                associatedData: Self.associatedData
            ).copied()
        } catch {
            throw SourceError(cryptography: error)
        }
    }
}
