import CryptoPrimitives
import Encodings
import TOTPDomain

/// Text that CryptoJS encrypts with a passphrase, as `openssl enc -base64 -md md5` does: AES-256-CBC without
/// authentication.
package enum SaltedText {
    private static let signature = Base64.openSSLSignature

    /// Whether a text is nothing but the base64 of such a text. No other base64 starts so by chance.
    package static func matches(_ text: [UInt8]) -> Bool {
        text.drop(while: ASCII.isWhitespace).starts(with: "U2FsdGVkX1".utf8)
            && Base64.decode(text.filter { !ASCII.isWhitespace($0) }) != nil
    }

    /// The JSON that the passphrase of a request decrypts: only JSON proves that the passphrase is right.
    ///
    /// - Throws: ``SourceError`` with `password-required` or `wrong-password`.
    package static func json(_ request: ImportRequest) throws(SourceError) -> SourceContent {
        guard let passphrase = request.passphrase else { throw .passphraseOfOpenSSL }
        let text = String(decoding: request.content.text, as: UTF8.self)
        guard let bytes = try? open(text, passphrase).copied(), String(validating: bytes, as: UTF8.self) != nil,
            bytes.firstNonSpace.map("{[".utf8.contains) ?? false
        else { throw .wrongPassphraseOfOpenSSL }
        return SourceContent(text: bytes)
    }

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

extension SourceError {
    package static let passphraseOfOpenSSL = SourceError(
        .passphraseRequired, "encrypted as openssl does, and needs a passphrase")

    /// The error for a file of OpenSSL that is not as an app encrypts it.
    package static let wrongPassphraseOfOpenSSL = SourceError(
        .wrongPassphrase, "wrong passphrase, or encrypted by openssl with other options",
        .text(
            "openssl enc -d -pbkdf2 -aes-256-cbc -in FILE | totp-import import - reads it, with the options it was made with",
            onPage: "decrypt it with OpenSSL, and drop the result here"))
}

/// Encrypts values as some apps do: one by one, without authentication, and with one key and one IV for all.
package struct SealedValues: ~Copyable {
    package let key: SecureBytes
    package let iv: [UInt8]

    package init(key: consuming SecureBytes, iv: [UInt8]) {
        self.key = key
        self.iv = iv
    }

    /// - Returns: base64.
    package func seal(_ value: [UInt8]) throws(ExportError) -> String {
        Base64.encode(try ExportError.encrypting(AESCBC.seal(SecureBytes(copying: value), key: key, iv: iv)))
    }
}
