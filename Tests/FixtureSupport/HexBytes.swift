extension Array where Element == UInt8 {
    /// Bytes from the hexadecimal digits of a published vector, ignoring spaces and line breaks.
    ///
    /// A vector with an odd or a wrong digit gives no bytes, which no test expects.
    package init(hex text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        let spaces = text.count { $0.isWhitespace }
        guard digits.count + spaces == text.count, digits.count.isMultiple(of: 2) else {
            self = []
            return
        }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
