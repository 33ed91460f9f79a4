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

    /// - Parameter choice: what the user says; the rest is guessed.
    /// - Throws: ``SourceError`` as ``CSVTable``.
    init(_ text: [UInt8], _ choice: RecordChoice = RecordChoice()) throws(SourceError) {
        if choice.columns != nil {
            let table = try ChosenTable.find(choice, in: text)
            if table.guessed.isUsable { tables = [table] } else { refusal = Self.refusal(of: table.guessed) }
            return
        }
        let start = TableStart.find(in: text)
        if let start {
            let columns = GuessedColumns(start.header)
            if columns.hasLogin || start.hasTooManyColumns {
                let table = try Table(try start.rows(of: text), columns, choice.encoding)
                if table.guessed.isUsable {
                    (tables, leftovers) = ([table], table.rows.leftovers)
                    return
                }
                refusal = Self.refusal(of: table.guessed)
            }
        }
        do throws(SourceError) { try findDrawnTables(text, choice.encoding) } catch {
            guard error.code == .unrecognised else { throw error }
            refusal = error
            return
        }
        if tables.isEmpty, let table = HeaderlessTable.find(in: text) { tables = [table] }
        if tables.isEmpty, let start, let hint = TableHint.find(in: text, start) { refusal = hint }
    }

    private mutating func findDrawnTables(_ text: [UInt8], _ encoding: SecretEncoding?) throws(SourceError) {
        let drawn = try DrawnTables(text)
        var found: [Table] = [], others = drawn.otherLines
        for rows in drawn.tables {
            let table = try Table(rows, GuessedColumns(rows.header), encoding, isDrawn: true)
            if table.guessed.isUsable {
                found.append(table)
            } else {
                for (index, _) in TableHint.columns(of: rows) ?? [] { unread.add(raw: rows.header[index], entries: 0) }
                var rows = rows
                while try rows.next() != nil { others += 1 }
                others += rows.headerCount + 1
            }
        }
        if !found.isEmpty { (tables, otherLines, leftovers) = (found, others, drawn.leftovers) }
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
            return TableHint.error(columns.map { ($0, .base32) }, table.columns)
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

/// What to do with a table whose header does not say which column has secrets, although some seem to have them.
enum TableHint {
    typealias Column = (index: Int, encoding: SecretEncoding)

    /// - Parameters:
    ///   - columns: those that may have secrets, at least one.
    ///   - names: those of the table.
    static func error(_ columns: [Column], _ names: GuessedColumns) -> SourceError {
        let options = columns.prefix(mostOptions).map { choice($0).option }
        return SourceError(
            .unrecognised, problem(columns),
            .text(
                "say \(columns.count == 1 ? "so" : "which") with \(options.joined(separator: " or "))"
                    + (names.ofNames.isEmpty ? ", and name the columns of issuer and name" : ""),
                onPage: onPage))
    }

    private static let mostOptions = 3

    private static func problem(_ columns: [Column]) -> String {
        let numbers = columns.map { String($0.index + 1) }
        return numbers.count == 1
            ? "column \(numbers[0]) may hold secrets"
            : "columns \(numbers.dropLast().joined(separator: ", ")) and \(numbers[numbers.count - 1]) may "
                + "\(numbers.count == 2 ? "both" : "all") hold secrets"
    }

    /// The page has no names of columns to give.
    static let onPage =
        "give the column of the secrets the title \"otpauth\" in a spreadsheet, and drop the table again"

    /// - Returns: nil if no column seems to have secrets.
    static func find(in text: [UInt8], _ start: TableStart) -> SourceError? {
        guard let rows = try? start.rows(of: text), let columns = columns(of: rows), !columns.isEmpty else {
            return nil
        }
        return errorWithoutHeader(in: text, columns) ?? error(columns, GuessedColumns(rows.header))
    }

    /// The error for a table without a header: its advice names all columns.
    private static func errorWithoutHeader(in text: [UInt8], _ columns: [Column]) -> SourceError? {
        guard columns.count == 1, let choice = columns.first.map(choice),
            let table = try? ChosenTable.find(choice, in: text), table.guessed.columns.isHeaderless
        else { return nil }
        var unread = UnreadColumns("column", table.guessed)
        try? table.rows.forEach { row in _ = unread.entry(row) }
        return unread.refusal(problem(columns), unread.allWithoutHeader, choice, secret: columns[0].index)
    }

    private static func choice(_ secret: Column) -> RecordChoice {
        var columns = TableColumns()
        columns.add(.secret, .number(secret.index + 1))
        return RecordChoice(columns: columns, encoding: secret.encoding == .base32 ? nil : secret.encoding)
    }

    /// The columns that seem to have secrets; nil if not all rows have the header's cells.
    static func columns(of table: CSVTable) -> [Column]? {
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
