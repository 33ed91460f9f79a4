import COpenSSL
import SecureMemory

/// Bytes in locked memory that are wiped when they go out of scope: keys and decrypted data.
///
/// They have one owner and never move, so no copy is left. They cannot be interpolated: a noncopyable type has no
/// description.
package struct SecureBytes: ~Copyable, Sendable {
    private let bytes: LockedBytes

    /// Allocates `count` bytes and lets `fill` write them in place.
    package init<Failure: Error>(
        count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        bytes = try LockedBytes(count: count, fill)
    }

    /// A copy of other bytes.
    package init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    package var count: Int { bytes.count }

    /// A copy of the first bytes.
    package func prefix(_ count: Int) -> SecureBytes { SecureBytes(copying: bytes.prefix(count)) }

    /// Reads the bytes; `body` must wipe any copy it makes.
    package func withBytes<Value, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try bytes.withBytes(body)
    }
}

/// Bytes from libcrypto's random generator.
package enum RandomBytes {
    /// - Throws: ``CryptoError/operationFailed(_:)`` if the system has no randomness.
    package static func make(_ count: Int) throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard RAND_bytes(&bytes, Int32(clamping: count)) == 1 else { throw .operationFailed("RAND_bytes") }
        return bytes
    }

    /// A key that is wiped after use.
    package static func makeKey(_ count: Int) throws(CryptoError) -> SecureBytes {
        try SecureBytes(count: count) { buffer throws(CryptoError) in
            guard RAND_bytes(buffer.bytePointer, Int32(clamping: count)) == 1
            else { throw .operationFailed("RAND_bytes") }
        }
    }
}

/// Why a cryptographic operation failed.
package enum CryptoError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A tag did not verify: a wrong key, or changed data. The two cannot be distinguished.
    case authenticationFailed
    /// A length or cost is out of range; the text names it.
    case invalidParameter(String)
    /// libcrypto failed; the text names the operation. Most often it ran out of memory.
    case operationFailed(String)

    package var description: String {
        switch self {
        case .authenticationFailed: "the data does not verify: wrong key, or the data was changed"
        case .invalidParameter(let what): what
        case .operationFailed(let operation): "\(operation) failed in the cryptographic library"
        }
    }
}
