import CSodium

/// libsodium's `crypto_secretstream_xchacha20poly1305`: a stream of authenticated messages.
public enum SecretStream {
    public static let keyCount = 32
    public static let headerCount = 24
    /// How many bytes a message is longer than its text: a tag byte and the Poly1305 tag.
    public static let overheadCount = 17

    /// Decrypts a stream of one message with any tag: some apps mark it as the last message, others do not.
    ///
    /// - Throws: ``CryptoError/authenticationFailed`` if the message does not verify.
    public static func openSingle(
        _ message: [UInt8], key: borrowing SecureBytes, header: [UInt8]
    ) throws(CryptoError) -> SecureBytes {
        guard key.count == keyCount, header.count == headerCount else {
            throw .invalidParameter("a key of \(key.count) and a header of \(header.count) bytes")
        }
        guard message.count >= overheadCount else { throw .authenticationFailed }
        guard sodium_init() >= 0 else { throw .operationFailed("libsodium's initialization") }
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
                &state, text.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, &tag, message,
                UInt64(message.count), nil, 0)
            guard opened == 0 else { throw .authenticationFailed }
        }
    }
}
