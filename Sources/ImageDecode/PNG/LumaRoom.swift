import Synchronization

/// Room for luma, which goes from one picture to the next: the kernel clears each page of fresh memory, which takes a
/// tenth of the time of decoding.
final class LumaRoom: Sendable {
    static let kept = LumaRoom()

    /// Bytes of what is kept, and how many: more workers than that are on machines that have the memory.
    private static let maximumBytes = 16 << 20
    private static let maximumCount = 8

    private let idle = Mutex<[[UInt8]]>([])

    /// `count` bytes, with whatever was in them before.
    func take(_ count: Int) -> [UInt8] {
        var bytes = idle.withLock { $0.popLast() } ?? []
        if bytes.capacity < count { bytes = [UInt8](unsafeUninitializedCapacity: count) { $1 = count } }
        if bytes.count > count { bytes.removeLast(bytes.count - count) }
        if bytes.count < count { bytes.append(contentsOf: repeatElement(0, count: count - bytes.count)) }
        return bytes
    }

    /// Where somebody still holds the bytes, the next picture gets a copy of its own.
    func giveBack(_ bytes: consuming [UInt8]) {
        guard bytes.capacity <= Self.maximumBytes else { return }
        idle.withLock { [bytes] in if $0.count < Self.maximumCount { $0.append(bytes) } }
    }

    func release() { idle.withLock { $0 = [] } }
}
