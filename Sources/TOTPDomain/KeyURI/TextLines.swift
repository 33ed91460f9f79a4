import Encodings

/// Splits a text into lines, in which links end.
///
/// A cursor: ``next(in:)`` is called with the same text until it returns nil.
package struct TextLines: Sendable {
    package struct Line: Sendable, Hashable {
        /// How many lines are before it as editors count: LF, CR and CRLF end one.
        package var number: Int
        /// Without its end.
        package var range: Range<Int>
    }

    private var position = 0
    private var number = 0

    package init() {}

    /// The next line. Also NUL, vertical tab, form feed, NEL, U+2028 and U+2029 end one.
    package mutating func next(in text: Span<UInt8>) -> Line? {
        guard position < text.count else { return nil }
        let start = position
        let number = number
        var end = start
        while end < text.count {
            let length = Self.lengthOfEnd(text, at: end)
            if length > 0 {
                position = end + length
                if text[end] == ASCII.newline || text[end] == ASCII.carriageReturn { self.number += 1 }
                return Line(number: number, range: start..<end)
            }
            end += 1
        }
        position = end
        return Line(number: number, range: start..<end)
    }

    /// The bytes of the end of line at an index, 0 where there is none.
    @inline(__always)
    private static func lengthOfEnd(_ text: Span<UInt8>, at index: Int) -> Int {
        let byte = text[index]
        if byte &- 0x0E < 0xC2 - 0x0E { return 0 }
        switch byte {
        case ASCII.carriageReturn:
            return index + 1 < text.count && text[index + 1] == ASCII.newline ? 2 : 1
        case 0, ASCII.newline, 0x0B, 0x0C: return 1
        case 0xC2: return index + 1 < text.count && text[index + 1] == 0x85 ? 2 : 0
        case 0xE2:
            guard index + 2 < text.count, text[index + 1] == 0x80 else { return 0 }
            return text[index + 2] == 0xA8 || text[index + 2] == 0xA9 ? 3 : 0
        default: return 0
        }
    }
}

/// Splits a line of JSON into strings and what is between them. No string of JSON contains an end of line.
package struct JSONPieces: Sendable {
    package struct Piece: Sendable, Hashable {
        /// Of a string, without its quotes.
        package var range: Range<Int>
        package var isString: Bool
        /// Whether the string is the name of a member.
        package var isName = false
    }

    private var position = 0

    package init() {}

    /// The next piece, nil after the last. An unclosed string is not a string.
    package mutating func next(in line: Span<UInt8>) -> Piece? {
        let start = position
        guard start < line.count else { return nil }
        if line[start] == Self.quote, let close = Self.closingQuote(line, from: start + 1) {
            position = close + 1
            var next = position
            while next < line.count, ASCII.isWhitespace(line[next]) { next += 1 }
            let isName = next < line.count && line[next] == ASCII.colon
            return Piece(range: (start + 1)..<close, isString: true, isName: isName)
        }
        let isUnclosed = line[start] == Self.quote
        position =
            isUnclosed ? line.count : line.firstIndex(of: Self.quote, in: start..<line.count) ?? line.count
        return Piece(range: start..<position, isString: false)
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    private static func closingQuote(_ line: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < line.count {
            if line[index] == quote { return index }
            index += line[index] == backslash ? 2 : 1
        }
        return nil
    }

    /// The content of a string (RFC 8259, section 7). Invalid escapes stay as they are.
    package static func unescaped(_ string: Span<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(string.count)
        var index = 0
        while index < string.count {
            let byte = string[index]
            guard byte == backslash, index + 1 < string.count else {
                bytes.append(byte)
                index += 1
                continue
            }
            index += 2
            switch string[index - 1] {
            case quote, backslash, ASCII.slash: bytes.append(string[index - 1])
            case UInt8(ascii: "b"): bytes.append(8)
            case UInt8(ascii: "f"): bytes.append(12)
            case UInt8(ascii: "n"): bytes.append(ASCII.newline)
            case UInt8(ascii: "r"): bytes.append(ASCII.carriageReturn)
            case UInt8(ascii: "t"): bytes.append(9)
            case UInt8(ascii: "u"): index = appendCharacter(string, from: index, to: &bytes)
            default: bytes += [backslash, string[index - 1]]
            }
        }
        return bytes
    }

    /// Appends the character of `\uXXXX`, or of two of them that are a surrogate pair.
    ///
    /// - Parameter index: that of the first digit.
    /// - Returns: the index after the escape.
    private static func appendCharacter(_ string: Span<UInt8>, from index: Int, to bytes: inout [UInt8]) -> Int {
        guard let first = unit(string, at: index) else {
            bytes += [backslash, UInt8(ascii: "u")]
            return index
        }
        if let scalar = Unicode.Scalar(first) {
            bytes += String(scalar).utf8
            return index + 4
        }
        if first < 0xDC00, index + 6 <= string.count, string[index + 4] == backslash,
            string[index + 5] == UInt8(ascii: "u"), let second = unit(string, at: index + 6), 0xDC00...0xDFFF ~= second,
            let scalar = Unicode.Scalar((first & 0x3FF) << 10 + second & 0x3FF + 0x10000)
        {
            bytes += String(scalar).utf8
            return index + 10
        }
        bytes += "\u{FFFD}".utf8
        return index + 4
    }

    private static func unit(_ string: Span<UInt8>, at index: Int) -> UInt32? {
        guard index + 4 <= string.count else { return nil }
        var value: UInt32 = 0
        for place in index..<(index + 4) {
            guard let digit = ASCII.hexValue(string[place]) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
