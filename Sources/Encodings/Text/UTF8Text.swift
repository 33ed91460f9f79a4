/// UTF-8 read as bytes: a String for each name would cost an allocation.
package enum UTF8Text {
    /// Whether the bytes are well-formed UTF-8 (The Unicode Standard, table 3-7).
    package static func isValid(_ text: Span<UInt8>) -> Bool {
        var index = 0
        while index < text.count {
            while index + 8 <= text.count, text.word(at: index) & ByteWord.of(0x80) == 0 { index += 8 }
            guard index < text.count else { break }
            guard let length = length(text, at: index) else { return false }
            index += length
        }
        return true
    }

    package static func isASCII(_ text: Span<UInt8>) -> Bool {
        var index = 0
        while index + 8 <= text.count {
            guard text.word(at: index) & ByteWord.of(0x80) == 0 else { return false }
            index += 8
        }
        while index < text.count, text[index] < 0x80 { index += 1 }
        return index == text.count
    }

    /// Whether all characters are ASCII, and none is a control character.
    package static func isPrintableASCII(_ text: Span<UInt8>) -> Bool {
        var index = 0
        while index + 8 <= text.count {
            let word = text.word(at: index)
            let controls = (word &- ByteWord.of(0x20)) & ~word
            guard (controls | ByteWord.lowestZero(word ^ ByteWord.of(0x7F)) | word) & ByteWord.of(0x80) == 0 else {
                return false
            }
            index += 8
        }
        while index < text.count, 0x20..<0x7F ~= text[index] { index += 1 }
        return index == text.count
    }

    /// Calls `body` with each character.
    ///
    /// - Parameter text: well-formed; text after a malformed byte is skipped.
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

    /// A text with the replacement character for each byte that is not UTF-8.
    ///
    /// - Parameter isCertain: whether it is UTF-8 even if it hardly looks so.
    /// - Returns: nil if it probably is not: fewer bytes beyond ASCII belong to characters than do not.
    static func repaired(_ bytes: [UInt8], isCertain: Bool = false) -> DecodedText? {
        let text = bytes.span
        var repaired: [UInt8] = []
        repaired.reserveCapacity(text.count)
        var lines: [Int] = []
        var line = 1, good = 0, bad = 0, index = 0
        while index < text.count {
            if let length = length(text, at: index) {
                if text[index] == ASCII.newline { line += 1 }
                if length > 1 { good += length }
                repaired += bytes[index..<(index + length)]
                index += length
            } else {
                bad += 1
                if lines.last != line { lines.append(line) }
                repaired += "\u{FFFD}".utf8
                index += 1
            }
        }
        guard bad > 0 else { return DecodedText(bytes: bytes) }
        return isCertain || good > bad ? DecodedText(bytes: repaired, doubt: .damaged(lines: lines)) : nil
    }

    /// The bytes of the character that starts at an index; nil if no character starts there.
    @inline(__always)
    private static func length(_ text: Span<UInt8>, at index: Int) -> Int? {
        if text[index] < 0x80 { return 1 }
        guard let (length, second) = shape(text[index]), index + length <= text.count, second ~= text[index + 1] else {
            return nil
        }
        for next in (index + 2)..<(index + length) where text[next] & 0xC0 != 0x80 { return nil }
        return length
    }

    /// The length of a character beyond ASCII by its first byte, and the allowed range of its second byte.
    private static func shape(_ first: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
        switch first {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: nil
        }
    }
}
