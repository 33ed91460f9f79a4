import CryptoPrimitives
import TOTPDomain

/// gauth's encrypted list, as `openssl enc -aes-128-cbc -md sha256` writes it.
enum GauthEncryption {
    private static let signature = Array("Salted__".utf8)

    static func matches(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature) }

    /// - Throws: ``SourceError`` with `password-required`, `wrong-password` or `corrupt`.
    static func open(_ request: ImportRequest) throws(SourceError) -> [UInt8] {
        let bytes = request.content.bytes
        let start = signature.count + OpenSSLKey.saltCount
        guard bytes.count > start, (bytes.count - start).isMultiple(of: AESCBC.blockCount) else {
            throw .damaged("a part is missing", .copyAgain)
        }
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        do throws(CryptoError) {
            let key = try OpenSSLKey(
                sha256: passphrase.utf8, salt: Array(bytes[signature.count..<start]))
            let text = try AESCBC.open(Array(bytes[start...]), key: key.key, iv: key.iv).copied()
            guard String(validating: text, as: UTF8.self) != nil else { throw CryptoError.authenticationFailed }
            return text
        } catch {
            throw error == .authenticationFailed ? .wrongPassphrase : SourceError(cryptography: error)
        }
    }
}
