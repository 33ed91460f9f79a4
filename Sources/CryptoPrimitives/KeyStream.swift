import CSodium

/// Salsa20 and ChaCha20 (RFC 8439): bytes combined with a stream made from key and nonce. Not authenticated.
package struct KeyStream: ~Copyable {
    package enum Cipher: Sendable, Hashable {
        /// 32-byte key, 8-byte nonce.
        case salsa20
        /// 32-byte key, 12-byte nonce, counted from 0.
        case chaCha20

        var nonceCount: Int { self == .salsa20 ? 8 : 12 }
    }

    private let cipher: Cipher
    private let key: SecureBytes
    private let nonce: [UInt8]
    /// Bytes of the stream that are used.
    private var offset: UInt64 = 0

    private static let blockCount: UInt64 = 64

    package init(_ cipher: Cipher, key: consuming SecureBytes, nonce: [UInt8]) throws(CryptoError) {
        let keyCount = key.count
        guard keyCount == 32, nonce.count == cipher.nonceCount else {
            throw .invalidParameter("a key of \(keyCount) and a nonce of \(nonce.count) bytes")
        }
        self.cipher = cipher
        self.key = key
        self.nonce = nonce
    }

    /// Encrypts or decrypts the next bytes of the stream.
    package mutating func apply(to bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
        try Sodium.initialize()
        let block = offset / Self.blockCount, skipped = Int(offset % Self.blockCount)
        var buffer = [UInt8](repeating: 0, count: skipped) + bytes
        let count = UInt64(buffer.count), cipher = cipher, nonce = nonce
        let status = key.withBytes { key in
            buffer.withUnsafeMutableBufferPointer { buffer -> Int32 in
                guard let bytes = buffer.baseAddress, let key = key.bytePointer else { return 0 }
                return switch cipher {
                case .salsa20: crypto_stream_salsa20_xor_ic(bytes, bytes, count, nonce, block, key)
                case .chaCha20:
                    crypto_stream_chacha20_ietf_xor_ic(
                        bytes, bytes, count, nonce, UInt32(truncatingIfNeeded: block), key)
                }
            }
        }
        guard status == 0 else { throw .operationFailed("a key stream") }
        offset += UInt64(bytes.count)
        return Array(buffer[skipped...])
    }
}
