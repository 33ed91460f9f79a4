import Encodings
import FormatEngine
import TOTPDomain

/// A table whose user says what some columns contain.
enum ChosenTable {
    /// - Throws: ``SourceError`` with `unrecognised` if it has no such column.
    static func find(_ choice: RecordChoice, in text: [UInt8]) throws(SourceError) -> LoginTableFile.Table {
        func table(_ rows: CSVTable, _ columns: GuessedColumns) throws(SourceError) -> LoginTableFile.Table {
            try LoginTableFile.Table(rows, columns, choice.encoding, needsLogin: false)
        }
        let hasOnlyNumbers = choice.columns?.hasOnlyNumbers == true
        for rows in try DrawnTables(text).tables {
            if let columns = GuessedColumns(rows.header, choice.columns) { return try table(rows, columns) }
        }
        let starts = TableStart.all(in: text).compactMap { start in
            GuessedColumns(start.header, choice.columns).map { (start: start, columns: $0) }
        }
        guard let (start, columns) = starts.max(by: { $0.start.header.count < $1.start.header.count }) else {
            throw missing(TableStart.find(in: text))
        }
        guard hasOnlyNumbers, isSecret(start.header, columns, choice.encoding) else {
            var table = try table(try start.rows(of: text), columns)
            // Perhaps an account whose secret is damaged.
            if hasOnlyNumbers, GuessedColumns(start.header).knownCount == 0 {
                table.warnings.append(header(start))
            }
            return table
        }
        let rows = CSVTable(rowsOf: text, delimiter: start.delimiter)
        let names = [String](repeating: "", count: start.header.count)
        guard let columns = GuessedColumns(names, choice.columns) else { throw missing(nil) }
        return try table(rows, columns)
    }

    /// Whether a first row has a secret where the others have theirs: then it is not a header.
    private static func isSecret(_ cells: [String], _ columns: GuessedColumns, _ encoding: SecretEncoding?) -> Bool {
        guard let index = columns.chosen[.secret] ?? columns.chosen[.otpauth], index < cells.count else { return false }
        return cells[index].isLink || SecretEvidence.isSecret(cells[index], in: encoding ?? .base32)
    }

    private static func header(_ start: TableStart) -> Warning {
        let names = start.header.filter { !$0.isBlank && !$0.looksLikeSecret }.prefix(8)
            .map { "\"\($0.trimmingWhitespace.printable(limit: 30))\"" }.joined(separator: ", ")
        return Warning(
            "the first row (\(names)) is taken for the header", "if it is an account, check its secret")
    }

    /// The first row is shown only if it is a header: it may also have secrets or passwords.
    private static func missing(_ start: TableStart?) -> SourceError {
        guard let header = start?.header, GuessedColumns(header).knownCount > 0,
            !header.contains(where: { $0.looksLikeSecret })
        else {
            return SourceError(.unrecognised, "the table has no such columns", "give their numbers, from 1")
        }
        return GuessedColumns.missing(in: header, of: "the table", "columns")
    }
}
