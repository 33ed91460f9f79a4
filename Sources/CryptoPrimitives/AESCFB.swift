import COpenSSL

/// AES in CFB mode with feedback of whole blocks, NIST SP 800-38A, as in OpenPGP. Not authenticated.
package enum AESCFB {
    package static let blockCount = 16

    /// Decrypts.
    ///
    /// - Parameter key: of 16, 24 or 32 bytes.
    /// - Throws: ``CryptoError/invalidParameter(_:)`` for a key or an IV of the wrong size.
    package static func open(
        _ ciphertext: [UInt8], key: borrowing SecureBytes, iv: [UInt8]
    ) throws(CryptoError) -> SecureBytes {
        let keyCount = key.count
        guard let cipher = cipher(keyCount: keyCount), iv.count == blockCount,
            let count = Int32(exactly: ciphertext.count)
        else {
            throw .invalidParameter("a key of \(keyCount), an IV of \(iv.count) and \(ciphertext.count) bytes")
        }
        guard let context = EVP_CIPHER_CTX_new() else { throw .operationFailed("AES-CFB") }
        defer { EVP_CIPHER_CTX_free(context) }
        return try SecureBytes(count: ciphertext.count) { plaintext throws(CryptoError) in
            var written: Int32 = 0
            let isRead = key.withBytes { key in
                EVP_DecryptInit_ex2(context, cipher, key.bytePointer, iv, nil) == 1
                    && EVP_DecryptUpdate(
                        context, plaintext.baseAddress?.assumingMemoryBound(to: UInt8.self), &written, ciphertext,
                        count) == 1
            }
            guard isRead, written == count else { throw .operationFailed("AES-CFB") }
        }
    }

    private static func cipher(keyCount: Int) -> OpaquePointer? {
        switch keyCount {
        case 16: EVP_aes_128_cfb128()
        case 24: EVP_aes_192_cfb128()
        case 32: EVP_aes_256_cfb128()
        default: nil
        }
    }
}
