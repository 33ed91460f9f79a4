/// UTF-8 read as bytes: a String of each name would cost an allocation.
package enum UTF8Text {
    /// Whether the bytes are well-formed UTF-8 (The Unicode Standard, table 3-7).
    package static func isValid(_ text: Span<UInt8>) -> Bool {
        var index = 0
        while index < text.count {
            guard let length = length(text, at: index) else { return false }
            index += length
        }
        return true
    }

    /// Calls `body` with each character.
    ///
    /// - Parameter text: well-formed; what follows a malformed byte is skipped.
    package static func forEachScalar(in text: Span<UInt8>, _ body: (Unicode.Scalar) -> Void) {
        var index = 0
        while index < text.count, let length = length(text, at: index) {
            var value = UInt32(text[index])
            if length > 1 {
                value &= 0x7F >> UInt32(length)
                for next in (index + 1)..<(index + length) { value = value << 6 | UInt32(text[next] & 0x3F) }
            }
            if let scalar = Unicode.Scalar(value) { body(scalar) }
            index += length
        }
    }

    /// Bytes of the character that starts at an index, nil if none does.
    private static func length(_ text: Span<UInt8>, at index: Int) -> Int? {
        let length: Int
        let second: ClosedRange<UInt8>
        switch text[index] {
        case 0..<0x80: return 1
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard index + length <= text.count, second ~= text[index + 1] else { return nil }
        for next in (index + 2)..<(index + length) where text[next] & 0xC0 != 0x80 { return nil }
        return length
    }
}
