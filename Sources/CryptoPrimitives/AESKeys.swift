import COpenSSL

extension KeyDerivation {
    /// KeePass's AES-KDF: both halves of a 32-byte key encrypted `rounds` times with AES-256 and the key `seed`, hashed
    /// with SHA-256.
    ///
    /// The caller must cap the rounds: they come from a file.
    package static func aesKDF(
        key: borrowing SecureBytes, seed: [UInt8], rounds: UInt64
    ) throws(CryptoError) -> SecureBytes {
        guard key.count == 32, seed.count == 32 else {
            throw .invalidParameter("a key of \(key.count) and a seed of \(seed.count) bytes")
        }
        var halves: [[UInt8]] = key.withBytes { [Array($0.prefix(16)), Array($0.suffix(16))] }
        for index in halves.indices { halves[index] = try encrypted(halves[index], times: rounds, seed: seed) }
        return SecureBytes(copying: try Digest.sha256.hash(halves[0] + halves[1]))
    }

    /// Encrypting zeros in CBC mode does exactly this: each block is the encryption of the previous block.
    private static func encrypted(_ block: [UInt8], times: UInt64, seed: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard times > 0 else { return block }
        guard let context = EVP_CIPHER_CTX_new() else { throw .operationFailed("AES-KDF") }
        defer { EVP_CIPHER_CTX_free(context) }
        guard EVP_EncryptInit_ex2(context, EVP_aes_256_cbc(), seed, block, nil) == 1,
            EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else { throw .operationFailed("AES-KDF") }
        let zeros = [UInt8](repeating: 0, count: 16 << 12)
        var out = [UInt8](repeating: 0, count: zeros.count)
        var left = times
        var lastCount = 0
        while left > 0 {
            lastCount = Int(min(left, UInt64(zeros.count / 16))) * 16
            var written: Int32 = 0
            guard EVP_EncryptUpdate(context, &out, &written, zeros, Int32(lastCount)) == 1,
                written == Int32(lastCount)
            else { throw .operationFailed("AES-KDF") }
            left -= UInt64(lastCount / 16)
        }
        return Array(out[(lastCount - 16)..<lastCount])
    }
}

/// AES Key Wrap, RFC 3394, with the default initial value, or with padding, RFC 5649.
package enum AESKeyWrap {
    /// Unwraps a key. Its initial value says whether it is padded.
    ///
    /// - Parameters:
    ///   - wrapped: a multiple of eight bytes, at least 16.
    ///   - key: of 16, 24 or 32 bytes.
    /// - Throws: ``CryptoError/authenticationFailed`` for another length, a wrong key, or damage.
    package static func unwrap(_ wrapped: [UInt8], key: borrowing SecureBytes) throws(CryptoError) -> SecureBytes {
        guard let ciphers = ciphers(keyCount: key.count) else { throw .invalidParameter("a key of \(key.count) bytes") }
        if let plain = try unwrap(wrapped, ciphers.exact, key: key) { return plain }
        if let plain = try unwrap(wrapped, ciphers.padded, key: key) { return plain }
        throw .authenticationFailed
    }

    /// - Returns: nil for another length, a wrong key, or damage.
    private static func unwrap(
        _ wrapped: [UInt8], _ cipher: OpaquePointer?, key: borrowing SecureBytes
    ) throws(CryptoError) -> SecureBytes? {
        guard let count = Int32(exactly: wrapped.count), count > 0 else { return nil }
        guard let context = EVP_CIPHER_CTX_new() else { throw .operationFailed("AES Key Wrap") }
        defer { EVP_CIPHER_CTX_free(context) }
        EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
        var plainCount: Int32 = 0
        // libcrypto may use the whole length.
        let buffer = try SecureBytes(count: wrapped.count) { out throws(CryptoError) in
            let isStarted = key.withBytes { EVP_DecryptInit_ex2(context, cipher, $0.bytePointer, nil, nil) == 1 }
            guard isStarted else { throw .operationFailed("AES Key Wrap") }
            let bytes = out.bytePointer
            if EVP_DecryptUpdate(context, bytes, &plainCount, wrapped, count) != 1 {
                ERR_clear_error()
                plainCount = 0
            }
        }
        guard plainCount > 0 else { return nil }
        return buffer.prefix(Int(plainCount))
    }

    private static func ciphers(keyCount: Int) -> (exact: OpaquePointer?, padded: OpaquePointer?)? {
        switch keyCount {
        case 16: (EVP_aes_128_wrap(), EVP_aes_128_wrap_pad())
        case 24: (EVP_aes_192_wrap(), EVP_aes_192_wrap_pad())
        case 32: (EVP_aes_256_wrap(), EVP_aes_256_wrap_pad())
        default: nil
        }
    }
}
