/// Names of members that are looked up for each member of a long text: without decoding it, and without allocating.
package struct JSONNameTable: Sendable {
    private var names: [[UInt8]] = []
    private var keys: [UInt64] = []
    /// By hash: an index of ``names`` and 1, or 0. At most half of them are used.
    private var slots = [UInt16](repeating: 0, count: 16)

    package init(_ names: some Sequence<String> = []) {
        for name in names { insert(Array(name.utf8)[...]) }
    }

    package var count: Int { names.count }

    package func contains(_ name: ArraySlice<UInt8>) -> Bool { place(of: name.span) != nil }

    /// How many other names were inserted before a name; nil if it is not here.
    package func place(of name: Span<UInt8>) -> Int? {
        let key = Self.key(name)
        var slot = index(key)
        while slots[slot] != 0 {
            let found = Int(slots[slot]) - 1
            if keys[found] == key, Self.isEqual(names[found], name) { return found }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// - Parameter name: ignored once there are 32,767 of them.
    package mutating func insert(_ name: ArraySlice<UInt8>) {
        guard names.count < 1 << 15 - 1, !contains(name) else { return }
        names.append(Array(name))
        keys.append(Self.key(name.span))
        if names.count * 2 > slots.count {
            slots = [UInt16](repeating: 0, count: slots.count * 2)
            for index in names.indices { place(index) }
        } else {
            place(names.count - 1)
        }
    }

    private mutating func place(_ name: Int) {
        var slot = index(keys[name])
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt16(name + 1)
    }

    @inline(__always)
    private func index(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 40) & (slots.count - 1)
    }

    /// The length, and the first and the last four bytes of a name: few differ only in others.
    @inline(__always)
    private static func key(_ name: Span<UInt8>) -> UInt64 {
        var key = UInt64(truncatingIfNeeded: name.count)
        for index in 0..<min(4, name.count) { key = key << 8 | UInt64(name[index]) }
        for index in max(0, name.count - 4)..<name.count { key = (key << 8 | key >> 56) ^ UInt64(name[index]) }
        return key
    }

    @inline(__always)
    private static func isEqual(_ name: [UInt8], _ bytes: Span<UInt8>) -> Bool {
        guard name.count == bytes.count else { return false }
        for index in bytes.indices where name[index] != bytes[index] { return false }
        return true
    }
}
