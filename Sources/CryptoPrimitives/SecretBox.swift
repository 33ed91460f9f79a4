import CSodium

/// NaCl's `crypto_secretbox`: XSalsa20-Poly1305 with the tag before the ciphertext.
package enum SecretBox {
    package static let keyCount = 32
    package static let nonceCount = 24
    package static let tagCount = 16

    /// Decrypts.
    ///
    /// - Parameter box: tag and ciphertext.
    /// - Throws: ``CryptoError/authenticationFailed`` if the tag does not verify, and
    ///   ``CryptoError/invalidParameter(_:)`` for a key or a nonce of the wrong size.
    package static func open(
        _ box: [UInt8], key: borrowing SecureBytes, nonce: [UInt8]
    ) throws(CryptoError) -> SecureBytes {
        guard key.count == keyCount, nonce.count == nonceCount else {
            throw .invalidParameter("a key of \(key.count) and a nonce of \(nonce.count) bytes")
        }
        guard box.count >= tagCount else { throw .authenticationFailed }
        try Sodium.initialize()
        return try SecureBytes(count: box.count - tagCount) { text throws(CryptoError) in
            let isOpened = key.withBytes { key in
                guard let key = key.bytePointer else { return false }
                return crypto_secretbox_open_easy(
                    text.baseAddress?.assumingMemoryBound(to: UInt8.self), box, UInt64(box.count), nonce, key) == 0
            }
            guard isOpened else { throw .authenticationFailed }
        }
    }
}
