import CSQLite
import Containers
import Encodings
import FixtureSupport
import TOTPDomain
import Testing

/// Databases that contain far more than their files.
struct SQLiteMemoryTests {
    private static let aroundTheLimit = [(surplus: 0, isRead: true), (surplus: 1, isRead: false)]

    /// 200 rows of a million bytes each, all in the same pages.
    private static let sharedPages = """
        import sqlite3, struct, sys
        path = sys.argv[1]
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA page_size = 512")
        connection.execute("CREATE TABLE accounts (_id TEXT, email TEXT, secret TEXT)")
        large, small = 1_000_230, 1_000_230 - 508 * 1935
        for row in range(200):
            connection.execute("INSERT INTO accounts VALUES ('1', 'b', ?)", ("A" * (small if row else large),))
        connection.commit()
        connection.close()

        def varint(number):
            return bytes([number >> 14 & 127 | 128, number >> 7 & 127 | 128, number & 127])

        file = bytearray(open(path, "rb").read())
        sizes = varint(small + 8), varint(large + 8)
        types = varint(13 + 2 * small), varint(13 + 2 * large)
        cells = []
        for page in range(512, len(file), 512):
            if file[page] != 13:
                continue
            for index in range(struct.unpack_from(">H", file, page + 3)[0]):
                cell = page + struct.unpack_from(">H", file, page + 8 + 2 * index)[0]
                header = cell + 3 + (1 if file[cell + 3] < 128 else 2)
                if file[cell:cell + 3] in sizes and file[header + 3:header + 6] in types:
                    cells.append((cell, header))
        first = next(header for cell, header in cells if file[cell:cell + 3] == sizes[1])
        chain = file[first + 39:first + 43]
        for cell, header in cells:
            file[cell:cell + 3] = sizes[1]
            file[header + 3:header + 6] = types[1]
            file[header + 39:header + 43] = chain
        open(path, "wb").write(file)
        print(len(cells))
        """

