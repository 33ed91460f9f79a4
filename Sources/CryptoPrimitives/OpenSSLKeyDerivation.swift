import COpenSSL
import SecureMemory

/// The key and the IV for AES-256-CBC that OpenSSL, and programs that follow it, derive from a passphrase.
package struct OpenSSLKey: ~Copyable, Sendable {
    package static let saltCount = 8

    /// ``AESCBC/keyCount`` bytes.
    package let key: SecureBytes
    /// ``AESCBC/blockCount`` bytes.
    package let iv: [UInt8]

    /// EVP_BytesToKey with MD5 and one round: what `openssl enc -md md5` and CryptoJS use. It costs nothing, so anyone
    /// can try passphrases as fast as MD5 is; only for files that need it.
    ///
    /// - Parameter salt: ``saltCount`` bytes.
    package init(md5 passphrase: LockedBytes, salt: [UInt8]) throws(CryptoError) {
        guard salt.count == Self.saltCount, let count = Int32(exactly: passphrase.count) else {
            throw .invalidParameter("a passphrase of \(passphrase.count) and a salt of \(salt.count) bytes")
        }
        var iv = [UInt8](repeating: 0, count: AESCBC.blockCount)
        key = try SecureBytes(count: AESCBC.keyCount) { key throws(CryptoError) in
            let keyCount = passphrase.withBytes { passphrase in
                EVP_BytesToKey(
                    EVP_aes_256_cbc(), EVP_md5(), salt, passphrase.bytePointer, count, 1,
                    key.baseAddress?.assumingMemoryBound(to: UInt8.self), &iv)
            }
            guard keyCount == Int32(AESCBC.keyCount) else { throw .operationFailed("a key derivation with MD5") }
        }
        self.iv = iv
    }
}
