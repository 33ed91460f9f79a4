extension Span<UInt8> {
    /// The index at which some bytes follow each other, nil if they do not.
    ///
    /// Many times as fast as `firstRange(of:)`, which is generic: formats are detected by it in texts of 64 MiB.
    ///
    /// - Parameter pattern: at least one byte.
    package func firstIndex(of pattern: [UInt8]) -> Int? {
        guard let first = pattern.first else { return nil }
        let search = ByteSearch(first, first)
        var index = 0
        while true {
            index = search.index(in: self, from: index) { $0 == first }
            guard index <= count - pattern.count else { return nil }
            if matches(pattern, at: index) { return index }
            index += 1
        }
    }

    private func matches(_ pattern: [UInt8], at start: Int) -> Bool {
        let pattern = pattern.span
        for index in pattern.indices where self[start + index] != pattern[index] { return false }
        return true
    }
}
