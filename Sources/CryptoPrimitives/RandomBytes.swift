import COpenSSL

/// Bytes from libcrypto's random generator.
package enum RandomBytes {
    /// - throws: ``CryptoError/operationFailed(_:)`` if the system has no randomness.
    package static func make(_ count: Int) throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard RAND_bytes(&bytes, Int32(clamping: count)) == 1 else { throw .operationFailed("RAND_bytes") }
        return bytes
    }

    /// A key that is wiped after use.
    package static func makeKey(_ count: Int) throws(CryptoError) -> SecureBytes {
        try SecureBytes(count: count) { buffer throws(CryptoError) in
            guard RAND_bytes(buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(clamping: count)) == 1
            else {
                throw .operationFailed("RAND_bytes")
            }
        }
    }
}
