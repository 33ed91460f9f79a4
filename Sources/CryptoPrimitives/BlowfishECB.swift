import CTwofish

/// Blowfish in ECB mode with the longest key and the padding of ISO 10126, as in WinAuth. Not authenticated.
package enum BlowfishECB {
    /// The key schedule uses no more.
    package static let keyCount = 72
    package static let blockCount = 8

    /// - Throws: ``CryptoError/authenticationFailed`` if the padding is wrong, or the text is not a whole number of
    ///   blocks.
    package static func open(_ ciphertext: [UInt8], key: borrowing SecureBytes) throws(CryptoError) -> SecureBytes {
        guard key.count == keyCount else { throw .invalidParameter("a key of \(key.count) bytes") }
        guard !ciphertext.isEmpty, ciphertext.count.isMultiple(of: blockCount) else { throw .authenticationFailed }
        var paddingCount = 0
        let padded = try SecureBytes(count: ciphertext.count) { plaintext throws(CryptoError) in
            let done = key.withBytes { key in
                ctwofish_blowfish_ecb_decrypt(key.bytePointer, ciphertext, plaintext.bytePointer, ciphertext.count)
            }
            guard done else { throw .operationFailed("Blowfish") }
            // The other bytes of the padding are random.
            paddingCount = Int(plaintext[plaintext.count - 1])
            guard 1...blockCount ~= paddingCount else { throw .authenticationFailed }
        }
        return padded.prefix(ciphertext.count - paddingCount)
    }
}
