extension Span<UInt8> {
    /// The index of the first byte that satisfies a condition; the count or more if no byte does.
    ///
    /// - Parameters:
    ///   - start: where to start looking.
    ///   - candidates: the places in a word whose bytes may satisfy it: see ``ByteWord/places(of:in:settingBits:)``.
    @inlinable @inline(__always)
    package func index(
        from start: Int, candidates: (UInt64) -> UInt64, where isWanted: (UInt8) -> Bool
    ) -> Int {
        var index = start
        while index <= count - 8 {
            let found = candidates(word(at: index))
            guard found != 0 else {
                index += 8
                continue
            }
            index += found.trailingZeroBitCount >> 3
            if isWanted(self[index]) { return index }
            index += 1
        }
        while index < count, !isWanted(self[index]) { index += 1 }
        return index
    }
}

/// `span` and `mutableSpan` of byte arrays on every system that this package supports: the properties of the standard
/// library need macOS 26, although `Span` itself runs on macOS 10.14.4.
extension Array where Element == UInt8 {
    /// The bytes, without copying.
    @inlinable
    package var span: Span<UInt8> {
        @_lifetime(borrow self)
        borrowing get {
            // Bytes are never bridged from Objective-C: the storage stays where it is as long as the array is borrowed.
            let bytes = withUnsafeBufferPointer { $0 }
            return _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
        }
    }

    /// The bytes, to be changed in place.
    @inlinable
    package var mutableSpan: MutableSpan<UInt8> {
        @_lifetime(&self)
        mutating get {
            let bytes = withUnsafeMutableBufferPointer { $0 }
            return _overrideLifetime(MutableSpan(_unsafeElements: bytes), mutating: &self)
        }
    }
}

extension Span<UInt8> {
    /// The index at which some bytes follow each other, nil if they do not.
    ///
    /// Many times as fast as `firstRange(of:)`, which is generic: formats are detected by it in texts of 64 MiB.
    ///
    /// - Parameter pattern: at least one byte.
    package func firstIndex(of pattern: [UInt8]) -> Int? {
        guard let first = pattern.first else { return nil }
        var index = 0
        while true {
            index = self.index(from: index, candidates: { ByteWord.places(of: first, in: $0) }) { $0 == first }
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
