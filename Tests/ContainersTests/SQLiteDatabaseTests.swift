import CSQLite
import Containers
import FixtureSupport
import TOTPDomain
import Testing

@Suite("SQLite databases of apps")
struct SQLiteDatabaseTests {
    private static let accounts = """
        CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT, secret TEXT);
        INSERT INTO accounts VALUES (2, 'bob', 'GEZDGNBV'), (1, 'alice', 'JBSWY3DP');
        """

    private func emails(_ file: [UInt8], limit: Int = 100) throws -> [String?] {
        try SQLiteDatabase(file).rows(of: "accounts", ["email"], orderedBy: "_id", limit: limit).map { $0[0].text }
    }

    private func failure(_ file: [UInt8], limit: Int = 100) -> SourceError? {
        #expect(throws: SourceError.self) { try emails(file, limit: limit) }
    }

    @Test("A value is read as it was stored, regardless of the column's declared type")
    func values() throws {
        let file = try SQLiteFile.make(
            """
            CREATE TABLE t (n INTEGER PRIMARY KEY, v);
            INSERT INTO t (v) VALUES (NULL), (0), (-9223372036854775808), (9223372036854775807), (1.5), (''), ('Zoë 🔑'),
                ('a' || char(0) || 'b'), (x''), (x'00FF'), (CAST(x'61FF' AS TEXT));
            """)
        let rows = try SQLiteDatabase(file).rows(of: "t", ["v"], orderedBy: "n", limit: 100)
        #expect(
            rows.map { $0[0] } == [
                .null, .integer(0), .integer(.min), .integer(.max), .real(1.5), .text(""), .text("Zoë 🔑"),
                .text("a\0b"), .bytes([]), .bytes([0, 0xFF]), .bytes([0x61, 0xFF]),
            ])
    }

    @Test("Tables and their columns are found by names in lower case")
    func tables() throws {
        let file = try SQLiteFile.make(
            """
            CREATE TABLE Accounts (_id INTEGER PRIMARY KEY, "E-Mail" TEXT, 'it''s' TEXT, SECRET);
            CREATE TABLE "odd "" name' --" (a);
            CREATE VIEW seen AS SELECT 1 AS one;
            CREATE INDEX i ON Accounts (SECRET);
            """)
        #expect(
            try SQLiteDatabase(file).tables() == [
                "accounts": ["_id", "e-mail", "it's", "secret"], "odd \" name' --": ["a"],
            ])
    }

    @Test("A requested member that is missing is an error")
    func missing() throws {
        let file = try SQLiteFile.make("CREATE TABLE other (a)")
        #expect(try SQLiteDatabase(file).tables()["accounts"] == nil)
        #expect(failure(file)?.code == .corrupt)
    }

    @Test("Rows come in the order asked for, and no more than the limit")
    func order() throws {
        let file = try SQLiteFile.make(Self.accounts)
        #expect(try emails(file, limit: 2) == ["alice", "bob"])
        let byRow = try SQLiteDatabase(file).rows(of: "accounts", ["secret"], orderedBy: "rowid", limit: 2)
        #expect(byRow.map { $0[0].text } == ["JBSWY3DP", "GEZDGNBV"])
        #expect(failure(file, limit: 1)?.code == .limitExceeded)
    }

    @Test("Names of tables cannot leave their quotes")
    func names() throws {
        let database = try SQLiteDatabase(try SQLiteFile.make(Self.accounts))
        for name in ["accounts\" UNION SELECT 1 --", "accounts;", "\"", ""] {
            let failure = #expect(throws: SourceError.self) {
                try database.rows(of: name, ["email"], orderedBy: "_id", limit: 9)
            }
            #expect(failure?.code == .corrupt)
        }
    }

    @Test("A value may be as large as the limit, and no larger")
    func largeValue() throws {
        let limit = Int(CSQLITE_VALUE_BYTES)
        for (count, isRead) in [(limit, true), (limit + 1, false)] {
            let file = try SQLiteFile.make(
                "\(Self.accounts) UPDATE accounts SET secret = CAST(zeroblob(\(count)) AS TEXT)")
            let secrets = { try SQLiteDatabase(file).rows(of: "accounts", ["secret"], orderedBy: "_id", limit: 9) }
            if isRead {
                #expect(try secrets().count == 2)
            } else {
                let failure = #expect(throws: SourceError.self) { try secrets() }
                let message = "a value of the database is larger than \(limit >> 20) MiB"
                #expect(failure == SourceError(.limitExceeded, message))
            }
        }
    }

    // MARK: - Damage

    @Test(
        "A file that is not a database is damaged",
        arguments: [0, 1, 16, 17, 19, 20, 99, 100, 511, 512, 4095, 4096, 8191])
    func cut(count: Int) throws {
        let file = try SQLiteFile.make(Self.accounts)
        try #require(file.count == 8192)
        #expect(failure(Array(file.prefix(count)))?.code == .corrupt)
    }

    @Test("Zeros, noise and the start of another file are not databases")
    func noise() {
        var generator = SeededGenerator(seed: 5)
        let mark = Array("SQLite format 3\0".utf8)
        for bytes in [[UInt8](repeating: 0, count: 8192), generator.bytes(8192), mark + generator.bytes(8176), mark] {
            #expect(failure(bytes)?.code == .corrupt)
        }
    }

    @Test("A changed bit is an error or gives other rows, and never ends the program")
    func bits() throws {
        let file = try SQLiteFile.make(Self.accounts)
        // The header, the schema and the rows are at the ends of the two pages.
        let places =
            Array(0..<120) + Array(stride(from: 120, to: file.count - 700, by: 61)) + Array(file.indices.suffix(700))
        var opened = 0
        for index in places {
            for bit in [0, 3, 7] {
                var changed = file
                changed[index] ^= 1 << bit
                let outcome = Result { try emails(changed) }
                if case .success(let emails) = outcome {
                    opened += 1
                    #expect(emails.count <= 100)
                } else if case .failure(let error) = outcome {
                    #expect(error is SourceError)
                }
            }
        }
        #expect(opened > places.count, "most bits are unused space, or within a text")
    }
}
