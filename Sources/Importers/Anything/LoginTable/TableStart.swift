import Encodings
import FormatEngine
import TOTPDomain

/// Where the table of a CSV text starts, and what separates its cells.
struct TableStart: Sendable {
    let delimiter: UInt8
    /// Rows above the header: a title of the sheet, and a first line `sep=;`.
    let titleRows: Int
    let header: [String]
    var hasTooManyColumns: Bool { header.count > Limit.csvColumns }

    /// - Parameter text: in which the start was found.
    func rows(of text: [UInt8]) throws(SourceError) -> CSVTable {
        try CSVTable(text, delimiter: delimiter, titleRows: titleRows)
    }

    /// How far into the text a header can start.
    private static let reach = 1 << 14
    private static let mostTitleRows = 3

    static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), 9]

    /// The start with most columns of a known name, or else with most columns; nil if no row has two cells.
    static func find(in text: [UInt8]) -> TableStart? {
        all(in: text).map { (start: $0, known: GuessedColumns($0.header).knownCount) }
            .max { ($0.known, $0.start.header.count) < ($1.known, $1.start.header.count) }?.start
    }

    /// The start with each delimiter that gives more than one cell.
    static func all(in text: [UInt8]) -> [TableStart] {
        let head = Array(text.prefix(reach))
        if let stated = CSVTable.statedDelimiter(head) { return [stated].compactMap { find(in: head, $0) } }
        let first = CSVTable.delimiter(of: head)
        return (delimiters.contains(first) ? delimiters : delimiters + [first]).compactMap { find(in: head, $0) }
    }

    private static func find(in head: [UInt8], _ delimiter: UInt8) -> TableStart? {
        // The header of a table with too many columns still says what it is.
        var rows = CSVTable(rowsOf: head, delimiter: delimiter, maximumCells: reach)
        var titles = 0
        while let row = try? rows.next() {
            let filled = row.cells.count { !$0.isBlank }
            let isStatement = rows.rowCount == 1 && row.cells[0].hasPrefix(CSVTable.statement)
            // A comment, which may have commas; but a first column may be called #.
            let isComment = row.cells[0].trimmingWhitespace.hasPrefix("# ")
            if filled > 1, !isStatement, !isComment {
                let cells = row.cells
                let hasMore = cells.dropFirst(Limit.csvColumns).contains { !$0.isEmpty }
                return TableStart(
                    delimiter: delimiter, titleRows: rows.rowCount - 1,
                    header: hasMore ? cells : Array(cells.prefix(Limit.csvColumns)))
            }
            if filled == 1, !isStatement { titles += 1 }
            if titles > mostTitleRows || rows.rowCount > 16 { return nil }
        }
        return nil
    }
}
