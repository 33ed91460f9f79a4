import CSodium

/// libsodium's `crypto_secretstream_xchacha20poly1305`: a stream of authenticated messages.
package enum SecretStream {
    package static let keyCount = 32
    package static let headerCount = 24
    /// How many bytes a message is longer than its text: a tag byte and the Poly1305 tag.
    package static let overheadCount = 17

    /// Encrypts a stream of one message with the tag `FINAL`. The header, and so the nonce, comes from libsodium.
    ///
    /// - Throws: ``CryptoError/invalidParameter(_:)`` for a key of the wrong size.
    package static func sealSingle(
        _ text: borrowing SecureBytes, key: borrowing SecureBytes
    ) throws(CryptoError) -> (header: [UInt8], message: [UInt8]) {
        guard key.count == keyCount else { throw .invalidParameter("a key of \(key.count) bytes") }
        try Sodium.initialize()
        var state = crypto_secretstream_xchacha20poly1305_state()
        defer { sodium_memzero(&state, MemoryLayout.size(ofValue: state)) }
        var header = [UInt8](repeating: 0, count: headerCount)
        var message = [UInt8](repeating: 0, count: text.count + overheadCount)
        let isSealed = key.withBytes { key in
            text.withBytes { text in
                guard let key = key.bytePointer,
                    crypto_secretstream_xchacha20poly1305_init_push(&state, &header, key) == 0
                else { return false }
                return crypto_secretstream_xchacha20poly1305_push(
                    &state, &message, nil, text.bytePointer, UInt64(text.count), nil, 0,
                    crypto_secretstream_xchacha20poly1305_tag_final()) == 0
            }
        }
        guard isSealed else { throw .operationFailed("XChaCha20-Poly1305") }
        return (header, message)
    }

    /// Decrypts a stream of one message with any tag: some apps mark it as the last message, others do not.
    ///
    /// - Throws: ``CryptoError/authenticationFailed`` if the message does not verify.
    package static func openSingle(
        _ message: [UInt8], key: borrowing SecureBytes, header: [UInt8]
    ) throws(CryptoError) -> SecureBytes {
        guard key.count == keyCount, header.count == headerCount else {
            throw .invalidParameter("a key of \(key.count) and a header of \(header.count) bytes")
        }
        guard message.count >= overheadCount else { throw .authenticationFailed }
        try Sodium.initialize()
        var state = crypto_secretstream_xchacha20poly1305_state()
        defer { sodium_memzero(&state, MemoryLayout.size(ofValue: state)) }
        let isReady = key.withBytes { key in
            guard let key = key.bytePointer else { return false }
            return crypto_secretstream_xchacha20poly1305_init_pull(&state, header, key) == 0
        }
        guard isReady else { throw .authenticationFailed }
        return try SecureBytes(count: message.count - overheadCount) { text throws(CryptoError) in
            var tag: UInt8 = 0
            let opened = crypto_secretstream_xchacha20poly1305_pull(
                &state, text.bytePointer, nil, &tag, message, UInt64(message.count), nil, 0)
            guard opened == 0 else { throw .authenticationFailed }
        }
    }
}

/// libsodium, which must be initialized before anything else of it is called.
enum Sodium {
    /// Does nothing after the first call.
    static func initialize() throws(CryptoError) {
        guard sodium_init() >= 0 else { throw .operationFailed("libsodium's initialization") }
    }
}

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
        try open(box, key: key, nonce: nonce) { text, key in
            crypto_secretbox_open_easy(text, box, UInt64(box.count), nonce, key)
        }
    }

    /// Calls a function of libsodium with a buffer for the text, and the key. It returns 0 if the tag verifies.
    fileprivate static func open(
        _ sealed: [UInt8], key: borrowing SecureBytes, nonce: [UInt8],
        _ function: (UnsafeMutablePointer<UInt8>?, UnsafePointer<UInt8>) -> Int32
    ) throws(CryptoError) -> SecureBytes {
        guard key.count == keyCount, nonce.count == nonceCount else {
            throw .invalidParameter("a key of \(key.count) and a nonce of \(nonce.count) bytes")
        }
        guard sealed.count >= tagCount else { throw .authenticationFailed }
        try Sodium.initialize()
        return try SecureBytes(count: sealed.count - tagCount) { text throws(CryptoError) in
            let isOpened = key.withBytes { key in key.bytePointer.map { function(text.bytePointer, $0) } == 0 }
            guard isOpened else { throw .authenticationFailed }
        }
    }
}

/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha): ChaCha20-Poly1305 of RFC 8439 with a nonce of 24 bytes.
package enum XChaCha20Poly1305 {
    package static let keyCount = SecretBox.keyCount
    package static let nonceCount = SecretBox.nonceCount
    package static let tagCount = SecretBox.tagCount

    /// Decrypts.
    ///
    /// - Parameter sealed: ciphertext and tag.
    /// - Throws: as ``SecretBox/open(_:key:nonce:)``.
    package static func open(
        _ sealed: [UInt8], key: borrowing SecureBytes, nonce: [UInt8], associatedData: [UInt8]
    ) throws(CryptoError) -> SecureBytes {
        try SecretBox.open(sealed, key: key, nonce: nonce) { text, key in
            crypto_aead_xchacha20poly1305_ietf_decrypt(
                text, nil, nil, sealed, UInt64(sealed.count), associatedData, UInt64(associatedData.count), nonce, key)
        }
    }
}
