import Encodings
import FormatEngine
import Links
import TOTPDomain

/// The tables with one-time passwords of a text, or why it has no such table.
struct LoginTableFile: Sendable {
    struct Table: Sendable {
        /// Before its first row.
        let rows: CSVTable
        let guessed: GuessedTable
        var warnings: [Warning] = []

        init(
            _ rows: CSVTable, _ columns: GuessedColumns, _ encoding: SecretEncoding?, isDrawn: Bool = false,
            needsLogin: Bool = true
        ) throws(SourceError) {
            self.rows = rows
            guessed = try GuessedTable(
                columns, encoding, isDrawn: isDrawn, needsLogin: needsLogin, rows: rows.forEach)
        }
    }

    private(set) var tables: [Table] = []
    /// Lines and rows of a text around its tables.
    private(set) var otherLines = 0
    private(set) var leftovers = Leftovers()
    /// Columns of further tables in a text that seem to have secrets.
    private(set) var unread = UnreadNames()
    /// Why a table is not read, if the text is a table.
    private(set) var refusal: SourceError?

    /// - Parameters:
    ///   - choice: what the user says of the columns; the others are guessed.
    ///   - encoding: what the user says of the secrets.
    /// - Throws: ``SourceError`` as ``CSVTable``.
    init(_ text: [UInt8], _ choice: TableColumns? = nil, _ encoding: SecretEncoding? = nil) throws(SourceError) {
        if let choice {
            let table = try ChosenTable.find(choice, encoding, in: text)
            if table.guessed.isUsable { tables = [table] } else { refusal = Self.refusal(of: table.guessed) }
            return
        }
        let start = TableStart.find(in: text)
        if let start {
            let columns = GuessedColumns(start.header)
            if columns.hasLogin || start.hasTooManyColumns {
                let rows = try CSVTable(text, delimiter: start.delimiter, titleRows: start.titleRows)
                let table = try Table(rows, columns, encoding)
                if table.guessed.isUsable {
                    (tables, leftovers) = ([table], rows.leftovers)
                    return
                }
                refusal = Self.refusal(of: table.guessed)
            }
        }
        do throws(SourceError) { try findDrawnTables(text, encoding) } catch {
            guard error.code == .unrecognised else { throw error }
            (tables, otherLines, leftovers, refusal) = ([], 0, Leftovers(), error)
            return
        }
        if tables.isEmpty, let table = HeaderlessTable.find(in: text) { tables = [table] }
        if tables.isEmpty, let start, let hint = TableHint.find(in: text, start) { refusal = hint }
    }

    private mutating func findDrawnTables(_ text: [UInt8], _ encoding: SecretEncoding?) throws(SourceError) {
        let drawn = try DrawnTables(text)
        (otherLines, leftovers) = (drawn.otherLines, drawn.leftovers)
        for rows in drawn.tables {
            let table = try Table(rows, GuessedColumns(rows.header), encoding, isDrawn: true)
            if table.guessed.isUsable {
                tables.append(table)
            } else {
                for (index, _) in TableHint.columns(of: rows) ?? [] { unread.add(raw: rows.header[index], entries: 0) }
                var rows = rows
                while try rows.next() != nil { otherLines += 1 }
                otherLines += rows.headerCount + 1
            }
        }
        if tables.isEmpty { (otherLines, leftovers) = (0, Leftovers()) }
    }

    /// Whether a text is a table with one-time passwords, or a table whose refusal says more than that it is not known.
    /// A text with links is never refused: it is a list of links.
    static func recognizes(_ content: SourceContent) -> Bool {
        guard content.kind == .text, content.jsonOutline == nil, !content.isMarkup else { return false }
        do throws(SourceError) {
            let file = try LoginTableFile(content.text)
            if !file.tables.isEmpty { return true }
            guard let refusal = file.refusal, !LinkListReader.hasLink(in: content, where: { _, _ in true }) else {
                return false
            }
            // A line of a list has no more than a name and a secret.
            return refusal.question.map { $0.names.count > 2 } == true || !ListFormat.matches(content.text)
        } catch {
            // Damaged, but what it is can be told from its first line.
            guard let start = TableStart.find(in: content.text) else { return false }
            let columns = GuessedColumns(start.header)
            let hasKey = !columns.keys.isEmpty || (start.hasTooManyColumns && !columns[.possibleKey].isEmpty)
            return columns.hasLogin && hasKey
        }
    }

