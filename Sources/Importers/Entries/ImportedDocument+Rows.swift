import TOTPDomain

extension ImportedDocument {
    /// Reads the rows of a CSV export.
    ///
    /// - Parameters:
    ///   - columns: in lower case, that the table must have.
    ///   - known: in lower case, the columns that the format reads, and those that say nothing of an account.
    ///   - account: makes an account of a row.
    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    init<Account: ExportedAccount>(
        format: FormatID, table: CSVTable, columns: [String], known: some Sequence<String>,
        _ limits: ImportLimits, account: (CSVTable.Row) -> Account
    ) throws(SourceError) {
        try table.check(columns)
        self.init(format: format, records: 0)
        var table = table
        var unread = UnreadColumns(table.header, known: known)
        while let row = try table.next() {
            unread.look(at: row)
            add(account(row), at: EntryPosition(line: row.line))
            try limits.check(records: table.rowCount)
        }
        records = table.countRecords()
        skipped.add(.header, count: table.headerCount)
        warnings += unread.warnings
    }
}
