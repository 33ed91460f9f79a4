/// Splits bytes into records and cells of CSV (RFC 4180).
///
/// Records end with LF, CRLF or CR. A quote opens a cell only at its start, and closes it only before a delimiter or
/// the record's end; a cell with any other quote is read unchanged.
///
/// Call ``next(in:isWhole:)`` repeatedly with the same bytes. Between calls, the caller may append bytes, or remove
/// some from the start and call ``drop(_:)``.
package struct CSVReader: Sendable {
    /// The meaning of a quote at the start of a cell.
    package enum Quoting: Sendable, Hashable {
        /// The cell ends with the closing quote, on the same or a later line.
        case acrossLines
        /// Like `acrossLines`, but only if the closing quote is on the same line: for apps that never quote, where a
        /// stray quote must not make the next rows part of the cell.
        case withinLine
    }

    package struct Cell: Sendable, Hashable {
        /// The cell's content in the bytes, without the quotes around it.
        package var range: Range<Int>
        package var isQuoted = false
        /// Whether the content contains doubled quotes, each of which means one quote.
        package var hasDoubledQuotes = false

        package init(range: Range<Int>, isQuoted: Bool = false, hasDoubledQuotes: Bool = false) {
            (self.range, self.isQuoted, self.hasDoubledQuotes) = (range, isQuoted, hasDoubledQuotes)
        }
    }

    package struct Record: Sendable, Hashable {
        /// The line it starts in, from 1, as editors count.
        package var line: Int
        /// Without its line end.
        package var range: Range<Int>
        /// At least one cell.
        package var cells: [Cell]
    }

    package let delimiter: UInt8
    package let quoting: Quoting
    private let maximumCells: Int
    /// Where the next record starts.
    package private(set) var position = 0
    /// The line that the next record starts in, from 1.
    package private(set) var line = 1

    /// - Parameter maximumCells: the most cells in a record; more are an error, but empty cells at its end are dropped.
    package init(
        delimiter: UInt8 = UInt8(ascii: ","), quoting: Quoting = .acrossLines, maximumCells: Int = Limit.csvCells
    ) {
        (self.delimiter, self.quoting, self.maximumCells) = (delimiter, quoting, maximumCells)
    }

    /// Returns the next record.
    ///
    /// - Parameter isWhole: whether the bytes are complete.
    /// - Returns: nil at the end of the bytes, or if the record may continue after them.
    /// - Throws: ``CSVError`` for a quote that is never closed, and for too many cells.
    package mutating func next(in bytes: Span<UInt8>, isWhole: Bool = true) throws(CSVError) -> Record? {
        guard position < bytes.count else { return nil }
        var index = position
        var line = line
        var cells: [Cell] = []
        while true {
            switch try cell(bytes, from: index, line: &line, isWhole) {
            case .unfinished: return nil
            case .cell(let cell, let end):
                // Spreadsheets fill rows up with empty cells, as far as their columns go.
                guard cells.count < maximumCells || cell.range.isEmpty else {
                    throw CSVError(.tooManyCells, line: self.line)
                }
                if cells.count < maximumCells { cells.append(cell) }
                index = end
            }
            if index < bytes.count, bytes[index] == delimiter {
                index += 1
                continue
            }
            break
        }
        let record = Record(line: self.line, range: position..<index, cells: cells)
        if index < bytes.count {
            if bytes[index] == ASCII.carriageReturn, index + 1 == bytes.count, !isWhole { return nil }
            index += Self.isPair(bytes, at: index) ? 2 : 1
            line += 1
        }
        position = index
        self.line = line
        return record
    }

    /// Skips lines of spaces and tabs, much faster than as records.
    ///
    /// - Parameter bytes: all of them.
    package mutating func skipBlankLines(in bytes: Span<UInt8>) {
        var index = position
        while index < bytes.count {
            switch bytes[index] {
            case ASCII.space, 9: index += 1
            case ASCII.newline, ASCII.carriageReturn:
                index += Self.isPair(bytes, at: index) ? 2 : 1
                (position, line) = (index, line + 1)
            default: return
            }
        }
    }

    /// Notes that bytes before ``position`` were removed.
    package mutating func drop(_ count: Int) { position -= count }

    private enum Step {
        case cell(Cell, end: Int)
        case unfinished
    }

    /// From the start of a cell to the delimiter or line end after it.
    private func cell(
        _ bytes: Span<UInt8>, from start: Int, line: inout Int, _ isWhole: Bool
    ) throws(CSVError) -> Step {
        if start < bytes.count, bytes[start] == Self.quote,
            let step = try quotedCell(bytes, from: start, line: &line, isWhole)
        {
            return step
        }
        var index = start
        while index < bytes.count, bytes[index] != delimiter, !ASCII.isLineEnd(bytes[index]) { index += 1 }
        return index == bytes.count && !isWhole ? .unfinished : .cell(Cell(range: start..<index), end: index)
    }

    /// - Returns: nil if no quote closes the cell correctly.
    private func quotedCell(
        _ bytes: Span<UInt8>, from start: Int, line: inout Int, _ isWhole: Bool
    ) throws(CSVError) -> Step? {
        var cell = Cell(range: start..<start, isQuoted: true)
        var index = start + 1
        var lines = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == Self.quote {
                if index + 1 == bytes.count, !isWhole { return .unfinished }
                guard index + 1 < bytes.count, bytes[index + 1] == Self.quote else { break }
                cell.hasDoubledQuotes = true
                index += 1
            } else if ASCII.isLineEnd(byte) {
                if quoting == .withinLine { return nil }
                // For CR LF, only the LF is counted.
                if !Self.isPair(bytes, at: index) { lines += 1 }
            }
            index += 1
        }
        guard index < bytes.count else {
            guard isWhole else { return .unfinished }
            if quoting == .withinLine { return nil }
            throw CSVError(.unclosedQuote, line: line)
        }
        let end = index + 1
        guard end == bytes.count || bytes[end] == delimiter || ASCII.isLineEnd(bytes[end]) else { return nil }
        cell.range = (start + 1)..<index
        line += lines
        return .cell(cell, end: end)
    }

    /// Whether a CR at an index ends a line together with the LF after it.
    @inline(__always)
    private static func isPair(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        bytes[index] == ASCII.carriageReturn && index + 1 < bytes.count && bytes[index + 1] == ASCII.newline
    }

    private static let quote = UInt8(ascii: "\"")
}

