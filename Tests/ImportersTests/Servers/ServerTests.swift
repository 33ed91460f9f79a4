import FixtureSupport
import TOTPDomain
import Testing

@testable import ServerFormats

@Suite("Stores of servers")
struct ServerTests {
    private static let secret = "2O4PES6BPDODOSO52Y5QK3ZWDTCJUVJL"

    private func warnings(_ text: String) throws -> String {
        try ImportersTests.read(text).warnings.map(\.message).joined(separator: "\n")
    }

    // MARK: - SQL

    @Test("Tables of very many prefixes are refused, because each is searched alone", .timeLimit(.minutes(5)))
    func manyPrefixes() {
        let rows = (0...100).map {
            "INSERT INTO a\($0)_usermeta (user_id, meta_key, meta_value) VALUES (2,'_two_factor_totp_key','\(Self.secret)');"
        }
        #expect(throws: SourceError.self) {
            try ServerFile(SourceContent(text: Array(rows.joined().utf8)), ImportLimits(), .none)
        }
        #expect(formatID(of: String(repeating: "insert [;", count: 200_000).utf8) == nil)
    }

    // MARK: - Products

    @Test("A value of PHP is read by its lengths, and a damaged one is none")
    func serialized() {
        #expect(PHPText.values(#"a:2:{s:1:"a";s:3:"";"";i:7;a:1:{s:1:"b";b:1;}}"#) == ["a": "\";\"", "7/b": "1"])
        for text in [
            "", "a:9:{}", #"s:9:"a";"#, "a:1:{i:0;a:1:{i:0;", "O:8:\"stdClass\":0:{}", "a:-1:{}x", "s:-1:\"\";",
        ] {
            #expect(PHPText.values(text) ?? [:] == [:], "\(text)")
        }
    }

    @Test("A database is read with its journal's tables, whatever else is in it")
    func database() throws {
        let bytes = try SQLiteFile.make(
            """
            CREATE TABLE twofactor (uuid TEXT PRIMARY KEY, user_uuid TEXT, atype INTEGER, enabled, data TEXT, last_used);
            INSERT INTO twofactor VALUES ('a', 'u', 0, 0, '\(Self.secret)', 1), ('b', 'u', 5, 1, '{}', 1);
            CREATE TABLE users (uuid TEXT, email TEXT);
            INSERT INTO users VALUES ('u', 'rosa@acorn.example');
            """)
        let document = try ImportersTests.read(bytes)
        #expect(document.items.map(\.fieldsLine) == ["totp |rosa@acorn.example \(Self.secret) SHA1 6 30"])
        #expect(document.warnings.map(\.message).contains { $0.contains("switched off") })
        let other = "CREATE TABLE users (id, username, secret); INSERT INTO users VALUES (1, 'a', '\(Self.secret)');"
        #expect(formatID(of: try SQLiteFile.make(other)) == nil)
    }
}
