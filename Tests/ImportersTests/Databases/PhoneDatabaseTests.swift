import FixtureSupport
import TOTPDomain
import Testing

@Suite("Databases from rooted phones")
struct PhoneDatabaseTests {
    @Test("Rows of the -wal file are read; a damaged one is reported")
    func journal() throws {
        let (database, journal) = try SQLiteFile.make(
            """
            CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT, secret TEXT, type INTEGER);
            INSERT INTO accounts (email, secret, type) VALUES ('alice', 'JBSWY3DP', 0);
            """, changes: ["INSERT INTO accounts (email, secret, type) VALUES ('bob', 'GEZDGNBV', 0)"])
        let names = { (journal: [UInt8]?) in
            let siblings = SiblingFiles(name: "file") { $0 == "file-wal" ? journal : nil }
            return try read(database, siblings: siblings).items.map(\.name)
        }
        #expect(try names(nil) == ["alice"])
        #expect(try names(journal) == ["alice", "bob"])
        let failure = #expect(throws: SourceError.self) { try names([UInt8](repeating: 7, count: 5000)) }
        #expect(failure?.code == .corrupt)
    }
}
