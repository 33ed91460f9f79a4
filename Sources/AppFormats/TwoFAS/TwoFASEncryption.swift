import CryptoPrimitives
import Encodings
import TOTPDomain

/// The encryption of a 2FAS backup: ciphertext with its tag, salt and nonce, each in base64, separated by colons.
package struct TwoFASEncryption {
    private let ciphertext: [UInt8]
    private let salt: [UInt8]
    private let nonce: [UInt8]

    private static let iterations = 10_000

    /// - Throws: ``SourceError`` with `corrupt`.
    package init(_ text: String) throws(SourceError) {
        let parts = text.utf8.split(separator: ASCII.colon, omittingEmptySubsequences: false)
            .compactMap { Base64.decode(Array($0)) }
        guard text.utf8.count(where: { $0 == ASCII.colon }) == 2, parts.count == 3, parts[0].count >= AESGCM.tagCount,
            !parts[1].isEmpty, parts[2].count == AESGCM.nonceCount
        else {
            throw SourceError(
                .corrupt, "the file is damaged: servicesEncrypted is not data, salt and nonce; export it again")
        }
        (ciphertext, salt, nonce) = (parts[0], parts[1], parts[2])
    }

    /// - Returns: the services' JSON, a list.
    package func open(_ passphrase: Passphrase?, _ limits: ImportLimits) throws(SourceError) -> [UInt8] {
        guard let passphrase else { throw .passphraseRequired }
        let key = try limits.pbkdf2(.sha256, passphrase: passphrase, salt: salt, iterations: Self.iterations)
        do throws(CryptoError) {
            return try AESGCM.open(ciphertext, key: key, nonce: nonce, associatedData: []).copied()
        } catch { throw SourceError(cryptography: error) }
    }
}