extension CSVReader {
    /// The most frequent delimiter of the first record, outside quotes: comma, semicolon or tab.
    package static func delimiter(of bytes: Span<UInt8>) -> UInt8 {
        var counts: [(delimiter: UInt8, count: Int)] = [UInt8(ascii: ","), UInt8(ascii: ";"), 9].map { ($0, 0) }
        var isQuoted = false
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == quote { isQuoted.toggle() }
            if isQuoted { continue }
            if ASCII.isLineEnd(byte), index > 0 { break }
            for place in counts.indices where counts[place].delimiter == byte { counts[place].count += 1 }
        }
        return counts.reduce(counts[0]) { $1.count > $0.count ? $1 : $0 }.delimiter
    }
}

extension CSVReader.Cell {
    /// The content, with each doubled quote as one quote.
    package func bytes(in text: Span<UInt8>) -> [UInt8] {
        let content = text.extracting(range)
        guard hasDoubledQuotes else { return content.withUnsafeBufferPointer { Array($0) } }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count)
        var index = 0
        while index < content.count {
            bytes.append(content[index])
            index += content[index] == UInt8(ascii: "\"") ? 2 : 1
        }
        return bytes
    }

    /// The content as text: UTF-8, else Latin-1. A name may look wrong in Latin-1, but no account is lost.
    package func text(in text: Span<UInt8>) -> String { TextDecoding.lenientString(bytes(in: text)) }
}

/// An error that stops the reading of a CSV file.
package struct CSVError: Error, Sendable, Hashable {
    package enum Reason: Sendable, Hashable { case unclosedQuote, tooManyCells }

    package let reason: Reason
    /// The line in which the cell or the record starts, from 1.
    package let line: Int

    init(_ reason: Reason, line: Int) { (self.reason, self.line) = (reason, line) }
}
