import COpenSSL
import SecureMemory

/// The key and the IV for AES-CBC that OpenSSL, and programs that follow it, derive from a passphrase.
package struct OpenSSLKey: ~Copyable, Sendable {
    package static let saltCount = 8

    package let key: SecureBytes
    /// ``AESCBC/blockCount`` bytes.
    package let iv: [UInt8]

    /// EVP_BytesToKey with MD5 and one round: what `openssl enc -md md5` and CryptoJS use. It costs nothing, so anyone
    /// can try passphrases as fast as MD5 is; only for files that need it.
    ///
    /// - Parameter salt: ``saltCount`` bytes.
    package init(md5 passphrase: LockedBytes, salt: [UInt8]) throws(CryptoError) {
        try self.init(passphrase, salt, EVP_aes_256_cbc(), EVP_md5(), keyCount: AESCBC.keyCount)
    }

    /// The same with SHA-256, for AES-128: what `openssl enc -aes-128-cbc -md sha256` uses.
    ///
    /// - Parameter salt: ``saltCount`` bytes.
    package init(sha256 passphrase: LockedBytes, salt: [UInt8]) throws(CryptoError) {
        try self.init(passphrase, salt, EVP_aes_128_cbc(), EVP_sha256(), keyCount: 16)
    }

    private init(
        _ passphrase: LockedBytes, _ salt: [UInt8], _ cipher: OpaquePointer?, _ digest: OpaquePointer?, keyCount: Int
    ) throws(CryptoError) {
        guard salt.count == Self.saltCount, let count = Int32(exactly: passphrase.count) else {
            throw .invalidParameter("a passphrase of \(passphrase.count) and a salt of \(salt.count) bytes")
        }
        var iv = [UInt8](repeating: 0, count: AESCBC.blockCount)
        key = try SecureBytes(count: keyCount) { key throws(CryptoError) in
            let derived = passphrase.withBytes { passphrase in
                EVP_BytesToKey(
                    cipher, digest, salt, passphrase.bytePointer, count, 1,
                    key.baseAddress?.assumingMemoryBound(to: UInt8.self), &iv)
            }
            guard derived == Int32(keyCount) else { throw .operationFailed("a key derivation of OpenSSL") }
        }
        self.iv = iv
    }
}
