import CTwofish

/// Twofish with 256-bit keys in CBC mode, as in KeePass. Not authenticated.
package enum TwofishCBC {
    package static let keyCount = 32
    package static let blockCount = 16

    /// - Parameter isPadded: whether PKCS#7 padding is removed.
    /// - Throws: ``CryptoError/authenticationFailed`` if the padding is wrong, or the text is not a whole number of
    ///   blocks.
    package static func open(
        _ ciphertext: [UInt8], key: borrowing SecureBytes, iv: [UInt8], isPadded: Bool = true
    ) throws(CryptoError) -> SecureBytes {
        guard key.count == keyCount, iv.count == blockCount else {
            throw .invalidParameter("a key of \(key.count) and an IV of \(iv.count) bytes")
        }
        guard !ciphertext.isEmpty, ciphertext.count.isMultiple(of: blockCount) else { throw .authenticationFailed }
        var paddingCount = 0
        let padded = try SecureBytes(count: ciphertext.count) { plaintext throws(CryptoError) in
            let done = key.withBytes { key in
                ctwofish_cbc_decrypt(key.bytePointer, iv, ciphertext, plaintext.bytePointer, ciphertext.count)
            }
            guard done else { throw .operationFailed("Twofish") }
            guard isPadded else { return }
            let last = Int(plaintext[plaintext.count - 1])
            guard 1...blockCount ~= last, plaintext.suffix(last).allSatisfy({ Int($0) == last }) else {
                throw .authenticationFailed
            }
            paddingCount = last
        }
        return padded.prefix(ciphertext.count - paddingCount)
    }
}
