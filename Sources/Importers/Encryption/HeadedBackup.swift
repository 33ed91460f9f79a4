import CryptoPrimitives
import Encodings
import TOTPDomain

/// A backup that starts with a signature and a version, a salt of 16 bytes and a nonce, and is otherwise one message
/// that a key from Argon2id encrypts.
struct HeadedBackup {
    private let salt: [UInt8]
    private let nonce: [UInt8]
    private let sealed: [UInt8]

    private static let saltCount = 16

    /// - Parameters:
    ///   - app: for people.
    ///   - other: another export of the app, for files of an unknown version.
    /// - Throws: ``SourceError`` with `corrupt` or `unsupported-version`.
    init(
        _ bytes: [UInt8], magic: [UInt8], version: String, nonceCount: Int, tagCount: Int, of app: String,
        other: String
    ) throws(SourceError) {
        let cut = SourceError.damaged("the backup is cut off")
        var reader = ByteReader(bytes, .little, orThrow: cut)
        guard try reader.take(magic.count).elementsEqual(magic) else {
            throw SourceError(.corrupt, "this is not a backup of \(app)", "name the file that the app exported")
        }
        guard try reader.take(version.utf8.count).elementsEqual(version.utf8) else {
            throw SourceError(
                .unsupportedVersion, "a backup of \(app) of an unknown version",
                "export it as \(other), or update totp-import")
        }
        salt = Array(try reader.take(Self.saltCount))
        nonce = Array(try reader.take(nonceCount))
        sealed = Array(reader.takeRest())
        guard sealed.count >= tagCount else { throw cut }
    }

    /// - Parameter decrypt: gets the message, the key and the nonce.
    /// - Throws: ``SourceError`` with `password-required`, `wrong-password` or `limit-exceeded`.
    func open(
        _ request: ImportRequest, _ cost: KeyDerivation.Argon2Cost,
        _ decrypt: ([UInt8], borrowing SecureBytes, [UInt8]) throws(CryptoError) -> SecureBytes
    ) throws(SourceError) -> [UInt8] {
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        let key = try request.limits.argon2(.id, passphrase: passphrase, salt: salt, cost: cost)
        return try SourceError.decrypting(decrypt(sealed, key, nonce).copied())
    }
}
