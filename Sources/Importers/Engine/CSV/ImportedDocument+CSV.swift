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
