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
