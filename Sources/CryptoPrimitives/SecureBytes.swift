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
