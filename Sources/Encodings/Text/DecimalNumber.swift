/// Why a text is not a number. It contains nothing of the text.
package enum DecimalNumberError: Error, Sendable, Hashable {
    /// It is not a whole number, or does not fit 64 bits.
    case notWhole
}

/// Whole numbers as exports write them in texts.
package enum DecimalNumber {
    /// Reads a decimal integer; space around it does not matter.
    ///
    /// - Returns: nil for an empty text and for `null`.
    package static func parse(_ text: String) throws(DecimalNumberError) -> Int64? {
        let text = text.trimmingWhitespace
        if text.isEmpty || text == "null" { return nil }
        guard let number = Int64(text), !text.utf8.starts(with: [ASCII.plus]) else { throw .notWhole }
        return number
    }
}
