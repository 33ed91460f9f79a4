import CLibSQLite

/// Databases as apps leave them, written by SQLite itself.
package enum SQLiteFile {
    package struct Failed: Error {
        package let message: String
    }

    /// The file that statements make.
    ///
    /// - Parameter reservedCount: bytes at the end of each page that are not the database's.
    package static func make(
        _ statements: String, pageSize: Int = 4096, reservedCount: Int32 = 0
    ) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        try withConnection(folder.path("made.db")) { connection in
            var reservedCount = reservedCount
            guard sqlite3_file_control(connection, "main", SQLITE_FCNTL_RESERVE_BYTES, &reservedCount) == SQLITE_OK
            else { throw failure(connection) }
            try run("PRAGMA page_size = \(pageSize); \(statements)", connection)
        }
        return try folder.bytes("made.db")
    }

    /// A database and its write-ahead log, as they are while an app is running.
    ///
    /// - Parameters:
    ///   - statements: create the content of the database file.
    ///   - changes: exist in the log alone, each as one transaction.
    package static func make(
        _ statements: String, changes: [String], pageSize: Int = 4096
    ) throws -> (database: [UInt8], journal: [UInt8]) {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        return try withConnection(folder.path("made.db")) { connection in
            try run("PRAGMA page_size = \(pageSize); PRAGMA journal_mode = WAL; \(statements)", connection)
            try run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0", connection)
            for change in changes { try run(change, connection) }
            return (try folder.bytes("made.db"), try folder.bytes("made.db-wal"))
        }
    }

    private static func withConnection<Value>(
        _ path: String, _ body: (OpaquePointer?) throws -> Value
    ) throws -> Value {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        guard sqlite3_open(path, &connection) == SQLITE_OK else { throw failure(connection) }
        return try body(connection)
    }

    private static func run(_ statements: String, _ connection: OpaquePointer?) throws {
        guard sqlite3_exec(connection, statements, nil, nil, nil) == SQLITE_OK else { throw failure(connection) }
    }

    private static func failure(_ connection: OpaquePointer?) -> Failed {
        Failed(message: String(cString: sqlite3_errmsg(connection)))
    }
}
