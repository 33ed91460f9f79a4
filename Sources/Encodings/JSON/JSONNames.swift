/// The names of an object's members so far, to find one that comes twice. Names are compared byte by byte, with their
/// escapes replaced.
struct JSONNames: Sendable {
    private(set) var names: [ArraySlice<UInt8>] = []
    /// Once there are too many to compare each pair.
    private var indices: [ArraySlice<UInt8>: Int] = [:]

    mutating func append(_ name: ArraySlice<UInt8>) {
        if !indices.isEmpty { indices[name] = names.count }
        names.append(name)
    }

    /// The index of the first member of this name.
    mutating func firstIndex(of name: ArraySlice<UInt8>) -> Int? {
        guard names.count >= 32 else { return firstIndex { $0.isEqual(to: name) } }
        if indices.isEmpty { for (index, name) in names.enumerated() { indices[name] = index } }
        return indices[name]
    }

    func firstIndex(of name: StaticString) -> Int? { firstIndex { $0.isEqual(to: name) } }

    @inline(__always)
    private func firstIndex(where isWanted: (ArraySlice<UInt8>) -> Bool) -> Int? {
        for index in names.indices where isWanted(names[index]) { return index }
        return nil
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
