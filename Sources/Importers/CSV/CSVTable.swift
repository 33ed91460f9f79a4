import Encodings
import TOTPDomain

/// The rows of a CSV export, one after the other, with cells by the name of their column (RFC 4180).
///
/// Rows end with LF, CRLF or CR; blank lines between them are left out. Names of columns are matched without regard to
/// case and blanks around them, and the first of two equal ones counts.
///
/// The package SwiftCSV does not fit: it gives no line numbers, takes an unterminated quote for the file's end, refuses
/// the whole file for one stray quote, drops blanks at the begin of a cell, fills up short rows, has no limits, and
/// compares characters where a combining mark behind a comma hides the comma. Exports need the opposite of each.
struct CSVTable: Sendable {
    /// What a quote at the begin of a cell means.
    enum Quoting: Sendable, Hashable {
        /// The cell ends with the closing quote, on whichever line it is.
        case acrossLines
        /// As before, but only where the closing quote stands on the same line: for apps that do not quote at all, of
        /// which a stray quote must not swallow the rows behind it.
        case withinLine
    }

    struct Row: Sendable, Hashable {
        /// Where the row begins, counted as an editor counts it, from 1.
        let line: Int
        let cells: [String]
        fileprivate let columns: [String: Int]

        /// The cell of a column, "" where the table has no such column or the row is too short.
        ///
        /// - parameter column: in lower case.
        subscript(column: String) -> String {
            guard let index = columns[column], index < cells.count else { return "" }
            return cells[index]
        }

        /// Where a column stands in full rows; nil where the table has none of the name.
        func index(of column: String) -> Int? { columns[column] }
    }

    private let columns: [String: Int]
    private var scanner: CSVScanner

    /// Reads the header, the first line that is not blank.
    ///
    /// - throws: ``SourceError`` with `corrupt` where there is none, else as ``next()``.
    init(_ text: [UInt8], quoting: Quoting = .acrossLines) throws(SourceError) {
        scanner = CSVScanner(text: text, quoting: quoting)
        guard let header = try scanner.next() else {
            throw SourceError(.corrupt, "the file is damaged: it has no header; export it again")
        }
        columns = Self.columns(of: header.cells)
    }

    func has(_ columns: String...) -> Bool { columns.allSatisfy { self.columns[$0] != nil } }

    /// The next row, nil behind the last.
    ///
    /// - throws: ``SourceError`` with `corrupt` for a quote that never closes, `limit-exceeded` for a row of more than
    ///   1,024 cells.
    mutating func next() throws(SourceError) -> Row? {
        guard let (line, cells) = try scanner.next() else { return nil }
        return Row(line: line, cells: cells, columns: columns)
    }

    fileprivate static func columns(of header: [String]) -> [String: Int] {
        Dictionary(
            header.enumerated().map { ($1.trimmingWhitespace.lowercased(), $0) },
            uniquingKeysWith: { first, _ in first })
    }
}

extension SourceContent {
    /// The names of columns, in lower case, that the first line has if the text is CSV.
    ///
    /// Whatever stands behind that line does not matter; a text that is no CSV has some odd name or none.
    var csvColumns: Set<String> {
        guard kind == .text, let start = text.firstIndex(where: { !ASCII.isWhitespace($0) }) else { return [] }
        let line = text[start...].prefix(1 << 12).prefix { $0 != ASCII.newline && $0 != ASCII.carriageReturn }
        var scanner = CSVScanner(text: Array(line), quoting: .withinLine)
        guard let header = try? scanner.next() else { return [] }
        return Set(CSVTable.columns(of: header.cells).keys)
    }
}
