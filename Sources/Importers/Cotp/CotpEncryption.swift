import CryptoPrimitives
import Encodings
import TOTPDomain

/// The encryption of a cotp database: Argon2id with fixed costs, then XChaCha20-Poly1305. All members are base64.
struct CotpEncryption: Decodable {
    private var nonce: LenientText?
    private var salt: LenientText?
    private var cipher: LenientText?

    private static let saltCount = 16
    private static let cost = KeyDerivation.Argon2Cost(passes: 4, memory: 32768, lanes: 4)

    /// Whether the file is a database.
    var isPresent: Bool { cipher != nil }

    /// - Returns: the JSON of an export.
    func open(_ passphrase: Passphrase?, _ limits: ImportLimits) throws(SourceError) -> [UInt8] {
        guard let salt = Base64.decode(salt.orEmpty), salt.count == Self.saltCount else { throw .incomplete("salt") }
        guard let nonce = Base64.decode(nonce.orEmpty), nonce.count == XChaCha20Poly1305.nonceCount else {
            throw .incomplete("nonce")
        }
        guard let cipher = Base64.decode(cipher.orEmpty), cipher.count >= XChaCha20Poly1305.tagCount else {
            throw .incomplete("cipher")
        }
        guard let passphrase else { throw .passphraseRequired }
        let key = try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: Self.cost)
        return try SourceError.decrypting(
            XChaCha20Poly1305.open(cipher, key: key, nonce: nonce, associatedData: []).copied())
    }
}
