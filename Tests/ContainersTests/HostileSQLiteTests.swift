import Containers
import FixtureSupport
import TOTPDomain
import Testing

/// Databases that were made to harm who reads them.
@Suite("Hostile SQLite databases")
struct HostileSQLiteTests {
    private static let row = "INSERT INTO accounts (_id, email) VALUES (1, 'alice');"
    private static let table = "CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT);"

    private func emails(_ file: [UInt8]) throws -> [String?] {
        try SQLiteDatabase(file).rows(of: "accounts", ["email"], orderedBy: "_id", limit: 1_000_000)
            .map { $0[0].text }
    }

    private func failure(_ file: [UInt8]) -> SourceError? {
        #expect(throws: SourceError.self) { try emails(file) }
    }

    @Test("A view in place of a table is not read")
    func view() throws {
        let file = try SQLiteFile.make(
            """
            CREATE VIEW accounts AS
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS _id, i AS email FROM n;
            """)
        #expect(try SQLiteDatabase(file).tables() == [:])
        #expect(failure(file)?.code == .corrupt)
    }

    @Test("Virtual tables are ignored")
    func virtualTable() throws {
        let file = try SQLiteFile.make("CREATE VIRTUAL TABLE accounts USING fts4 (_id, email); \(Self.row)")
        #expect(try SQLiteDatabase(file).tables()["accounts"] == nil)
    }

    @Test("Triggers, checks, partial and computed indexes beside a table do not run")
    func besideATable() throws {
        let file = try SQLiteFile.make(
            """
            CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT CHECK (length(email) < 99),
                folly TEXT GENERATED ALWAYS AS (hex(zeroblob(500000))) VIRTUAL);
            CREATE INDEX lower_emails ON accounts (lower(email)) WHERE email > 'a';
            CREATE TABLE marks (m);
            CREATE TRIGGER t AFTER INSERT ON accounts BEGIN INSERT INTO marks VALUES (new.email); END;
            \(Self.row)
            """)
        #expect(try emails(file) == ["alice"])
        #expect(try SQLiteDatabase(file).tables()["accounts"] == ["_id", "email"], "no column that is computed")
    }

    @Test(
        "A schema that calls what only a shell or an extension has is read without calling it",
        arguments: ["load_extension('x')", "readfile('x')", "writefile('x', 'y')", "fts3_tokenizer('x')", "edit('x')"])
    func functions(call: String) throws {
        let file = try SQLiteFile.make(
            """
            \(Self.table) \(Self.row)
            CREATE VIEW v AS SELECT \(call) AS c;
            CREATE TRIGGER t AFTER INSERT ON accounts BEGIN SELECT \(call); END;
            """)
        #expect(try emails(file) == ["alice"])
        let viewed = #expect(throws: SourceError.self) {
            try SQLiteDatabase(file).rows(of: "v", ["c"], orderedBy: "c", limit: 9)
        }
        #expect(viewed?.code == .corrupt)
    }

    /// The schema is text in a table: whoever writes the file writes that, too.
    @Test("A schema that was written by hand is damaged, or gives no rows of the table")
    func forgedSchema() throws {
        for statement in [
            "sql = 'CREATE TABLE accounts AS SELECT 1'", "sql = 'nonsense'", "rootpage = 0", "rootpage = 99999",
            "rootpage = 1", "type = 'view'",
            "sql = 'CREATE TABLE accounts (' || replace(hex(zeroblob(40000)), '0', 'a,') || 'b)'",
        ] {
            let file = try SQLiteFile.make(
                """
                \(Self.table) \(Self.row)
                PRAGMA writable_schema = ON; UPDATE sqlite_master SET \(statement);
                """)
            // The root of another table gives rows that are not ours, or an error.
            if let emails = try? emails(file) { #expect(!emails.contains("alice"), "\(statement)") }
        }
    }

    /// Every row without a column has its default value: 6 kB per row from a few bytes.
    @Test("Rows cannot be larger than the file that holds them")
    func amplification() throws {
        let file = try SQLiteFile.make(
            """
            CREATE TABLE accounts (_id INTEGER PRIMARY KEY);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                INSERT INTO accounts SELECT i FROM n;
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = 'CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT DEFAULT '''
                || replace(hex(zeroblob(3000)), '0', 'x') || ''')';
            """)
        #expect(file.count < 400_000)
        #expect(failure(file)?.code == .limitExceeded)
    }

    @Test("A table with a column default added later is not rejected as too large")
    func addedColumn() throws {
        let file = try SQLiteFile.make(
            """
            CREATE TABLE accounts (_id INTEGER PRIMARY KEY);
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
                INSERT INTO accounts SELECT i FROM n;
            ALTER TABLE accounts ADD COLUMN email TEXT DEFAULT 'All Accounts';
            """)
        let emails = try emails(file)
        #expect(emails.count == 2000 && emails.allSatisfy { $0 == "All Accounts" })
    }
}
