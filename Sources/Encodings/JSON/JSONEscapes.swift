/// The escapes in JSON strings: `\n`, `\u00e9`, and two of the latter for a character beyond U+FFFF.
enum JSONEscapes {
    /// - Throws: ``JSONError`` for an unknown escape and for half of a surrogate pair.
    static func check(_ bytes: ArraySlice<UInt8>, _ range: Range<Int>) throws(JSONError) {
        let text = bytes.span.extracting(range)
        var index = 0
        while index < text.count {
            guard text[index] == backslash else {
                index += 1
                continue
            }
            guard let escape = read(text, at: index) else {
                throw JSONError(.escape, at: range.lowerBound + index, in: bytes)
            }
            index += escape.length
        }
    }

    /// The UTF-8 of a string's content. An invalid escape is left unchanged; half of a surrogate pair is U+FFFD.
    static func replaced(_ text: Span<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if text[index] != backslash {
                bytes.append(text[index])
                index += 1
            } else if let escape = read(text, at: index) {
                append(escape.character, to: &bytes)
                index += escape.length
            } else if index + 1 < text.count, text[index + 1] == UInt8(ascii: "u"), unit(text, at: index + 2) != nil {
                append("\u{FFFD}", to: &bytes)
                index += 6
            } else {
                bytes.append(backslash)
                index += 1
            }
        }
        return bytes
    }

    private static func append(_ character: Unicode.Scalar, to bytes: inout [UInt8]) {
        if let encoded = UTF8.encode(character) { bytes.append(contentsOf: encoded) }
    }

    private static let backslash = UInt8(ascii: "\\")

    private static func read(_ text: Span<UInt8>, at index: Int) -> (character: Unicode.Scalar, length: Int)? {
        guard index + 1 < text.count else { return nil }
        switch text[index + 1] {
        case UInt8(ascii: "\""), backslash, ASCII.slash: return (Unicode.Scalar(text[index + 1]), 2)
        case UInt8(ascii: "b"): return ("\u{8}", 2)
        case UInt8(ascii: "f"): return ("\u{C}", 2)
        case UInt8(ascii: "n"): return ("\n", 2)
        case UInt8(ascii: "r"): return ("\r", 2)
        case UInt8(ascii: "t"): return ("\t", 2)
        case UInt8(ascii: "u"):
            guard let unit = unit(text, at: index + 2) else { return nil }
            if let character = Unicode.Scalar(unit) { return (character, 6) }
            guard UTF16.isLeadSurrogate(unit), index + 7 < text.count, text[index + 6] == backslash,
                text[index + 7] == UInt8(ascii: "u"), let low = self.unit(text, at: index + 8),
                UTF16.isTrailSurrogate(low)
            else { return nil }
            return (UTF16.decode(UTF16.EncodedScalar([unit, low])), 12)
        default: return nil
        }
    }

    /// Four hexadecimal digits.
    private static func unit(_ text: Span<UInt8>, at index: Int) -> UInt16? {
        guard index + 4 <= text.count else { return nil }
        var unit: UInt16 = 0
        for digit in index..<(index + 4) {
            guard let value = ASCII.hexValue(text[digit]) else { return nil }
            unit = unit << 4 | UInt16(value)
        }
        return unit
    }
}
