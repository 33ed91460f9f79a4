import CSodium

/// A keyed hash of 16 bytes that is the same in every process with the same key: BLAKE2b, RFC 7693.
///
/// Without the key, a hash says nothing about what was hashed, except whether two are equal.
package struct KeyedHash: Sendable {
    /// The key's length in bytes.
    package static let keyCount = 32
    /// The hash's length in bytes.
    package static let count = 16

    private let key: [UInt8]

    /// - Throws: ``CryptoError`` for a key of another length, or if the library cannot be used.
    package init(key: [UInt8]) throws(CryptoError) {
        guard key.count == Self.keyCount else { throw .invalidParameter("a key of \(key.count) bytes") }
        try Sodium.initialize()
        self.key = key
    }

    /// - Returns: nil if the library fails, which it does only for parameters out of range.
    package func of(_ bytes: [UInt8]) -> [UInt8]? {
        var hash = [UInt8](repeating: 0, count: Self.count)
        let status = crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), key, key.count)
        return status == 0 ? hash : nil
    }
}
