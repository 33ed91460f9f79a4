/// Looks for two byte values, eight bytes at a time.
struct ByteSearch {
    private let first: UInt64
    private let second: UInt64
    private let bits: UInt64

    /// - Parameter bits: set in each byte before it is compared with `second`.
    init(_ first: UInt8, _ second: UInt8, settingBits bits: UInt8 = 0) {
        self.first = ByteWord.of(first)
        self.second = ByteWord.of(second)
        self.bits = ByteWord.of(bits)
    }

    /// The index of the first byte that has one of the values and satisfies a condition; the count or more if there is
    /// none.
    @inline(__always)
    func index(in text: Span<UInt8>, from start: Int, where isWanted: (UInt8) -> Bool) -> Int {
        var index = start
        while index <= text.count - 8 {
            let word = text.word(at: index)
            let found = ByteWord.lowestZero(word ^ first) | ByteWord.lowestZero((word | bits) ^ second)
            guard found != 0 else {
                index += 8
                continue
            }
            index += found.trailingZeroBitCount >> 3
            if isWanted(text[index]) { return index }
            index += 1
        }
        while index < text.count, !isWanted(text[index]) { index += 1 }
        return index
    }
}

/// `span` and `mutableSpan` of byte arrays on every system that this package supports: those of the standard library
/// need macOS 26, although `Span` itself runs on macOS 10.14.4.
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
