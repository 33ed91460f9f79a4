import TOTPDomain

extension ImportedDocument {
    /// Reads the rows of a CSV export.
    ///
    /// - Parameters:
    ///   - columns: in lower case, that the table must have.
    ///   - account: makes an account of a row.
    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    init<Account: ExportedAccount>(
        format: FormatID, table: CSVTable, columns: [String], _ limits: ImportLimits,
        account: (CSVTable.Row) -> Account
    ) throws(SourceError) {
        try table.check(columns)
        self.init(format: format, records: 0)
        var table = table
        while let row = try table.next() {
            add(account(row), at: EntryPosition(line: row.line))
            try limits.check(records: table.recordCount)
        }
        records = table.recordCount
    }
}
