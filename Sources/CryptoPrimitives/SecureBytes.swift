import COpenSSL

/// Bytes that are wiped when they go out of scope: keys and decrypted data.
///
/// They have one owner and never move, so no copy is left behind. They print as nothing at all: a type that cannot be
/// copied cannot be interpolated.
public struct SecureBytes: ~Copyable {
    private let buffer: UnsafeMutableRawBufferPointer

    /// Makes `count` bytes and lets `fill` write them in place.
    public init<Failure: Error>(
        count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 16)
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
        let used = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
        do throws(Failure) {
            try fill(used)
        } catch {
            OPENSSL_cleanse(buffer.baseAddress, buffer.count)
            buffer.deallocate()
            throw error
        }
        self.buffer = used
    }

    /// A copy of bytes that stand elsewhere.
    public init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    deinit {
        OPENSSL_cleanse(buffer.baseAddress, buffer.count)
        buffer.deallocate()
    }

    public var count: Int { buffer.count }

    /// Reads the bytes; a copy made in `body` is the caller's to wipe.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(buffer))
    }
}
