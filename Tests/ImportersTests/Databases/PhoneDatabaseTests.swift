import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

@Suite("Databases from rooted phones")
struct PhoneDatabaseTests {
    private func read(_ statements: String, wal: [UInt8]? = nil) throws -> ImportedDocument {
        try ImportersTests.read(SQLiteFile.make(statements), siblings: Self.siblings(wal))
    }

    private static func siblings(_ wal: [UInt8]?) -> SiblingFiles {
        SiblingFiles(name: "file") { name in name == "file-wal" ? wal : nil }
    }

    // MARK: - Google Authenticator

    private static let googleTable = """
        CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT, secret TEXT, counter INTEGER, type INTEGER,
            issuer TEXT, original_name TEXT, isencrypted INTEGER);
        INSERT INTO accounts (_id, email, secret, counter, type, issuer, isencrypted) VALUES
        """

    @Test(
        "A row of Google Authenticator gives an account",
        arguments: [
            ("'alice', 'JBSW Y3DP-EHPK', 0, 0, 'Acorn', 0", "totp Acorn|alice JBSWY3DPEHPA SHA1 6 30"),
            ("'bob', 'jbswy3dp', 7, 1, NULL, NULL", "hotp |bob JBSWY3DP SHA1 6 8"),
            // The app adds one before it generates the first code.
            ("'bob', 'jbswy3dp', 0, 1, NULL, NULL", "hotp |bob JBSWY3DP SHA1 6 1"),
            ("'bob', 'jbswy3dp', NULL, 1, NULL, NULL", "hotp |bob JBSWY3DP SHA1 6 1"),
            ("'Acorn:bob', 'JBSWY3DP', NULL, 0, '', 0", "totp Acorn|bob JBSWY3DP SHA1 6 30"),
            ("'Acorn: bob: x', 'JBSWY3DP', 0, 0, NULL, 0", "totp Acorn|bob: x JBSWY3DP SHA1 6 30"),
            ("'Acorn:bob', 'JBSWY3DP', 0, 0, 'Acorn', 0", "totp Acorn|bob JBSWY3DP SHA1 6 30"),
            ("'Birch:bob', 'JBSWY3DP', 0, 0, 'Acorn', 0", "totp Acorn|Birch:bob JBSWY3DP SHA1 6 30"),
            ("NULL, 'JBSWY3DP', 0, '0', 7, '0'", "totp 7| JBSWY3DP SHA1 6 30"),
        ])
    func google(row: String, expected: String) throws {
        let document = try read("\(Self.googleTable) (1, \(row));")
        #expect(document.format == "google-authenticator-db")
        #expect(document.items.map(\.fieldsLine) == [expected])
    }

    @Test("A column that is neither read nor known is named, if it has values")
    func googleUnread() throws {
        let document = try read(
            """
            CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT, secret TEXT, type INTEGER, length INTEGER,
                provider INTEGER, empty TEXT);
            INSERT INTO accounts VALUES (1, 'a', 'JBSWY3DP', 0, 8, 0, ''), (2, 'b', 'JBSWY3DP', 0, NULL, 0, NULL);
            """)
        #expect(document.items.count == 2)
        #expect(document.warnings == ["\"length\" is not read (1 account); compare the codes with the app"])
        #expect(document.unread.names.map(\.entries) == [1])
    }

