import CSodium

/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha): ChaCha20-Poly1305 of RFC 8439 with a nonce of 24 bytes.
package enum XChaCha20Poly1305 {
    package static let keyCount = 32
    package static let nonceCount = 24
    package static let tagCount = 16

    /// Decrypts.
    ///
    /// - Parameter sealed: ciphertext and tag.
    /// - Throws: ``CryptoError/authenticationFailed`` if the tag does not verify, and
    ///   ``CryptoError/invalidParameter(_:)`` for a key or a nonce of the wrong size.
    package static func open(
        _ sealed: [UInt8], key: borrowing SecureBytes, nonce: [UInt8], associatedData: [UInt8]
    ) throws(CryptoError) -> SecureBytes {
        guard key.count == keyCount, nonce.count == nonceCount else {
            throw .invalidParameter("a key of \(key.count) and a nonce of \(nonce.count) bytes")
        }
        guard sealed.count >= tagCount else { throw .authenticationFailed }
        try Sodium.initialize()
        return try SecureBytes(count: sealed.count - tagCount) { text throws(CryptoError) in
            let isOpened = key.withBytes { key in
                guard let key = key.bytePointer else { return false }
                return crypto_aead_xchacha20poly1305_ietf_decrypt(
                    text.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, nil, sealed, UInt64(sealed.count),
                    associatedData, UInt64(associatedData.count), nonce, key) == 0
            }
            guard isOpened else { throw .authenticationFailed }
        }
    }
}
