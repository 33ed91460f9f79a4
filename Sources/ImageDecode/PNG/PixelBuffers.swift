import Synchronization

/// Room for raw pixels that goes from picture to picture: fresh memory would cost a tenth of the time that decoding
/// takes, for the kernel clears each page of it.
final class PixelBuffers: Sendable {
    /// Those that nobody uses now; never more than were in use at a time.
    private let idle = Mutex<[[UInt8]]>([])

    /// Larger ones are given back to the system.
    private static let maximumKept = 32 << 20

    /// - parameters:
    ///   - count: bytes, at least.
    ///   - body: called once; what the buffer holds before is of no use.
    func withBuffer<Result>(of count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
        var buffer = idle.withLock { $0.popLast() } ?? []
        if buffer.count < count {
            buffer = []
            buffer = [UInt8](repeating: 0, count: count)
        }
        let result = buffer.withUnsafeMutableBytes(body)
        if buffer.count <= Self.maximumKept { idle.withLock { $0.append(buffer) } }
        return result
    }
}
