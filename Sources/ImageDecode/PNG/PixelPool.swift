import CPictures
import Synchronization

/// Buffers for luma, reused across images: the kernel clears each page of fresh memory, which takes a tenth of the
/// decoding time. Buffers for raw pixels are pooled in C, outside of malloc (`cpictures_pool_take`).
final class PixelPool: Sendable {
    static let shared = PixelPool()

    /// The largest buffer that is kept, in bytes, and how many are kept.
    private static let maximumBytes = 16 << 20
    private static let maximumCount = 8

    private let idle = Mutex<[[UInt8]]>([])

    /// `count` bytes with undefined contents.
    func take(_ count: Int) -> [UInt8] {
        var bytes = idle.withLock { $0.popLast() } ?? []
        if bytes.capacity < count { bytes = [UInt8](unsafeUninitializedCapacity: count) { $1 = count } }
        if bytes.count > count { bytes.removeLast(bytes.count - count) }
        if bytes.count < count { bytes.append(contentsOf: repeatElement(0, count: count - bytes.count)) }
        return bytes
    }

    /// Takes a buffer back. If something else still uses it, the next image gets a copy.
    func recycle(_ bytes: consuming [UInt8]) {
        guard bytes.capacity <= Self.maximumBytes else { return }
        idle.withLock { [bytes] in if $0.count < Self.maximumCount { $0.append(bytes) } }
    }

    /// Frees all pooled buffers, those for raw pixels included.
    func release() {
        idle.withLock { $0 = [] }
        cpictures_pool_release()
    }
}
