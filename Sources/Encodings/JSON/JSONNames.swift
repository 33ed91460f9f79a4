/// The names of an object's members so far, to find repeated names. Names are compared byte by byte, with their escapes
/// replaced.
struct JSONNames: Sendable {
    private(set) var names: [ArraySlice<UInt8>] = []
    /// The ``key(_:_:)`` of each.
    private var keys: [UInt64] = []
    /// Once there are too many to compare each pair.
    private var indices: [ArraySlice<UInt8>: Int] = [:]

    mutating func append(_ name: ArraySlice<UInt8>) {
        if !indices.isEmpty { indices[name] = names.count }
        names.append(name)
        keys.append(Self.key(of: name))
    }

    mutating func reserveCapacity(_ count: Int) {
        names.reserveCapacity(count)
        keys.reserveCapacity(count)
    }

    /// The index of the first member of this name.
    mutating func firstIndex(of name: ArraySlice<UInt8>) -> Int? {
        guard names.count >= 32 else { return firstIndex(of: Self.key(of: name)) { $0.isEqual(to: name) } }
        if indices.isEmpty { for (index, name) in names.enumerated() { indices[name] = index } }
        return indices[name]
    }

    func firstIndex(of name: StaticString) -> Int? {
        firstIndex(of: Self.key(name.utf8CodeUnitCount) { name.utf8Start[$0] }) { $0.isEqual(to: name) }
    }

    @inline(__always)
    private func firstIndex(of key: UInt64, where isWanted: (ArraySlice<UInt8>) -> Bool) -> Int? {
        for index in keys.indices where keys[index] == key && isWanted(names[index]) { return index }
        return nil
    }

    private static func key(of name: ArraySlice<UInt8>) -> UInt64 {
        let bytes = name.span
        return key(bytes.count) { bytes[$0] }
    }

    /// The length and the last seven bytes of a name: few differ only in others.
    @inline(__always)
    private static func key(_ count: Int, _ byte: (Int) -> UInt8) -> UInt64 {
        var key = UInt64(truncatingIfNeeded: count)
        for index in max(0, count - 7)..<count { key = key << 8 | UInt64(byte(index)) }
        return key
    }
}

extension ArraySlice<UInt8> {
    @inline(__always)
    fileprivate func isEqual(to other: ArraySlice<UInt8>) -> Bool {
        guard count == other.count else { return false }
        let (first, second) = (span, other.span)
        for index in first.indices where first[index] != second[index] { return false }
        return true
    }

    @inline(__always)
    func isEqual(to name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        let bytes = span
        for index in bytes.indices where bytes[index] != name.utf8Start[index] { return false }
        return true
    }
}
