import FixtureSupport
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("Authenticator Plus's database")
struct AuthenticatorPlusDatabaseTests {
    private static let passphrase = "correct horse £7"
    private static let statements = """
        CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT, secret TEXT, counter INTEGER, type INTEGER,
            issuer TEXT, original_name TEXT, category TEXT);
        INSERT INTO accounts VALUES (2, 'bob', 'GEZDGNBV', 7, 1, '', 'Birch:bob', 'Work'),
            (1, 'alice', 'JBSWY3DP', 0, 0, 'Acorn', NULL, 'All Accounts'),
            (3, 'US-1', '48656c6c6f', 0, 2, 'Battle.net®', '', NULL), (4, '', '48656c6c6f', 0, 2, '', '', NULL),
            (5, 'eve', 'JBSWY3DP', 0, 0, '', 'eve', NULL), (6, 'f', 'xyz', 0, 2, '', '', NULL),
            (7, 'g', 'JBSWY3DP', 0, 3, '', '', NULL);
        """

    private static func file(_ statements: String = statements) throws -> [UInt8] {
        try SQLCipherFile.make(statements, passphrase: passphrase)
    }

    private func read(_ bytes: [UInt8], passphrase: String? = passphrase) throws(SourceError) -> ImportedDocument {
        try AuthenticatorPlusFormat().read(
            ImportRequest(content: SourceContent(bytes), passphrase: passphrase.map { Passphrase($0) }))
    }

    @Test("Its passphrase gives the rows, in the app's order")
    func rows() throws {
        let document = try ImportersTests.read(try Self.file(), passphrase: Self.passphrase)
        #expect(document.format == "authenticator-plus")
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Acorn|alice JBSWY3DP SHA1 6 30", "hotp Birch|bob GEZDGNBV SHA1 6 7 tags=Work",
                "totp Battle.net®|US-1 JBSWY3DP SHA1 8 30", "totp Blizzard| JBSWY3DP SHA1 8 30",
                "totp |eve JBSWY3DP SHA1 6 30",
            ])
        #expect(document.rejections.map(\.code) == [.secretNotHex, .typeUnknown])
    }

    @Test("A missing or wrong passphrase is reported")
    func passphrases() throws {
        let file = try Self.file()
        #expect(throws: SourceError.passphraseRequired) { try read(file, passphrase: nil) }
        for wrong in ["", "correct horse £8"] {
            #expect(throws: SourceError.wrongPassphrase) { try read(file, passphrase: wrong) }
        }
    }

    @Test("Each page is checked: the first tells the passphrase, the others damage")
    func pages() throws {
        let file = try Self.file()
        try #require(file.count >= 2048 && file.count.isMultiple(of: 1024))
        for place in [0, 15, 16, 500, 975, 976, 1000, 1011, 1024, 1500, 2000, file.count - 13] {
            var changed = file
            changed[place] ^= 1
            let failure = #expect(throws: SourceError.self) { try read(changed) }
            #expect(failure?.code == (place < 1024 ? .wrongPassphrase : .corrupt), "byte \(place)")
        }
        // The last bytes of a page are unused.
        for place in [1012, 1023, file.count - 1] {
            var changed = file
            changed[place] ^= 1
            #expect(try read(changed).items.count == 5)
        }
    }

    @Test("Pages that are missing or in another order are damage")
    func order() throws {
        let file = try Self.file(Self.statements + " CREATE TABLE t (a); INSERT INTO t VALUES (hex(zeroblob(2000)));")
        let pages = stride(from: 0, to: file.count, by: 1024).map { Array(file[$0..<($0 + 1024)]) }
        try #require(pages.count > 4)
        var swapped = pages
        swapped.swapAt(2, 3)
        #expect(throws: SourceError.self) { try read(swapped.flatMap { $0 }) }
        for count in [1, 1000, 1025, file.count - 1] {
            let failure = #expect(throws: SourceError.self) { try read(Array(file.prefix(count))) }
            #expect(failure?.code == .corrupt)
        }
        #expect(throws: SourceError.self) { try read(Array(pages[0])) }
    }
}
