import COpenSSL

/// AES-256-GCM, NIST SP 800-38D, with nonces of 12 or 16 bytes.
package enum AESGCM {
    package static let keyCount = 32
    package static let nonceCount = 12
    package static let longNonceCount = 16
    package static let tagCount = 16

    /// Encrypts.
    ///
    /// - Returns: the ciphertext, then the tag.
    package static func seal(
        _ plaintext: borrowing SecureBytes, key: borrowing SecureBytes, nonce: [UInt8], associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try check(key: key.count, nonce: nonce.count, data: plaintext.count, associatedData.count)
        guard let context = EVP_CIPHER_CTX_new() else { throw .operationFailed("AES-GCM") }
        defer { EVP_CIPHER_CTX_free(context) }
        var out = [UInt8](repeating: 0, count: plaintext.count + tagCount)
        let isSealed = key.withBytes { key in
            plaintext.withBytes { plaintext in
                out.withUnsafeMutableBytes { out in
                    let bytes = out.assumingMemoryBound(to: UInt8.self)
                    var count: Int32 = 0
                    return EVP_EncryptInit_ex2(context, EVP_aes_256_gcm(), nil, nil, nil) == 1
                        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonce.count), nil) == 1
                        && EVP_EncryptInit_ex2(context, nil, key.bytePointer, nonce, nil) == 1
                        && EVP_EncryptUpdate(context, nil, &count, associatedData, Int32(associatedData.count)) == 1
                        && EVP_EncryptUpdate(
                            context, bytes.baseAddress, &count, plaintext.bytePointer, Int32(plaintext.count)) == 1
                        && EVP_EncryptFinal_ex(context, nil, &count) == 1
                        && EVP_CIPHER_CTX_ctrl(
                            context, EVP_CTRL_AEAD_GET_TAG, Int32(tagCount),
                            out.baseAddress.map { $0 + plaintext.count }) == 1
                }
            }
        }
        guard isSealed else { throw .operationFailed("AES-GCM") }
        return out
    }

    /// Decrypts the result of ``seal(_:key:nonce:associatedData:)``.
    ///
    /// - Parameter tagCount: bytes of the tag, 8 to 16. Shorter tags protect less; some apps use them.
    /// - Throws: ``CryptoError/authenticationFailed`` if the tag does not verify; no plaintext is returned then.
    package static func open(
        _ sealed: [UInt8], key: borrowing SecureBytes, nonce: [UInt8], associatedData: [UInt8],
        tagCount: Int = AESGCM.tagCount
    ) throws(CryptoError) -> SecureBytes {
        guard 8...Self.tagCount ~= tagCount else { throw .invalidParameter("a tag of \(tagCount) bytes") }
        guard sealed.count >= tagCount else { throw .authenticationFailed }
        let count = sealed.count - tagCount
        try check(key: key.count, nonce: nonce.count, data: count, associatedData.count)
        guard let context = EVP_CIPHER_CTX_new() else { throw .operationFailed("AES-GCM") }
        defer { EVP_CIPHER_CTX_free(context) }
        var tag = Array(sealed.suffix(tagCount))
        return try SecureBytes(count: count) { plaintext throws(CryptoError) in
            let isStarted = key.withBytes { key in
                var written: Int32 = 0
                return EVP_DecryptInit_ex2(context, EVP_aes_256_gcm(), nil, nil, nil) == 1
                    && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonce.count), nil) == 1
                    && EVP_DecryptInit_ex2(context, nil, key.bytePointer, nonce, nil) == 1
                    && EVP_DecryptUpdate(context, nil, &written, associatedData, Int32(associatedData.count)) == 1
                    && EVP_DecryptUpdate(context, plaintext.bytePointer, &written, sealed, Int32(count)) == 1
                    && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagCount), &tag) == 1
            }
            guard isStarted else { throw .operationFailed("AES-GCM") }
            var written: Int32 = 0
            guard EVP_DecryptFinal_ex(context, nil, &written) == 1 else {
                ERR_clear_error()
                throw .authenticationFailed
            }
        }
    }

    /// Encrypts in place: all but the last bytes, which become the tag.
    ///
    /// - Returns: whether it did; the bytes are worthless otherwise.
    package static func seal(
        inPlace bytes: UnsafeMutableRawBufferPointer, key: borrowing SecureBytes, nonce: [UInt8]
    ) -> Bool {
        let count = bytes.count - tagCount
        guard count >= 0, nonce.count == nonceCount,
            (try? check(key: key.count, nonce: nonce.count, data: count, 0)) != nil,
            let start = bytes.bytePointer, let context = EVP_CIPHER_CTX_new()
        else { return false }
        defer { EVP_CIPHER_CTX_free(context) }
        var written: Int32 = 0
        return key.withBytes { key in
            EVP_EncryptInit_ex2(context, EVP_aes_256_gcm(), key.bytePointer, nonce, nil) == 1
        } && EVP_EncryptUpdate(context, start, &written, start, Int32(count)) == 1
            && EVP_EncryptFinal_ex(context, nil, &written) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagCount), start + count) == 1
    }

    /// Decrypts in place: all but the last bytes, which are the tag.
    ///
    /// - Returns: whether the tag verifies; the bytes are worthless otherwise.
    package static func open(
        inPlace bytes: UnsafeMutableRawBufferPointer, key: borrowing SecureBytes, nonce: [UInt8]
    ) -> Bool {
        let count = bytes.count - tagCount
        guard count >= 0, nonce.count == nonceCount,
            (try? check(key: key.count, nonce: nonce.count, data: count, 0)) != nil,
            let start = bytes.bytePointer, let context = EVP_CIPHER_CTX_new()
        else { return false }
        defer { EVP_CIPHER_CTX_free(context) }
        var written: Int32 = 0
        let isOpen =
            key.withBytes { key in
                EVP_DecryptInit_ex2(context, EVP_aes_256_gcm(), key.bytePointer, nonce, nil) == 1
            } && EVP_DecryptUpdate(context, start, &written, start, Int32(count)) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagCount), start + count) == 1
            && EVP_DecryptFinal_ex(context, nil, &written) == 1
        if !isOpen { ERR_clear_error() }
        return isOpen
    }

    /// libcrypto takes 32-bit lengths.
    private static func check(key: Int, nonce: Int, data: Int, _ associated: Int) throws(CryptoError) {
        guard key == keyCount, nonce == nonceCount || nonce == longNonceCount else {
            throw .invalidParameter("a key of \(key) and a nonce of \(nonce) bytes")
        }
        guard max(data, associated) <= Int(Int32.max) - tagCount else {
            throw .invalidParameter("\(max(data, associated)) bytes are too many for one message")
        }
    }
}

extension UnsafeRawBufferPointer {
    var bytePointer: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawBufferPointer {
    var bytePointer: UnsafeMutablePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
