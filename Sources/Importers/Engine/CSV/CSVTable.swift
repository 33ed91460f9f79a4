import Encodings
import TOTPDomain

/// The rows of a CSV export, with cells by the name of their column.
///
/// Empty lines are not records. Where the header is repeated, as in several exports in one file, it is skipped. Names
/// of columns are compared ignoring case and spaces around them; of two equal names, the first is used.
///
/// The package SwiftCSV does not fit: it gives no line numbers, takes an unclosed quote for the file's end, refuses
/// the whole file for one stray quote, drops spaces at the start of a cell, pads short rows, has no limits, and
/// compares characters, so that a combining mark after a comma hides the comma. Exports need the opposite of each.
package struct CSVTable: Sendable {
    package typealias Quoting = CSVReader.Quoting

    package struct Row: Sendable, Hashable {
        /// The line that the row starts in, from 1, as editors count.
        package let line: Int
        package let cells: [String]
        fileprivate let columns: [String: Int]

        /// The cell of a column, "" if the table has no such column or the row is too short.
        ///
        /// - Parameter column: in lower case.
        package subscript(column: String) -> String {
            guard let index = columns[column], index < cells.count else { return "" }
            return cells[index]
        }

        /// The cell of a column with a name of any case.
        package subscript<Column: RawRepresentable<String>>(column: Column) -> String { self[column.folded] }

        /// Whether there are filled cells beyond those of the header: then no cell is surely in its column.
        /// False for a table without a header.
        func hasMoreCells(than header: [String]) -> Bool {
            !header.isEmpty && cells.dropFirst(header.count).contains { !$0.isBlank }
        }

        /// The cell at an index, "" if the row is too short.
        package func cell(_ index: Int) -> String { index < cells.count ? cells[index] : "" }

        package var isBlank: Bool { cells.allSatisfy(\.isBlank) }

        /// The name of the column with an index, in lower case; "" if it has none.
        package func name(ofColumn index: Int) -> String { columns.first { $0.value == index }?.key ?? "" }

        /// The index of a column in full rows; nil if the table has no such column.
        package func index(of column: String) -> Int? { columns[column] }
    }

    /// The names of columns as they are in the file.
    package let header: [String]
    private let columns: [String: Int]
    private let text: [UInt8]
    private let firstLine: Int
    private var reader: CSVReader
    /// Where the first row starts.
    private let start: Int
    private var loss = PlantedLoss()
    /// The rows above the header.
    package private(set) var leftovers = Leftovers()
    /// Rows read so far, without headers.
    package private(set) var rowCount = 0
    /// How often the header was repeated so far.
    package private(set) var headerCount = 0

    /// Reads the header, the first line that is not empty.
    ///
    /// - Parameters:
    ///   - delimiter: nil for that of the first line.
    ///   - titleRows: rows above the header, which are not records.
    ///   - firstLine: the line of the file that the text starts in, from 1.
    /// - Throws: ``SourceError`` with `corrupt` if the text has no header, else as ``next()``.
    package init(
        _ text: [UInt8], delimiter: UInt8? = nil, quoting: Quoting = .acrossLines, titleRows: Int = 0,
        firstLine: Int = 1
    ) throws(SourceError) {
        self.text = text
        self.firstLine = firstLine
        let stated = delimiter == nil ? Self.statedDelimiter(text) : nil
        reader = CSVReader(
            delimiter: delimiter ?? stated ?? Self.delimiter(of: text), quoting: quoting,
            maximumCells: Limit.csvColumns)
        for _ in 0..<titleRows + (stated == nil ? 0 : 1) {
            guard let (line, cells) = try Self.row(text, &reader) else { break }
            guard !cells[0].hasPrefix(Self.statement) else { continue }
            leftovers.add(Leftover.Kind(in: cells.joined(separator: " ")) ?? .text, line: line + firstLine - 1)
        }
        guard let header = try Self.row(text, &reader) else {
            throw .damaged("it has no header")
        }
        self.header = header.cells
        columns = Self.columns(of: header.cells)
        start = reader.position
    }

    /// The delimiter of the first line: a pipe if it has no other, and no space before it, as drawn tables have.
    package static func delimiter(of text: [UInt8]) -> UInt8 {
        let usual = CSVReader.delimiter(of: text.span), pipe = UInt8(ascii: "|")
        let line = text.prefix { $0 != ASCII.newline }
        let isPiped =
            line.first != pipe && line.contains(pipe) && line.span.firstIndex(of: Array(" |".utf8)) == nil
        return isPiped && !line.contains(usual) ? pipe : usual
    }

    package static let statement = "sep="

    /// The delimiter that the first line states for spreadsheets: `sep=;`.
    package static func statedDelimiter(_ text: [UInt8]) -> UInt8? {
        let line = text.prefix(8).prefix { $0 != ASCII.newline && $0 != ASCII.carriageReturn }
        guard line.starts(with: statement.utf8), line.count == statement.utf8.count + 1, let last = line.last,
            [UInt8(ascii: ","), UInt8(ascii: ";"), 9, UInt8(ascii: "|")].contains(last)
        else { return nil }
        return last
    }

    /// Reads a table without a header: every row is a record, and cells have only an index.
    package init(rowsOf text: [UInt8], delimiter: UInt8 = UInt8(ascii: ","), maximumCells: Int = Limit.csvColumns) {
        self.text = text
        firstLine = 1
        reader = CSVReader(delimiter: delimiter, maximumCells: maximumCells)
        header = []
        columns = [:]
        start = 0
    }

    package func has(_ columns: String...) -> Bool { columns.allSatisfy { self.columns[$0] != nil } }

    /// - Parameter names: in lower case.
    /// - Throws: ``SourceError`` with `corrupt` if the table lacks one of these columns.
    package func check(_ names: [String]) throws(SourceError) {
        if let missing = names.first(where: { columns[$0] == nil }) {
            throw .damaged("it has no column \(missing)")
        }
    }

    /// The next row, nil after the last.
    ///
    /// - Throws: ``SourceError`` with `corrupt` for a quote that is never closed, `limit-exceeded` for a row of too
    ///   many cells.
    package mutating func next() throws(SourceError) -> Row? {
        while let (line, cells) = try Self.row(text, &reader) {
            if cells == header {
                headerCount += 1
                continue
            }
            if loss.takesNext() { continue }
            rowCount += 1
            return Row(line: line + firstLine - 1, cells: cells, columns: columns)
        }
        return nil
    }

    /// The number of rows and repeated headers in the text, counted independently of ``next()``, in one pass.
    package func countRecords() -> Int {
        CSVRecordCount.records(in: text.span, from: start, delimiter: reader.delimiter, quoting: reader.quoting)
    }

    /// The next row that is not empty.
    private static func row(
        _ text: [UInt8], _ reader: inout CSVReader
    ) throws(SourceError) -> (line: Int, cells: [String])? {
        while true {
            if reader.delimiter != 9 { reader.skipBlankLines(in: text.span) }
            guard let record = try record(text, &reader) else { return nil }
            let cells = record.cells.map { $0.text(in: text.span) }
            if cells.count > 1 || !cells[0].isBlank { return (record.line, cells) }
        }
    }

    private static func record(_ text: [UInt8], _ reader: inout CSVReader) throws(SourceError) -> CSVReader.Record? {
        do throws(CSVError) { return try reader.next(in: text.span) } catch {
            switch error.reason {
            case .unclosedQuote:
                throw .damaged("a quote that opens in line \(error.line) is never closed")
            case .tooManyCells:
                throw SourceError(
                    .limitExceeded, "line \(error.line) has more than \(Limit.csvColumns) cells, the limit",
                    "delete the columns that are not of accounts")
            }
        }
    }

    fileprivate static func columns(of header: [String]) -> [String: Int] {
        // Strings with thousands of combining marks are slow to compare.
        Dictionary(
            header.enumerated().filter { $1.utf8.count <= Limit.csvName }
                .map { ($1.trimmingWhitespace.lowercased(), $0) },
            uniquingKeysWith: { first, _ in first })
    }
}

