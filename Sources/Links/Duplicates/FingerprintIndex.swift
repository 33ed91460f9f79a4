import Encodings

/// Maps a 64-bit fingerprint to the first link that has it. Uses open addressing, after a filter that ends most lookups
/// of new fingerprints.
///
/// It grows in few and large steps: a short list touches some kilobytes, and a long list is seldom filed again.
struct FingerprintIndex: Sendable {
    /// The most links, at most ``maximumCount``.
    private let capacity: Int
    /// The number of links for which there is space.
    private var room = 0
    private var marks: [UInt64] = []
    /// 0 for an empty slot; else 1 + the number of a link, and above it twelve bits of its fingerprint. These bits rule
    /// out most other links without a lookup, which would be a cache miss.
    private var slots: [UInt32] = []
    /// One bit for each value of some bits of a fingerprint, eight times as many as there is room for: at most a megabyte,
    /// which stays in the cache.
    private var filter: [UInt64] = []

    static let maximumCount = Limit.duplicates

    private static let numberBits: UInt64 = 20
    private static let numberMask: UInt32 = 1 << 20 - 1
    private static let firstRoom = 1 << 12
    private static let growth = 16

    init(capacity: Int) { self.capacity = min(capacity, Self.maximumCount) }

    /// The link that has the fingerprint; nil for 0, which means no fingerprint.
    @inline(__always)
    func find(_ mark: UInt64) -> Int? {
        guard mark != 0, !filter.isEmpty else { return nil }
        let (word, bit) = filterPlace(mark)
        guard filter[word] & bit != 0 else { return nil }
        return search(mark).link
    }

    /// Reads the memory that ``find(_:)`` and ``append(_:)`` will read, so that many of these reads run at once.
    ///
    /// - Parameter isGrowing: whether new links will be appended; else the filter alone answers for most.
    @inline(__always)
    func touch(_ mark: UInt64, isGrowing: Bool) -> UInt64 {
        guard !filter.isEmpty else { return 0 }
        let word = filter[filterPlace(mark).word]
        return isGrowing ? word ^ UInt64(slots[Self.slot(mark, slots.count)]) : word
    }

    @inline(__always)
    private static func slot(_ mark: UInt64, _ count: Int) -> Int {
        Int(mark.multipliedFullWidth(by: UInt64(count)).high)
    }

    /// Adds the next link; only below the capacity. Keeps an existing entry.
    mutating func append(_ mark: UInt64) {
        if marks.count == room { grow() }
        marks.append(mark)
        file(mark, number: marks.count)
    }

    private mutating func grow() {
        room = min(max(Self.firstRoom, room * Self.growth), capacity)
        // A load of four fifths.
        slots = [UInt32](repeating: 0, count: max(8, room + room / 4))
        filter = [UInt64](repeating: 0, count: 1 << max(0, Int.bitWidth - (room - 1).leadingZeroBitCount - 3))
        marks.reserveCapacity(room)
        for (index, mark) in marks.enumerated() { file(mark, number: index + 1) }
    }

    private mutating func file(_ mark: UInt64, number: Int) {
        guard mark != 0 else { return }
        let (slot, link) = search(mark)
        guard link == nil else { return }
        slots[slot] = Self.entry(mark, number: number)
        let (word, bit) = filterPlace(mark)
        filter[word] |= bit
    }

    /// The slot of a fingerprint and the link that it leads to, or the empty slot for it.
    private func search(_ mark: UInt64) -> (slot: Int, link: Int?) {
        var slot = Self.slot(mark, slots.count)
        let tag = Self.entry(mark, number: 0)
        while true {
            let entry = slots[slot]
            if entry == 0 { return (slot, nil) }
            if entry & ~Self.numberMask == tag {
                let link = Int(entry & Self.numberMask) - 1
                if marks[link] == mark { return (slot, link) }
            }
            slot += 1
            if slot == slots.count { slot = 0 }
        }
    }

    /// The lowest bits of a fingerprint, which do not choose the slot, above a link's number.
    private static func entry(_ mark: UInt64, number: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: mark << numberBits) | UInt32(truncatingIfNeeded: number)
    }

    /// The number of words is a power of two.
    private func filterPlace(_ mark: UInt64) -> (word: Int, bit: UInt64) {
        let place = mark >> 12
        return (Int(truncatingIfNeeded: place >> 6) & (filter.count - 1), 1 << (place & 63))
    }
}
