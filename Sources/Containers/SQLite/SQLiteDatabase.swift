import CSQLite
import Encodings
import TOTPDomain

/// An app's SQLite database, opened from its bytes: in memory, read-only and untrusted.
package struct SQLiteDatabase: ~Copyable {
    private let database: UnsafeMutablePointer<csqlite_database>
    private let bytes: UnsafeMutableRawBufferPointer

    /// - Parameters:
    ///   - file: the database file.
    ///   - journal: the `-wal` file next to it: changes that are not in the database file yet.
    /// - Throws: ``SourceError`` with `corrupt`.
    package init(_ file: [UInt8], journal: [UInt8]? = nil) throws(SourceError) {
        var content = file
        // SQLite would fill the last page with zeros.
        guard SQLiteJournal.isWhole(content) else {
            throw SourceError(.corrupt, "the database is cut off", .copyAgain(from: "the phone"))
        }
        if let journal { try SQLiteJournal.apply(journal, to: &content) }
        // With version 2 here SQLite would look for the journal itself.
        if content.count > 19 { (content[18], content[19]) = (1, 1) }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, content.count), alignment: 16)
        bytes.copyBytes(from: content)
        let database = UnsafeMutablePointer<csqlite_database>.allocate(capacity: 1)
        database.initialize(to: csqlite_database())
        let status = csqlite_open(database, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), content.count)
        guard status == SQLITE_OK else {
            let failure = Self.failure(database)
            Self.close(database, bytes)
            throw failure
        }
        (self.bytes, self.database) = (bytes, database)
    }

    deinit { Self.close(database, bytes) }

    private static func close(
        _ database: UnsafeMutablePointer<csqlite_database>, _ bytes: UnsafeMutableRawBufferPointer
    ) {
        csqlite_close(database)
        database.deallocate()
        // It contained secrets.
        _ = bytes.initializeMemory(as: UInt8.self, repeating: 0)
        bytes.deallocate()
    }

    /// Virtual tables have no root page.
    private static let tableNames = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0"

    /// The columns of each table, in lower case. Views and virtual tables are ignored: reading them would run code
    /// from the file.
    package func tables() throws(SourceError) -> [String: Set<String>] {
        var tables: [String: Set<String>] = [:]
        // CSQLite ends the reading of a schema with more than some hundred tables, or with more than CSQLITE_COLUMNS.
        for row in try rows(Self.tableNames, columns: 1, limit: .max) {
            guard case .text(let name) = row[0] else { continue }
            let columns = try rows("SELECT name FROM pragma_table_info(\(Self.literal(name)))", columns: 1, limit: .max)
            tables[name.lowercased()] = Set(columns.compactMap { $0[0].text?.lowercased() })
        }
        return tables
    }

    /// The rows of a table, sorted here and not by SQLite, which would keep all of them in memory first.
    ///
    /// - Parameters:
    ///   - columns: their names; as identifiers they are quoted.
    ///   - order: the column to sort by, or `rowid`.
    ///   - limit: the largest number of rows.
    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    package func rows(
        of table: String, _ columns: [String], orderedBy order: String, limit: Int
    ) throws(SourceError) -> [[SQLiteValue]] {
        let names = (columns + [order]).map(Self.identifier).joined(separator: ", ")
        let sql = "SELECT \(names) FROM \(Self.identifier(table)) NOT INDEXED"
        let unsorted = try rows(sql, columns: columns.count + 1, limit: limit)
        let sorted = unsorted.indices.sorted { first, second in
            let (a, b) = (unsorted[first][columns.count], unsorted[second][columns.count])
            return a.precedes(b) || (!b.precedes(a) && first < second)
        }
        return sorted.map { Array(unsorted[$0].prefix(columns.count)) }
    }

    /// The number of rows of a table, counted in the table itself and not in an index.
    ///
    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    package func count(of table: String) throws(SourceError) -> Int {
        let sql = "SELECT count(*) FROM \(Self.identifier(table)) NOT INDEXED"
        guard case .integer(let count)? = try rows(sql, columns: 1, limit: 1).first?.first else {
            throw Self.failure(database)
        }
        return Int(clamping: count)
    }

    /// The largest result of a query, in bytes. A small file can contain more: its rows may share their pages.
    private static let maximumSize = Limit.databaseTable
    /// Approximate memory for a value, without its text or bytes.
    private static let valueSize = 64

    private func rows(_ sql: String, columns: Int, limit: Int) throws(SourceError) -> [[SQLiteValue]] {
        var statement: OpaquePointer?
        guard csqlite_prepare(database, sql, &statement) == SQLITE_OK else { throw Self.failure(database) }
        defer { sqlite3_finalize(statement) }
        var rows: [[SQLiteValue]] = []
        var size = 0
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                guard rows.count < limit else {
                    throw SourceError(.limitExceeded, "a table of the database has more than \(limit) rows")
                }
                let row = (0..<Int32(columns)).map { SQLiteValue(statement, $0) }
                size += row.reduce(0) { $0 + $1.size }
                guard size <= 4 * bytes.count + Self.spareSize else {
                    throw SourceError(
                        .limitExceeded, "the database is damaged: it contains more than fits into its file",
                        .copyAgain(from: "the phone"))
                }
                guard size + rows.count * columns * Self.valueSize <= Self.maximumSize else {
                    throw SourceError(
                        .limitExceeded, "a table of the database contains more than \(Self.maximumSize >> 20) MiB")
                }
                rows.append(row)
            case SQLITE_DONE: return rows
            default: throw Self.failure(database)
            }
        }
    }

    /// How much larger than the file the rows may be: the file has the default value of a column only once.
    private static let spareSize = 1 << 20

    private static func failure(_ database: UnsafeMutablePointer<csqlite_database>) -> SourceError {
        switch sqlite3_errcode(database.pointee.connection) {
        case SQLITE_INTERRUPT: SourceError(.limitExceeded, "reading the database takes too long, it may be damaged")
        case SQLITE_TOOBIG:
            SourceError(.limitExceeded, "a value of the database is larger than \(CSQLITE_VALUE_BYTES >> 20) MiB")
        case SQLITE_NOMEM: SourceError(.limitExceeded, "not enough memory for the database")
        default: SourceError(.corrupt, "the database is damaged", .copyAgain(from: "the phone"))
        }
    }

    private static func identifier(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
    private static func literal(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
}

/// A value of a database.
package enum SQLiteValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// Bytes, or text that is not valid UTF-8.
    case bytes([UInt8])

    init(_ statement: OpaquePointer?, _ column: Int32) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            let text = sqlite3_column_text(statement, column)
            let bytes = Array(UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, column))))
            self = String(validating: bytes, as: UTF8.self).map { .text($0.limitingMarks) } ?? .bytes(bytes)
        case SQLITE_BLOB:
            let bytes = sqlite3_column_blob(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            self = .bytes(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
        default: self = .null
        }
    }

    /// The length of a text or of bytes, in bytes.
    var size: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        case .null, .integer, .real: 0
        }
    }

    package var text: String? { if case .text(let text) = self { text } else { nil } }

    /// SQLite's order: null, numbers, text, bytes.
    func precedes(_ other: SQLiteValue) -> Bool {
        switch (self, other) {
        case (.integer(let a), .integer(let b)): a < b
        case (.integer(let a), .real(let b)): Double(a) < b
        case (.real(let a), .integer(let b)): a < Double(b)
        case (.real(let a), .real(let b)): a < b
        case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
        case (.bytes(let a), .bytes(let b)): a.lexicographicallyPrecedes(b)
        default: rank < other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .bytes: 3
        }
    }
}
