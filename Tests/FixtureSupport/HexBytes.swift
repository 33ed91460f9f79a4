extension Array where Element == UInt8 {
    /// Bytes from the hexadecimal digits of a published vector, in which blanks and line breaks do not matter.
    ///
    /// A vector with an odd or a wrong digit gives bytes that no test expects: nothing at all.
    public init(hex text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        let blanks = text.count { $0.isWhitespace }
        guard digits.count + blanks == text.count, digits.count.isMultiple(of: 2) else {
            self = []
            return
        }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
