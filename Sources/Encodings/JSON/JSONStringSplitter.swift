/// Splits a line of JSON, damaged or not, into strings and the text between them. Strings of JSON contain no line ends.
///
/// More lenient than ``JSONScanner``, for texts in which only the strings matter.
package struct JSONStringSplitter: Sendable {
    package struct Piece: Sendable, Hashable {
        /// The content of a string, without its quotes.
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
        guard line[start] == JSONScanner.quote else {
            while position < line.count, line[position] != JSONScanner.quote { position += 1 }
            return Piece(range: start..<position, isString: false)
        }
        guard let close = JSONScanner.closingQuote(line, from: start + 1) else {
            position = line.count
            return Piece(range: start..<position, isString: false)
        }
        position = close + 1
        var next = position
        while next < line.count, ASCII.isWhitespace(line[next]) { next += 1 }
        let isName = next < line.count && line[next] == ASCII.colon
        return Piece(range: (start + 1)..<close, isString: true, isName: isName)
    }

    /// The content of a string, its escapes replaced. Invalid escapes are left unchanged; half of a surrogate pair is
    /// U+FFFD.
    package static func unescaped(_ string: Span<UInt8>) -> [UInt8] { JSONEscapes.replaced(string) }

    /// The content of a string with escapes, without its quotes.
    ///
    /// - Parameter text: UTF-8.
    package static func escaped(_ text: [UInt8]) -> ArraySlice<UInt8> {
        OrderedJSON.string(String(decoding: text, as: UTF8.self)).utf8.dropFirst().dropLast()
    }
}
