import COpenSSL

/// AES Key Wrap, RFC 3394, with the default initial value.
package enum AESKeyWrap {
    /// How many bytes a wrapped key is longer than the key.
    package static let overheadCount = 8

    /// Unwraps a key of at least 16 bytes.
    ///
    /// - Parameters:
    ///   - wrapped: a multiple of eight bytes, at least 24.
    ///   - key: of 16, 24 or 32 bytes.
    /// - Throws: ``CryptoError/authenticationFailed`` for another length, a wrong key, or damage.
    package static func unwrap(_ wrapped: [UInt8], key: borrowing SecureBytes) throws(CryptoError) -> SecureBytes {
        let keyCount = key.count
        guard let cipher = cipher(keyCount: keyCount) else { throw .invalidParameter("a key of \(keyCount) bytes") }
        guard wrapped.count >= 24, wrapped.count.isMultiple(of: 8), let count = Int32(exactly: wrapped.count) else {
            throw .authenticationFailed
        }
        guard let context = EVP_CIPHER_CTX_new() else { throw .operationFailed("AES Key Wrap") }
        defer { EVP_CIPHER_CTX_free(context) }
        EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
        // libcrypto may use the whole length.
        let buffer = try SecureBytes(count: wrapped.count) { out throws(CryptoError) in
            let isStarted = key.withBytes { EVP_DecryptInit_ex2(context, cipher, $0.bytePointer, nil, nil) == 1 }
            guard isStarted else { throw .operationFailed("AES Key Wrap") }
            var written: Int32 = 0
            let bytes = out.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard EVP_DecryptUpdate(context, bytes, &written, wrapped, count) == 1,
                Int(written) == wrapped.count - overheadCount
            else {
                ERR_clear_error()
                throw .authenticationFailed
            }
        }
        return buffer.prefix(wrapped.count - overheadCount)
    }

    private static func cipher(keyCount: Int) -> OpaquePointer? {
        switch keyCount {
        case 16: EVP_aes_128_wrap()
        case 24: EVP_aes_192_wrap()
        case 32: EVP_aes_256_wrap()
        default: nil
        }
    }
}
