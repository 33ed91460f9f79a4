/// Counts the records of a CSV text by its line ends and quotes, independently of ``CSVReader``; both counts must be
/// equal.
///
/// A record of one empty cell, such as an empty line, is not counted.
package enum CSVRecordCount {
    /// - Parameters:
    ///   - start: where a record starts.
    ///   - text: without a quote that is never closed; ``CSVReader`` refuses it.
    package static func records(
        in text: Span<UInt8>, from start: Int = 0, delimiter: UInt8 = UInt8(ascii: ","),
        quoting: CSVReader.Quoting = .acrossLines
    ) -> Int {
        var count = 0
        var index = start
        while index < text.count {
            let end = endOfRecord(text, from: index, delimiter, quoting)
            if !isBlank(text, index..<end, delimiter, quoting) { count += 1 }
            let isPair = end + 1 < text.count && text[end] == ASCII.carriageReturn && text[end + 1] == ASCII.newline
            index = end + (isPair ? 2 : 1)
        }
        return count
    }

    private static let quote = UInt8(ascii: "\"")

    /// A quote or a line end, which is 0x0F once these bits are set; apart from it, so are only control characters.
    @inline(__always)
    private static func quoteOrLineEnd(in text: Span<UInt8>, from start: Int) -> Int {
        text.index(
            from: start,
            candidates: { ByteWord.places(of: quote, in: $0) | ByteWord.places(of: 0x0F, in: $0, settingBits: 0x07) },
            where: { $0 == quote || ASCII.isLineEnd($0) })
    }

    /// The index of the line end after a record, or the end of the text.
    private static func endOfRecord(
        _ text: Span<UInt8>, from start: Int, _ delimiter: UInt8, _ quoting: CSVReader.Quoting
    ) -> Int {
        var index = start
        while true {
            index = quoteOrLineEnd(in: text, from: index)
            guard index < text.count, text[index] == quote else { return min(index, text.count) }
            let opensCell = index == start || text[index - 1] == delimiter
            index = (opensCell ? endOfQuotes(text, from: index, delimiter, quoting) : nil) ?? index + 1
        }
    }

    /// The index after the quote that closes a cell; nil if the cell is not closed.
    private static func endOfQuotes(
        _ text: Span<UInt8>, from open: Int, _ delimiter: UInt8, _ quoting: CSVReader.Quoting
    ) -> Int? {
        var index = open + 1
        while true {
            index =
                quoting == .withinLine
                ? quoteOrLineEnd(in: text, from: index)
                : text.firstIndex(of: quote, in: index..<text.count) ?? text.count
            guard index < text.count, text[index] == quote else { return nil }
            index += 1
            guard index < text.count, text[index] == quote else { break }
            index += 1
        }
        return index == text.count || text[index] == delimiter || ASCII.isLineEnd(text[index]) ? index : nil
    }

    /// Whether a record has one cell, and nothing but space in it.
    private static func isBlank(
        _ text: Span<UInt8>, _ record: Range<Int>, _ delimiter: UInt8, _ quoting: CSVReader.Quoting
    ) -> Bool {
        guard let first = record.first.map({ text[$0] }) else { return true }
        // Most records start with a character.
        if first > ASCII.space, first < 0x80, first != quote { return false }
        var cell = record
        if first == quote, let end = endOfQuotes(text, from: record.lowerBound, delimiter, quoting) {
            guard end == record.upperBound else { return false }
            cell = (record.lowerBound + 1)..<(end - 1)
        } else if record.contains(where: { text[$0] == delimiter }) {
            return false
        }
        return TextDecoding.lenientString(text.extracting(cell).withUnsafeBufferPointer { Array($0) }).isBlank
    }
}
