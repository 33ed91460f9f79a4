import CryptoPrimitives
import TOTPDomain

/// The encryption of a Proton Authenticator export: Argon2id with fixed costs, then AES-256-GCM.
struct ProtonAuthenticatorEncryption {
    let file: ProtonAuthenticatorFile

    private static let cost = KeyDerivation.Argon2Cost(passes: 2, memory: 19456, lanes: 1)
    private static let associatedData = Array("proton.authenticator.export.v1".utf8)

    /// - returns: the plain file's JSON.
    func open(_ request: ImportRequest) throws(SourceError) -> [UInt8] {
        guard let salt = Base64Text.decode(Array(file.salt.orEmpty.utf8)), salt.count == 16 else {
            throw .incomplete("salt")
        }
        guard let sealed = Base64Text.decode(Array(file.content.orEmpty.utf8)),
            sealed.count >= AESGCM.nonceCount + AESGCM.tagCount
        else { throw .incomplete("content") }
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        let key = try request.limits.argon2(.id, passphrase: passphrase, salt: salt, cost: Self.cost)
        do throws(CryptoError) {
            return try AESGCM.open(
                Array(sealed.dropFirst(AESGCM.nonceCount)), key: key, nonce: Array(sealed.prefix(AESGCM.nonceCount)),
                associatedData: Self.associatedData
            ).copied()
        } catch {
            throw SourceError(cryptography: error)
        }
    }
}
