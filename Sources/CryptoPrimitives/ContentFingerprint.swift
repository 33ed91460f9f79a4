import COpenSSL

/// Recognizes equal contents: 16 bytes that are the same for the same bytes, and for different ones only with a chance
/// of less than 1 in 2^100, whoever chose them.
///
/// GHASH (NIST SP 800-38D) with a random key that never leaves the process. Fingerprints are to be compared only within
/// the process; as a signature they are worthless.
package struct ContentFingerprint: Sendable {
    private let key: [UInt8]
    private let nonce: [UInt8]

    /// - throws: ``CryptoError/operationFailed(_:)`` if the system has no randomness.
    package init() throws(CryptoError) {
        key = try RandomBytes.make(16)
        nonce = try RandomBytes.make(12)
    }

    /// - returns: nil if the bytes are too many for libcrypto (2 GiB) or it is out of memory.
    package func of(_ bytes: [UInt8]) -> UInt128? {
        guard bytes.count <= Int(Int32.max), let context = EVP_CIPHER_CTX_new() else { return nil }
        defer { EVP_CIPHER_CTX_free(context) }
        var count: Int32 = 0
        var tag = [UInt8](repeating: 0, count: 16)
        guard EVP_EncryptInit_ex2(context, EVP_aes_128_gcm(), key, nonce, nil) == 1,
            EVP_EncryptUpdate(context, nil, &count, bytes, Int32(bytes.count)) == 1,
            EVP_EncryptFinal_ex(context, nil, &count) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
        else { return nil }
        return tag.reduce(0) { $0 << 8 | UInt128($1) }
    }
}
