extension Span<UInt8> {
    /// The index of the first byte that satisfies a condition; the count or more if no byte does.
    ///
    /// - Parameters:
    ///   - start: where to start looking.
    ///   - candidates: the places in a word whose bytes may satisfy it: see ``ByteWord/places(of:in:settingBits:)``.
    @inlinable @inline(__always)
    package func index(from start: Int, candidates: (UInt64) -> UInt64, where isWanted: (UInt8) -> Bool) -> Int {
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
        guard let first = pattern.first, let last = pattern.last else { return nil }
        return firstIndex(of: (first, last), pattern.count) { matches(pattern, at: $0) }
    }

    /// The index of a word of ASCII in lower case, whose case is ignored; nil if it is not there.
    package func firstIndex(ofWord word: StaticString) -> Int? {
        let first = word.utf8Start[0], last = word.utf8Start[word.utf8CodeUnitCount - 1]
        return firstIndex(of: (first, last), word.utf8CodeUnitCount, settingBits: (first & 0x20, last & 0x20)) {
            hasPrefix(word, at: $0)
        }
    }

    /// - Parameters:
    ///   - ends: the first and the last byte of what is sought: many words have the first, few also the last at its
    ///     distance.
    ///   - isThere: asked at each place that has both.
    @inline(__always)
    private func firstIndex(
        of ends: (first: UInt8, last: UInt8), _ length: Int, settingBits bits: (first: UInt8, last: UInt8) = (0, 0),
        where isThere: (Int) -> Bool
    ) -> Int? {
        let distance = length - 1
        var index = 0
        while index + distance + 8 <= count {
            var found = ByteWord.places(of: ends.first, in: word(at: index), settingBits: bits.first)
            if found != 0 {
                found &= ByteWord.places(of: ends.last, in: word(at: index + distance), settingBits: bits.last)
            }
            while found != 0 {
                let place = index + found.trailingZeroBitCount >> 3
                if isThere(place) { return place }
                found &= found &- 1
            }
            index += 8
        }
        while index + distance < count {
            if isThere(index) { return index }
            index += 1
        }
        return nil
    }

    private func matches(_ pattern: [UInt8], at start: Int) -> Bool {
        let pattern = pattern.span
        for index in pattern.indices where self[start + index] != pattern[index] { return false }
        return true
    }
}
