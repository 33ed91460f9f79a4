import Containers
import TOTPDomain

/// The database of a phone app as a source.
enum AppDatabase {
    /// The database, with the `-wal` file beside it where there is one.
    static func open(_ request: ImportRequest) throws(SourceError) -> SQLiteDatabase {
        let journal = try request.siblings.file("\(request.siblings.name)-wal")
        return try SQLiteDatabase(request.content.bytes, journal: journal)
    }

    /// The columns of the table `accounts`, or of another, in a content that is a database; nil where it has none.
    static func columns(of table: String, in content: SourceContent) -> Set<String>? {
        guard content.kind == .sqlite, let database = try? SQLiteDatabase(content.bytes),
            let tables = try? database.tables()
        else { return nil }
        return tables[table]
    }
}

/// A row of a table, its values by the names of their columns; a column that the app's version lacks is null.
struct DatabaseRow {
    private let values: [String: SQLiteValue]

    /// All rows of a table.
    ///
    /// - parameter columns: those that are wanted, of which the table may lack some.
    static func all(
        of table: String, _ columns: [String], orderedBy order: String, in database: borrowing SQLiteDatabase,
        _ limits: ImportLimits
    ) throws(SourceError) -> [DatabaseRow] {
        let known = try database.tables()[table] ?? []
        let present = columns.filter { known.contains($0) }
        return try database.rows(of: table, present, orderedBy: order, limit: limits.entries).map { row in
            DatabaseRow(values: Dictionary(uniqueKeysWithValues: zip(present, row)))
        }
    }

    /// A name: "" for null; numbers as text.
    func name(_ column: String) -> String {
        switch values[column] {
        case .text(let text): text
        case .integer(let number): String(number)
        default: ""
        }
    }

    /// - throws: ``EntryError`` with `field-damaged` for bytes and fractions.
    func text(_ column: String, _ field: StaticString) throws(EntryError) -> String? {
        try jsonText(column).checked(field)
    }

    /// - throws: ``EntryError`` with the given code.
    func number(_ column: String, _ field: StaticString, _ code: RejectionCode) throws(EntryError) -> Int64? {
        try jsonNumber(column).checked(field, code)
    }

    /// In the form that fields of JSON exports have; nil for null.
    func jsonText(_ column: String) -> LenientText? {
        switch values[column] {
        case .text(let text): .text(text)
        case .integer(let number): .text(String(number))
        case .null, nil: nil
        case .real, .bytes: .damaged
        }
    }

    func jsonNumber(_ column: String) -> LenientNumber? {
        switch values[column] {
        case .integer(let number): .number(number)
        case .text(let text): .text(text)
        case .null, nil: nil
        case .real, .bytes: .damaged
        }
    }
}
