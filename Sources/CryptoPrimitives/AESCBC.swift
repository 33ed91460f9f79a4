import COpenSSL

/// AES in CBC mode, NIST SP 800-38A, with or without PKCS#7 padding. Not authenticated: if the format has a MAC, check
/// it first.
package enum AESCBC {
    /// The length of a key of AES-256, which most formats use.
    package static let keyCount = 32
    package static let blockCount = 16

    /// Encrypts with PKCS#7 padding.
    ///
    /// - Parameter key: of 16, 24 or 32 bytes.
    /// - Throws: ``CryptoError/invalidParameter(_:)`` for a key or an IV of the wrong size.
    package static func seal(
        _ plaintext: borrowing SecureBytes, key: borrowing SecureBytes, iv: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        guard let cipher = ciphers(keyCount: key.count)?.cbc, iv.count == blockCount,
            plaintext.count <= Int(Int32.max) - blockCount
        else { throw .invalidParameter("a key of \(key.count), an IV of \(iv.count) and \(plaintext.count) bytes") }
        guard let context = EVP_CIPHER_CTX_new() else { throw .operationFailed("AES") }
        defer { EVP_CIPHER_CTX_free(context) }
        var out = [UInt8](repeating: 0, count: plaintext.count + blockCount)
        var written: Int32 = 0, rest: Int32 = 0
        let isSealed = key.withBytes { key in
            plaintext.withBytes { plaintext in
                out.withUnsafeMutableBytes { out in
                    let bytes = out.bytePointer
                    return EVP_EncryptInit_ex2(context, cipher, key.bytePointer, iv, nil) == 1
                        && EVP_EncryptUpdate(
                            context, bytes, &written, plaintext.bytePointer, Int32(plaintext.count)) == 1
                        && EVP_EncryptFinal_ex(context, bytes.map { $0 + Int(written) }, &rest) == 1
                }
            }
        }
        guard isSealed else { throw .operationFailed("AES") }
        return Array(out.prefix(Int(written + rest)))
    }

    /// Decrypts.
    ///
    /// - Parameter key: of 16, 24 or 32 bytes.
    /// - Throws: ``CryptoError/authenticationFailed`` if the padding is wrong, or the text is not a whole number of
    ///   blocks: a wrong key, or damage.
    package static func open(
        _ ciphertext: [UInt8], key: borrowing SecureBytes, iv: [UInt8], isPadded: Bool = true
    ) throws(CryptoError) -> SecureBytes {
        try open(ciphertext, ciphers(keyCount: key.count)?.cbc, hasBlocks: true, isPadded: isPadded, key: key, iv: iv)
    }

    /// Decrypts in either mode.
    ///
    /// - Parameter cipher: nil for a key of an impossible length.
    fileprivate static func open(
        _ ciphertext: [UInt8], _ cipher: OpaquePointer?, hasBlocks: Bool, isPadded: Bool, key: borrowing SecureBytes,
        iv: [UInt8]
    ) throws(CryptoError) -> SecureBytes {
        let keyCount = key.count
        guard let cipher, iv.count == blockCount, ciphertext.count <= Int(Int32.max) - blockCount else {
            throw .invalidParameter("a key of \(keyCount), an IV of \(iv.count) and \(ciphertext.count) bytes")
        }
        guard !hasBlocks || !ciphertext.isEmpty && ciphertext.count.isMultiple(of: blockCount) else {
            throw .authenticationFailed
        }
        guard let context = EVP_CIPHER_CTX_new() else { throw .operationFailed("AES") }
        defer { EVP_CIPHER_CTX_free(context) }
        var total = 0
        // libcrypto may write one block more than it returns.
        let padded = try SecureBytes(count: ciphertext.count + blockCount) { plaintext throws(CryptoError) in
            let out = plaintext.bytePointer
            var written: Int32 = 0, rest: Int32 = 0
            let isRead = key.withBytes { key in
                EVP_DecryptInit_ex2(context, cipher, key.bytePointer, iv, nil) == 1
                    && EVP_CIPHER_CTX_set_padding(context, isPadded ? 1 : 0) == 1
                    && EVP_DecryptUpdate(context, out, &written, ciphertext, Int32(ciphertext.count)) == 1
            }
            guard isRead else { throw .operationFailed("AES") }
            guard EVP_DecryptFinal_ex(context, out.map { $0 + Int(written) }, &rest) == 1 else {
                ERR_clear_error()
                throw .authenticationFailed
            }
            total = Int(written + rest)
        }
        return padded.prefix(total)
    }

    fileprivate static func ciphers(keyCount: Int) -> (cbc: OpaquePointer?, cfb: OpaquePointer?)? {
        switch keyCount {
        case 16: (EVP_aes_128_cbc(), EVP_aes_128_cfb128())
        case 24: (EVP_aes_192_cbc(), EVP_aes_192_cfb128())
        case 32: (EVP_aes_256_cbc(), EVP_aes_256_cfb128())
        default: nil
        }
    }
}

/// AES in CFB mode with feedback of whole blocks, NIST SP 800-38A, as in OpenPGP. Not authenticated.
package enum AESCFB {
    package static let blockCount = AESCBC.blockCount

    /// Decrypts.
    ///
    /// - Parameter key: of 16, 24 or 32 bytes.
    /// - Throws: ``CryptoError/invalidParameter(_:)`` for a key or an IV of the wrong size.
    package static func open(
        _ ciphertext: [UInt8], key: borrowing SecureBytes, iv: [UInt8]
    ) throws(CryptoError) -> SecureBytes {
        let cipher = AESCBC.ciphers(keyCount: key.count)?.cfb
        return try AESCBC.open(ciphertext, cipher, hasBlocks: false, isPadded: false, key: key, iv: iv)
    }
}
