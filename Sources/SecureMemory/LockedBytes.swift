/// Bytes of a passphrase or a key, in locked memory (``LockedPages``), which is wiped when they are no longer used.
///
/// A collection, so that they can be searched and compared; whoever copies them into an array must wipe that.
package final class LockedBytes: Sendable {
    package let count: Int
    /// Constant, and so are the bytes once `init` has returned: tasks may read them at the same time.
    nonisolated(unsafe) private let start: UnsafeMutableRawPointer
    /// Whether the system had no pages.
    private let isOrdinary: Bool

    /// Allocates `count` bytes and lets `fill` write them in place. A zero byte follows them, for C.
    package init<Failure: Error>(
        count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        self.count = count
        let block = LockedPages.allocate(count + 1)
        isOrdinary = block == nil
        start = block ?? .allocate(byteCount: count + 1, alignment: 16)
        if isOrdinary { start.initializeMemory(as: UInt8.self, repeating: 0, count: count + 1) }
        try fill(UnsafeMutableRawBufferPointer(start: start, count: count))
    }

    /// A copy of other bytes.
    package convenience init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    deinit {
        UnsafeMutableRawBufferPointer(start: start, count: count).wipe()
        if isOrdinary { start.deallocate() } else { LockedPages.free(start, count + 1) }
    }

    /// Reads the bytes; `body` must wipe any copy it makes.
    package func withBytes<Value: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Reads the bytes as a text of C, which ends at the first zero byte.
    package func withCString<Value: ~Copyable, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(UnsafePointer(start.assumingMemoryBound(to: CChar.self)))
    }
}

extension LockedBytes: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { count }
    package subscript(index: Int) -> UInt8 { UnsafeRawBufferPointer(start: start, count: count)[index] }
}

extension LockedBytes: Hashable {
    package static func == (one: LockedBytes, other: LockedBytes) -> Bool { one.elementsEqual(other) }

    package func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: $0) } }
}

extension LockedBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "‹\(count) bytes›" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
