import Encodings
import Links
import TOTPDomain

extension ImportedDocument {
    /// Reads the rows of a CSV export.
    ///
    /// - Parameters:
    ///   - columns: in lower case, that the table must have.
    ///   - known: in lower case, the columns that the format reads, and those that say nothing of an account.
    ///   - hasOpenEnd: whether rows may have more cells than the header.
    ///   - account: makes an account of a row.
    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    package init<Exported: ExportedAccount>(
        format: FormatID, table: CSVTable, columns: [String], known: [String],
        hasOpenEnd: Bool = false, _ limits: ImportLimits, account: (CSVTable.Row) -> Exported
    ) throws(SourceError) {
        try table.check(columns)
        self.init(format: format, records: 0)
        var table = table
        var unread = UnreadCells(table.header, known: known, fewest: hasOpenEnd ? 0 : nil)
        while let row = try table.next() {
            unread.look(at: row)
            let account = account(row), position = EntryPosition(line: row.line)
            if !hasOpenEnd, row.hasMoreCells(than: table.header) {
                reject(at: position, label: account.names, .moreCellsThanHeader)
            } else {
                add(account, at: position)
            }
            try limits.check(records: table.rowCount)
        }
        records = table.countRecords()
        skipped.add(.header, count: table.headerCount)
        unread.finish(&self)
    }
}

/// What a table has beside the cells that its format reads: columns that it neither reads nor knows, and rows that do
/// not have the cells of the others.
package struct UnreadCells: Sendable {
    private let columns: [(index: Int, name: String)]
    private let fewest: Int
    private var unread = UnreadNames()
    private var short = LinkPlaces()

    /// - Parameters:
    ///   - known: in lower case, the columns that the format reads, and those that say nothing of an account; nil if
    ///     all are.
    ///   - fewest: the cells that each row has; nil for those of the header.
    package init(_ header: [String], known: [String]?, fewest: Int? = nil) {
        // If a name is there twice, the first column is read.
        var left = Set(known ?? [])
        columns = header.enumerated().compactMap { index, name in
            let column = name.trimmingWhitespace.lowercased()
            let isKnown = column.utf8.count <= Limit.csvName && left.remove(column) != nil
            return known == nil || isKnown ? nil : (index, name.shownUnlessSecret ?? "column \(index + 1)")
        }
        self.fewest = fewest ?? header.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0
    }

    /// An empty cell loses nothing.
    package mutating func look(at row: CSVTable.Row) {
        if row.cells.count < fewest, !row.isBlank { short.note(row.line) }
        for (index, name) in columns where !TypedSecret.isNothing(row.cell(index)) { unread.add(name, entries: 1) }
    }

    /// A cell that has no column.
    package mutating func look(atFurther index: Int, of row: CSVTable.Row) {
        if !TypedSecret.isNothing(row.cell(index)) { unread.add("column \(index + 1)", entries: 1) }
    }

    /// Warns of what was found.
    package func finish(_ document: inout ImportedDocument) {
        document.name(unread: unread)
        guard let subject = short.subject else { return }
        document.warnings.append(
            Warning(
                "\(subject) \(short.count == 1 ? "has" : "have") fewer cells than the others, and may be read wrongly",
                "if it is of an account, compare its codes with the app"))
    }
}