    /// Sorted by SQLite, all rows would be in memory at once.
    @Test func rowsThatSharePagesAreNotSorted() throws {
        let python = try #require(PythonInterpreter.find(with: ["sqlite3"]))
        let folder = try TemporaryFolder()
        let outcome = try python.run(["-c", Self.sharedPages, folder.path("accounts.db")])
        #expect(outcome.text == "200\n")

        let database = try SQLiteDatabase(folder.bytes("accounts.db"))
        let failure = #expect(throws: SourceError.self) {
            try database.rows(of: "accounts", ["email", "secret"], orderedBy: "_id", limit: 1_000_000)
        }
        #expect(failure?.code == .limitExceeded)
    }

    /// A value counts with its bytes and 64 more; the rows are from the table itself.
    @Test func aTableIsOfLimitedSize() throws {
        let limit = Limit.databaseTable, rows = limit / 1_000_000 + 1
        for (surplus, isRead) in Self.aroundTheLimit {
            // The last row is not counted yet when it is judged.
            let last = limit - (rows - 1) * (1_000_000 + 2 * 64) + surplus
            let file = try SQLiteFile.make(
                """
                CREATE TABLE accounts (_id INTEGER PRIMARY KEY, secret BLOB);
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
                    INSERT INTO accounts SELECT i, zeroblob(iif(i < \(rows), 1000000, \(last))) FROM n;
                """, pageSize: 65536)
            let read = { try SQLiteDatabase(file).rows(of: "accounts", ["secret"], orderedBy: "_id", limit: rows) }
            if isRead {
                #expect(try read().count == rows)
            } else {
                #expect(throws: SourceError(.limitExceeded, LimitMessage.databaseTable(limit >> 20))) { try read() }
            }
        }
    }

    /// Rows may come from an encrypted file: 2 is memory, everything else may be a file.
    @Test func nothingReachesTheDisk() throws {
        let python = try #require(PythonInterpreter.find(with: ["sqlite3"]))
        let folder = try TemporaryFolder()
        let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('CREATE TABLE accounts (secret)')"
        try #require(python.run(["-c", script, folder.path("accounts.db")]).status == 0)

        var bytes = try folder.bytes("accounts.db")
        try bytes.withUnsafeMutableBufferPointer { bytes in
            var database = csqlite_database()
            defer { csqlite_close(&database) }
            try #require(csqlite_open(&database, bytes.baseAddress, bytes.count) == SQLITE_OK)
            var statement: OpaquePointer?
            defer { sqlite3_finalize(statement) }
            try #require(
                sqlite3_prepare_v2(database.connection, "PRAGMA temp_store", -1, &statement, nil) == SQLITE_OK)
            #expect(sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) == 2)
        }
    }

    @Test func aQueryWithoutEndEnds() throws {
        var bytes = try SQLiteFile.make("CREATE TABLE accounts (secret)")
        try bytes.withUnsafeMutableBufferPointer { bytes in
            var database = csqlite_database()
            defer { csqlite_close(&database) }
            try #require(csqlite_open(&database, bytes.baseAddress, bytes.count) == SQLITE_OK)
            var statement: OpaquePointer?
            defer { sqlite3_finalize(statement) }
            let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT sum(i) FROM n"
            try #require(csqlite_prepare(&database, endless, &statement) == SQLITE_OK)
            // A call after each 10,000 steps.
            #expect(Int(database.calls_left) * 10_000 == Int(CSQLITE_QUERY_STEPS))
            database.calls_left /= 1000
            #expect(sqlite3_step(statement) == SQLITE_INTERRUPT)
        }
    }

    /// The schema stays in memory, and its entries may share their pages, too.
    @Test(
        "A schema with too many tables is refused",
        arguments: [
            (tables: Int(CSQLITE_SCHEMA_STEPS) / 10, isRead: true),
            (tables: Int(CSQLITE_SCHEMA_STEPS) / 5, isRead: false),
        ])
    func aSchemaIsOfLimitedSize(tables: Int, isRead: Bool) throws {
        let file = try SQLiteFile.make((0..<tables).map { "CREATE TABLE t\($0) (a);" }.joined())
        let read = Result { () throws(SourceError) in try SQLiteDatabase(file).tables() }
        switch read {
        case .success(let found): #expect(isRead && found.count == tables)
        case .failure(let failure): #expect(!isRead && failure.code == .limitExceeded)
        }
    }

    @Test(arguments: aroundTheLimit)
    func aTableHasAtMost256Columns(surplus: Int, isRead: Bool) throws {
        let columns = (0..<(Int(CSQLITE_COLUMNS) + surplus)).map { "c\($0)" }.joined(separator: ",")
        try check("CREATE TABLE a (\(columns))", isRead: isRead)
    }

    @Test(arguments: aroundTheLimit)
    func theSQLOfATableHasAtMost8KiB(surplus: Int, isRead: Bool) throws {
        let (start, end) = ("CREATE TABLE a (c0 /*", "*/)")
        let filling = Int(CSQLITE_SCHEMA_BYTES) + surplus - start.utf8.count - end.utf8.count
        try check(start + String(repeating: "x", count: filling) + end, isRead: isRead)
    }

    private func check(_ table: String, isRead: Bool) throws {
        let file = try SQLiteFile.make(table)
        let read = Result { () throws(SourceError) in
            try SQLiteDatabase(file).rows(of: "a", ["c0"], orderedBy: "c0", limit: 9)
        }
        switch read {
        case .success(let rows): #expect(isRead && rows.isEmpty)
        case .failure(let failure): #expect(!isRead, "\(failure)")
        }
    }

    /// A view is kept as a tree, of which each character of its SQL makes some fifty bytes.
    @Test func anEntryOfTheSchemaIsOfLimitedLength() throws {
        let list = Array(repeating: "1", count: 5000).joined(separator: ",")
        let file = try SQLiteFile.make("CREATE TABLE a (b); CREATE VIEW v AS SELECT 1 IN (\(list));")
        #expect(throws: SourceError.self) { try SQLiteDatabase(file).rows(of: "a", ["b"], orderedBy: "b", limit: 9) }
    }

    /// The host program may use SQLite, too.
    @Test func changesNoLimitOfTheProcess() throws {
        let file = try SQLiteFile.make("CREATE TABLE a (b);")
        let limits = (sqlite3_hard_heap_limit64(-1), sqlite3_soft_heap_limit64(-1))
        _ = try SQLiteDatabase(file).tables()
        #expect(sqlite3_hard_heap_limit64(-1) == limits.0 && limits.0 == 0)
        #expect(sqlite3_soft_heap_limit64(-1) == limits.1)
    }
}
