import Containers
import Encodings
import Links
import TOTPDomain

/// The database of a phone app as a source.
package enum AppDatabase {
    /// The database, with the `-wal` file next to it if that exists.
    package static func open(_ request: ImportRequest) throws(SourceError) -> SQLiteDatabase {
        let journal = try request.siblings.file("\(request.siblings.name)-wal")
        return try SQLiteDatabase(request.content.bytes, journal: journal)
    }

    /// The columns of a table; nil if the content is not a database or has no such table.
    package static func columns(of table: String, in content: SourceContent) -> Set<String>? {
        guard content.kind == .sqlite else { return nil }
        return (try? SQLiteDatabase(content.bytes).tables()[table]) ?? nil
    }
}

/// The rows of a table.
package struct DatabaseTable {
    package let rows: [DatabaseRow]
    /// As the database counts them.
    package let recordCount: Int
    /// Columns that are neither wanted nor known and have values, columns with values of another type, and other tables
    /// that may hold something of an account.
    package let unread: UnreadNames

    /// - Parameters:
    ///   - columns: those that are wanted; the table may lack some.
    ///   - others: those that say nothing of an account, separated by spaces.
    /// - Throws: ``SourceError`` with `corrupt` or `limit-exceeded`.
    package init(
        _ table: String, _ columns: [String], others: StaticString, orderedBy order: String,
        in database: borrowing SQLiteDatabase, _ limits: ImportLimits
    ) throws(SourceError) {
        let found = try database.tables()[table] ?? []
        let present = columns.filter { found.contains($0) }
        let known = Set(columns + others.words + [order])
        let unknown = Array(found.filter { !known.contains($0) }.sorted().prefix(UnreadNames.most + 1))
        recordCount = try database.count(of: table)
        var unread = UnreadNames()
        let all = try database.rows(of: table, present + unknown, orderedBy: order, limit: limits.entries).map { row in
            for (name, value) in zip(unknown, row.dropFirst(present.count)) where value.saysSomething {
                unread.add(raw: name, entries: 1)
            }
            for (name, value) in zip(present, row) where value.field == .damaged {
                unread.add(raw: name, entries: 1)
            }
            return DatabaseRow(values: Dictionary(uniqueKeysWithValues: zip(present, row)))
        }
        try Self.look(at: database, besides: table, &unread)
        self.unread = unread
        // An index that does not match its table gives other rows than the table.
        guard all.count == recordCount else {
            throw SourceError(.corrupt, "the database is damaged", .copyAgain(from: "the phone"))
        }
        rows = PlantedLoss.applied(to: all)
    }

    /// Looks for parts of accounts in the other tables. A table that cannot be read, or is too large, may have them.
    private static func look(
        at database: borrowing SQLiteDatabase, besides table: String, _ unread: inout UnreadNames
    ) throws(SourceError) {
        let tables = try database.tables().filter { $0.key != table && !$0.key.hasPrefix("sqlite_") }
        for (name, columns) in tables.sorted(by: { $0.key < $1.key }) {
            let columns = columns.sorted()
            guard let first = columns.first else { continue }
            let rows = try? database.rows(of: name, columns, orderedBy: first, limit: Limit.entries)
            let isOfCodes = columns.contains {
                AccountPart(named: $0)?.isKey == true || [.digits, .algorithm].contains(AccountPart(named: $0))
            }
            let saysNothing = rows?.joined().allSatisfy {
                if case .text(let text) = $0 { Leftover.Kind(in: text) == nil } else { !isOfCodes || !$0.saysSomething }
            }
            if saysNothing != true { unread.add(raw: "table \(name)", entries: 0) }
        }
    }
}

extension SQLiteValue {
    /// As a field of a JSON export; nil for null.
    fileprivate var field: LenientText? {
        switch self {
        case .text(let text): .text(text)
        case .integer(let number): .number(number)
        case .null: nil
        case .real, .bytes: .damaged
        }
    }

    fileprivate var saysSomething: Bool {
        switch self {
        case .null: false
        case .text(let text): !text.isEmpty
        case .bytes(let bytes): !bytes.isEmpty
        case .integer, .real: true
        }
    }
}

/// A row of a table: values by the names of their columns. A column that the app's version lacks is null.
package struct DatabaseRow: Sendable {
    fileprivate let values: [String: SQLiteValue]

    /// A name: "" for null; numbers as text.
    package func name(_ column: String) -> String { text(column).orEmpty }

    /// As a field of a JSON export; nil for null.
    package func text(_ column: String) -> LenientText? { values[column]?.field }
}
