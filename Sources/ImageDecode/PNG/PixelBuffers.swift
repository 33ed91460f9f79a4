import Synchronization

/// Room for raw pixels that goes from picture to picture: fresh memory would cost a tenth of the time that decoding
/// takes, for the kernel clears each page of it.
final class PixelBuffers: Sendable {
    /// One that nobody uses now. Workers take turns: while one decodes, the others mostly scan.
    private let idle = Mutex<[UInt8]>([])

    /// A larger one is given back to the system.
    private static let maximumKept = 16 << 20

    /// - parameters:
    ///   - count: bytes, at least.
    ///   - body: called once; what the buffer holds before is of no use.
    func withBuffer<Result>(of count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
        var buffer = idle.withLock { idle in
            defer { idle = [] }
            return idle
        }
        if buffer.count < count {
            buffer = []
            buffer = [UInt8](repeating: 0, count: count)
        }
        let result = buffer.withUnsafeMutableBytes(body)
        if buffer.count <= Self.maximumKept { idle.withLock { $0 = buffer } }
        return result
    }
}