extension RawRepresentable<String> {
    /// The name of a column as readers compare it.
    package var folded: String { rawValue.lowercased() }
}

extension CSVTable.Row {
    /// A record of another kind of file.
    package init(line: Int, cells: [String]) { self.init(line: line, cells: cells, columns: [:]) }
}

extension SourceContent {
    /// The names of columns, in lower case, that the first line has if the text is CSV.
    ///
    /// The rest of the text is ignored; a text that is not CSV has a strange name, or no names.
    package var csvColumns: Set<String> { Set(CSVTable.columns(of: firstCells).keys) }

    /// The cells of the first line with the delimiter that splits it into most cells; empty if it has only one.
    package var csvHeader: [String] {
        let header = firstCells
        return header.count > 1 ? header : []
    }

    private var firstCells: [String] { derived { FirstCells(of: firstLine) }.texts }

    /// The first line that is not empty, as far as a header can reach.
    private var firstLine: [UInt8] {
        let text = text.dropFirst(CSVTable.statedDelimiter(text) == nil ? 0 : 5)
        guard kind == .text, let start = text.firstIndex(where: { !ASCII.isWhitespace($0) }) else { return [] }
        return Array(text[start...].prefix(1 << 12).prefix { $0 != ASCII.newline && $0 != ASCII.carriageReturn })
    }
}

/// The cells of the first line of a text, which most formats of tables ask for.
private struct FirstCells: Sendable {
    let texts: [String]

    init(of line: [UInt8]) {
        var reader = CSVReader(
            delimiter: CSVTable.delimiter(of: line), quoting: .withinLine, maximumCells: Limit.csvColumns)
        texts = (try? reader.next(in: line.span))?.cells.map { $0.text(in: line.span) } ?? []
    }
}

extension EntryError {
    /// Its cells are under the wrong columns, so that a password could be taken for the secret of a one-time code.
    static let moreCellsThanHeader = EntryError(
        .fieldDamaged, "the row has more cells than the header", "put cells with commas in quotes")
}
