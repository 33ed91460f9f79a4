import CryptoPrimitives
import Encodings
import TOTPDomain

/// Text that CryptoJS encrypts with a passphrase, as `openssl enc -base64 -md md5` does: AES-256-CBC without
/// authentication.
package enum SaltedText {
    private static let signature = Array("Salted__".utf8)

    /// - Parameter text: base64.
    /// - Throws: ``CryptoError``: another passphrase, damage, or not such a text.
    package static func open(_ text: String, _ passphrase: Passphrase) throws(CryptoError) -> SecureBytes {
        let start = signature.count + OpenSSLKey.saltCount
        guard let message = Base64.decode(text.utf8WithoutSpace), message.starts(with: signature), message.count > start
        else { throw .invalidParameter("a text is not salted and encrypted") }
        let key = try OpenSSLKey(md5: passphrase.utf8, salt: Array(message[signature.count..<start]))
        return try AESCBC.open(Array(message[start...]), key: key.key, iv: key.iv)
    }

    /// - Returns: base64.
    package static func seal(
        _ text: [UInt8], _ passphrase: Passphrase, _ random: any RandomSource
    ) throws(ExportError) -> String {
        let salt = try random.bytes(OpenSSLKey.saltCount)
        let ciphertext = try ExportError.encrypting { () throws(CryptoError) in
            let key = try OpenSSLKey(md5: passphrase.utf8, salt: salt)
            return try AESCBC.seal(SecureBytes(copying: text), key: key.key, iv: key.iv)
        }
        return Base64.encode(signature + salt + ciphertext)
    }
}
