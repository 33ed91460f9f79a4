/// The literals of numbers.
enum JSONNumber {
    /// Whether this is a number as RFC 8259 writes it.
    static func matches(_ text: Span<UInt8>) -> Bool {
        var index = 0
        if index < text.count, text[index] == ASCII.hyphen { index += 1 }
        let integer = digits(text, &index)
        guard integer == 1 || (integer > 1 && text[index - integer] != zero) else { return false }
        if index < text.count, text[index] == UInt8(ascii: ".") {
            index += 1
            guard digits(text, &index) > 0 else { return false }
        }
        if index < text.count, ASCII.lowercased(text[index]) == UInt8(ascii: "e") {
            index += 1
            if index < text.count, text[index] == ASCII.plus || text[index] == ASCII.hyphen { index += 1 }
            guard digits(text, &index) > 0 else { return false }
        }
        return index == text.count
    }

    /// The value of a literal that is a whole number of 64 bits, written without fraction and exponent; nil for any
    /// other, `-0` included.
    static func integer(_ text: Span<UInt8>) -> Int64? {
        let isNegative = text.count > 0 && text[0] == ASCII.hyphen
        guard isNegative ? text.count > 1 && text[1] != zero : text.count > 0 else { return nil }
        var value: Int64 = 0
        for index in (isNegative ? 1 : 0)..<text.count {
            let digit = text[index] &- zero
            guard digit < 10 else { return nil }
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = product.subtractingReportingOverflow(Int64(digit))
            guard !isTooLarge, !overflows else { return nil }
            value = sum
        }
        if isNegative { return value }
        return value == .min ? nil : -value
    }

    private static let zero = UInt8(ascii: "0")

    private static func digits(_ text: Span<UInt8>, _ index: inout Int) -> Int {
        let start = index
        while index < text.count, text[index] &- zero < 10 { index += 1 }
        return index - start
    }
}
