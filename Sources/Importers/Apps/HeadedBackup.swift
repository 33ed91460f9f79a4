import CryptoPrimitives
import Encodings
import TOTPDomain

/// A backup that starts with a signature and a version, a salt of 16 bytes and a nonce, and is otherwise one message
/// that a key from Argon2id encrypts.
struct HeadedBackup: Sendable {
    /// The app's name, and another export of the app, for files of an unknown version.
    let app, other: String
    let magic, version: String
    let cost: KeyDerivation.Argon2Cost
    let nonceCount, tagCount: Int
    /// Gets the message, the key and the nonce.
    let decrypt: @Sendable ([UInt8], borrowing SecureBytes, [UInt8]) throws(CryptoError) -> SecureBytes

    private static let saltCount = 16

    func isStart(of content: SourceContent) -> Bool { content.bytes.starts(with: magic.utf8) }

    /// - Throws: ``SourceError`` with `corrupt`, `unsupported-version`, `password-required`, `wrong-password` or
    ///   `limit-exceeded`.
    func open(_ request: ImportRequest) throws(SourceError) -> [UInt8] {
        let cut = SourceError.damaged("the backup is cut off")
        var reader = ByteReader(request.content.bytes, .little, orThrow: cut)
        guard try reader.take(magic.utf8.count).elementsEqual(magic.utf8) else {
            throw SourceError(.corrupt, "this is not a backup of \(app)", "name the file that the app exported")
        }
        guard try reader.take(version.utf8.count).elementsEqual(version.utf8) else {
            throw SourceError(
                .unsupportedVersion, "a backup of \(app) of an unknown version",
                "export it as \(other), or update totp-import")
        }
        let salt = Array(try reader.take(Self.saltCount)), nonce = Array(try reader.take(nonceCount))
        let sealed = Array(reader.takeRest())
        guard sealed.count >= tagCount else { throw cut }
        let key = try request.limits.argon2(.id, passphrase: request.passphrase, salt: salt, cost: cost)
        return try SourceError.decrypting(decrypt(sealed, key, nonce).copied())
    }
}