    private static func refusal(of table: GuessedTable) -> SourceError? {
        if table.columns.isOfLogins {
            return SourceError(
                .unrecognised,
                "a table of logins without a column of one-time passwords",
                "export with one-time passwords, if the app can"
            )
        }
        let columns = table.unprovenColumns
        guard let column = columns.first else { return nil }
        guard columns.count == 1 else {
            return TableHint(columns: columns.map { ($0, .base32) }, names: table.columns).error
        }
        let name = table.columns.header[column].trimmingWhitespace.printable(limit: 60)
        return SourceError(
            .unrecognised,
            "the column \"\(name)\" does not only contain secrets in base32",
            .text(
                "if it has secrets of one-time codes, say so "
                    + "with --columns secret=\(column + 1), and how they are written with --secret-encoding",
                onPage: TableHint.onPage))
    }
}

/// What to do with a table whose header does not say which column has secrets, although one seems to, or several.
struct TableHint {
    /// Those that may have secrets, at least one.
    let columns: [(index: Int, encoding: SecretEncoding)]
    let names: GuessedColumns

    private var problem: String {
        let numbers = columns.map { String($0.index + 1) }
        return numbers.count == 1
            ? "column \(numbers[0]) may hold secrets"
            : "columns \(numbers.dropLast().joined(separator: ", ")) and \(numbers[numbers.count - 1]) may "
                + "\(numbers.count == 2 ? "both" : "all") hold secrets"
    }

    var error: SourceError {
        let hasNames = columns.allSatisfy { choice(ofSecret: $0.index).columns.count > 1 }
        let options = columns.prefix(Self.mostOptions).map { index, encoding in
            choice(ofSecret: index).option + (encoding == .base32 ? "" : " --secret-encoding \(encoding.rawValue)")
        }
        return SourceError(
            .unrecognised, problem,
            .text(
                "say \(columns.count == 1 ? "so" : "which") with \(options.joined(separator: " or "))"
                    + (hasNames ? "" : ", and name the columns of issuer and name"),
                onPage: Self.onPage))
    }

    /// The page has no names of columns to give.
    static let onPage =
        "give the column of the secrets the title \"otpauth\" in a spreadsheet, and drop the table again"

    private static let mostOptions = 3

    /// The column of the secret, and those of issuer and name that the header names.
    private func choice(ofSecret secret: Int) -> TableColumns {
        let byHeader = names.namesByHeader
        let issuer = byHeader.issuers.first { $0 != secret }
        let name = byHeader.names.first { $0 != secret && $0 != issuer }
        var choice = TableColumns()
        choice.add(.secret, .number(secret + 1))
        if let issuer { choice.add(.issuer, .number(issuer + 1)) }
        if let name { choice.add(.name, .number(name + 1)) }
        return choice
    }

    /// - Returns: nil if no column seems to have secrets.
    static func find(in text: [UInt8], _ start: TableStart) -> SourceError? {
        guard let rows = try? CSVTable(text, delimiter: start.delimiter, titleRows: start.titleRows),
            let columns = columns(of: rows), !columns.isEmpty
        else { return nil }
        let hint = TableHint(columns: columns, names: GuessedColumns(rows.header))
        return hint.errorWithoutHeader(in: text) ?? hint.error
    }

    /// The error for a table without a header: its advice names all columns.
    private func errorWithoutHeader(in text: [UInt8]) -> SourceError? {
        guard columns.count == 1 else { return nil }
        let encoding = columns[0].encoding == .base32 ? nil : columns[0].encoding
        var choice = TableColumns()
        choice.add(.secret, .number(columns[0].index + 1))
        guard let table = try? ChosenTable.find(choice, encoding, in: text), table.guessed.columns.isHeaderless else {
            return nil
        }
        var unread = UnreadColumns("column", table.guessed)
        try? table.rows.forEach { row in _ = unread.entry(row) }
        return unread.refusal(problem, unread.allWithoutHeader, choice, encoding, secret: columns[0].index)
    }

    /// The columns that seem to have secrets; nil if not all rows have the header's cells.
    static func columns(of table: CSVTable) -> [(index: Int, encoding: SecretEncoding)]? {
        let width = table.header.count
        return ColumnCells.columns(of: table, width...width)?.enumerated().compactMap { index, cells in
            cells.encoding.map { (index, $0) }
        }
    }
}

extension CSVTable {
    /// - Throws: ``SourceError`` as ``next()``.
    func forEach(_ body: (Row) -> Void) throws(SourceError) {
        var rows = self
        while let row = try rows.next() { body(row) }
    }
}