    @Test("A row that cannot be an account does not affect the others")
    func googleRejections() throws {
        let document = try read(
            """
            \(Self.googleTable) (9, 'last', 'JBSWY3DP', 0, 0, '', 0), (1, 'a', 'sealed', 0, 0, 'Acorn', 1),
                (2, 'b', 'JBSWY3DP', 0, 2, '', 0), (3, 'c', '', 0, 0, '', 0), (8, 'h', 'JBSWY3DP', 0, NULL, '', 0), (4, 'd', x'00FF', 0, 0, '', 0),
                (5, 'e', 'JBSWY3D1', 0, 0, '', 0), (6, 'f', 'JBSWY3DP', -1, 1, '', 0), (7, 'g', NULL, 0, 0, '', 0),
                (10, 'i', 'JBSWY3DP', 9223372036854775807, 1, '', 0);
            """)
        #expect(
            document.outcomes == [
                .rejected(.secretMissing), .rejected(.typeUnknown), .rejected(.secretMissing), .rejected(.fieldDamaged),
                .rejected(.secretNotBase32), .rejected(.counterOutOfRange), .rejected(.secretMissing),
                .rejected(.typeUnknown), .totp(), .rejected(.counterOutOfRange),
            ])
        #expect(document.rejections.first?.reason.contains("Transfer accounts") == true)
        #expect(document.rejections.map(\.position.entry) == [1, 2, 3, 4, 5, 6, 7, 8, 10])
    }

    @Test("Columns that an old version lacks are read as empty")
    func oldGoogle() throws {
        let document = try read(
            """
            CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT, secret TEXT, type INTEGER);
            INSERT INTO accounts VALUES (1, 'Acorn:alice', 'JBSWY3DP', 0);
            """)
        #expect(document.items.map(\.fieldsLine) == ["totp Acorn|alice JBSWY3DP SHA1 6 30"])
    }

    @Test("Rows of the -wal file are read; a damaged one is reported")
    func journal() throws {
        let (database, journal) = try SQLiteFile.make(
            "\(Self.googleTable) (1, 'alice', 'JBSWY3DP', 0, 0, '', 0);",
            changes: ["INSERT INTO accounts (email, secret, type) VALUES ('bob', 'GEZDGNBV', 0)"])
        let names = { (journal: [UInt8]?) in
            try ImportersTests.read(database, siblings: Self.siblings(journal)).items.map(\.name)
        }
        #expect(try names(nil) == ["alice"])
        #expect(try names(journal) == ["alice", "bob"])
        let failure = #expect(throws: SourceError.self) { try names([UInt8](repeating: 7, count: 5000)) }
        #expect(failure?.code == .corrupt)
    }

    // MARK: - Microsoft Authenticator

    private static let microsoftTable = """
        CREATE TABLE accounts (_id INTEGER PRIMARY KEY, name TEXT, username TEXT, account_type INTEGER,
            oath_secret_key TEXT);
        """

    @Test("The type of a row of Microsoft Authenticator says how its secret is written")
    func microsoft() throws {
        let document = try read(
            """
            \(Self.microsoftTable) INSERT INTO accounts VALUES (2, 'Acorn', 'alice', 0, 'JBSWY3DP'),
                (1, 'Birch', 'bob', 1, 'SGVsbG8='), (3, 'Cedar', 'carol', 2, ''), (4, 'Dogwood', '', 1, '*'),
                (5, 'Elm', '', 9, 'JBSWY3DP'), (6, 'Fir', 'f', NULL, 'JBSWY3DP'), (7, 'Gum', 'g', 1, NULL);
            """)
        #expect(document.format == "microsoft-authenticator")
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Birch|bob JBSWY3DP SHA1 8 30", "totp Acorn|alice JBSWY3DP SHA1 6 30",
            ])
        #expect(
            document.rejections.map(\.code) == [
                .typeUnknown, .fieldDamaged, .typeUnknown, .typeUnknown, .secretMissing,
            ])
    }

    @Test("Without a row and without a -wal file, that file may be missing")
    func emptyMicrosoft() throws {
        #expect(try read(Self.microsoftTable).warnings.map(\.message).contains { $0.contains("PhoneFactor-wal") })
        #expect(try read(Self.microsoftTable, wal: []).warnings.isEmpty)
    }

    // MARK: - Stratum

    @Test("Stratum's rows have the fields of its backups, in the order in which they were added")
    func stratum() throws {
        let document = try read(
            """
            CREATE TABLE authenticator (type INTEGER, icon TEXT, issuer TEXT, username TEXT, secret TEXT PRIMARY KEY,
                pin TEXT, algorithm INTEGER, digits INTEGER, period INTEGER, counter INTEGER, ranking INTEGER);
            INSERT INTO authenticator VALUES (2, '', 'Oak', 'o', 'ZZZZZZZZ', NULL, 2, 8, 60, 0, 9),
                (1, '', 'Fir', NULL, 'GEZDGNBV', NULL, 0, 6, 30, 4, 8),
                (4, '', 'Elm', 'e', 'JBSWY3DP', NULL, 0, 5, 30, 0, 7),
                (3, '', 'Yew', 'y', '0123456789abcdef', '1234', 0, 6, 30, 0, 6),
                (6, '', 'Ash', '', 'A', NULL, 0, 6, 30, 0, 5);
            """)
        #expect(document.format == "stratum")
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Oak|o ZZZZZZZZ SHA512 8 60", "hotp Fir| GEZDGNBV SHA1 6 4", "steam Elm|e JBSWY3DP SHA1 5 30",
                "motp Yew|y AERUKZ4JVPG66 MD5 6 10 pin=1234",
            ])
        #expect(document.rejections.map(\.code) == [.typeUnknown])
    }

    @Test(
        "A database of another app is not recognized",
        arguments: [
            "CREATE TABLE t (a)", "CREATE TABLE accounts (a)", "CREATE TABLE authenticator (a)",
            "CREATE VIEW accounts AS SELECT 1 AS email, 2 AS secret", "CREATE TABLE accounts (email)",
        ])
    func others(statements: String) throws { #expect(formatID(of: try SQLiteFile.make(statements)) == nil) }
}
