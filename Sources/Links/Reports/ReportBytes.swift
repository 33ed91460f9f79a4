/// Pieces of a report's line: each is copied at once, since millions of lines are written per second.
extension Array where Element == UInt8 {
    @inline(__always)
    mutating func append(text: StaticString) {
        self += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    @inline(__always)
    mutating func append(_ text: Span<UInt8>) { text.withUnsafeBufferPointer { self += $0 } }

    @inline(__always)
    mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) { append(text.extracting(range)) }

    /// Appends a number in decimal digits.
    @inline(__always)
    mutating func append(number: Int) {
        guard number >= 10 else {
            append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: Swift.max(0, number)))
            return
        }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            var rest = UInt(number)
            while rest > 0, start > 0 {
                start -= 1
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
                rest = quotient
            }
            self += UnsafeBufferPointer(rebasing: digits[start...])
        }
    }
}
