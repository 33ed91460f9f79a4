import Encodings
import FixtureSupport
import Foundation
import TOTPDomain
import Testing

@testable import Importers

/// A value in a place that a format knows, which its reader does not use, is named.
@Suite("Values that a reader does not use")
struct ValuesNotReadTests {
    private static let secret = "MZQXO3TFNZ2GK43UMVZHG5DJ"

    /// A change of a fixture, and what the document then says.
    struct Change: Sendable, CustomTestStringConvertible {
        let file: String
        let old: String
        let new: String
        let says: String
        var testDescription: String { "\(file): \(says)" }
    }

    private static let changes = [
        Change(
            file: "enpass/plain.json", old: #""folders":["bd8ba02f-89e1-4df7-8849-bd4d4747b19b"]"#,
            new: #""folders":"bd8ba02f-89e1-4df7-8849-bd4d4747b19b""#, says: #"no title for one of its "folders""#),
        Change(
            file: "totp-cli/dump.yaml", old: "- name: work", new: "# secret: \(secret)\n- name: work",
            says: "it may have another secret: line 1"),
        Change(
            file: "totp-cli/dump.yaml", old: "algorithm: sha1", new: "algorithm: [sha1]",
            says: "the algorithm is not a string"),
        Change(
            file: "vip-access/vipaccess", old: "version 1", new: "version 1\nbackup \(secret)",
            says: "it may have another secret: line 2"),
        Change(
            file: "onepassword/plain.1pif", old: "***5642bee8-a5ff-11dc-8314-0800200c9a66***",
            new: "***5642bee8-a5ff-11dc-8314-0800200c9a66*** \(secret)", says: "it may have another secret: line 2"),
    ]

    @Test("Each is named, and not before it is there", arguments: changes)
    func changed(change: Change) throws {
        let url = FixtureFolder.package.appending(path: "Fixtures/exports/\(change.file)")
        let text = String(decoding: try FixtureFolder.bytes(url), as: UTF8.self)
        let place = try #require(text.range(of: change.old))
        #expect(!Self.says(try read(text.utf8), change.says))
        let other = text.replacingCharacters(in: place, with: change.new)
        #expect(Self.says(try read(other.utf8), change.says))
    }

    private static func says(_ document: ImportedDocument, _ text: String) -> Bool {
        (document.warnings.map(\.message) + document.rejections.map(\.reason)
            + document.leftovers.warnings.map(\.problem))
            .contains { $0.contains(text) }
    }

    /// AliasVault's codes, of which the item `b` has a name that is no text, and the item `c` is missing.
    private static let aliasVault = """
        CREATE TABLE Items (Id TEXT PRIMARY KEY, Name, ItemType TEXT, IsDeleted INTEGER);
        INSERT INTO Items VALUES ('a', 'Acorn', 'Login', 0), ('b', 7, 'Login', 0);
        CREATE TABLE FieldValues (Id TEXT PRIMARY KEY, ItemId TEXT, FieldKey TEXT, Value TEXT);
        CREATE TABLE TotpCodes (Id TEXT PRIMARY KEY, Name TEXT, SecretKey TEXT, ItemId TEXT, IsDeleted INTEGER);
        INSERT INTO TotpCodes VALUES ('1', 'one', '\(secret)', 'a', 0), ('2', 'two', '\(secret)', 'b', 0),
            ('3', 'three', '\(secret)', 'c', 2);
        """

    @Test("Values of AliasVault that are no texts, items that it lacks, and unknown marks are named")
    func items() throws {
        let document = try read(try SQLiteFile.make(Self.aliasVault))
        #expect(document.format == "aliasvault")
        #expect(Set(document.unread.names.map { $0.name.lowercased() }) == ["name", "itemid", "isdeleted"])
    }

    @Test("Another table of a database is named if it has codes or a secret")
    func otherTables() throws {
        let own = Self.aliasVault.replacing(", 7,", with: ", 'Bee',").replacing(", 'c', 2)", with: ", 'b', 0)")
        #expect(try read(try SQLiteFile.make(own)).unread.names.isEmpty)
        for table in [
            "CREATE TABLE Other (Id, Note); INSERT INTO Other VALUES (1, '\(Self.secret)');",
            "CREATE TABLE Other (Id, Secret); INSERT INTO Other VALUES (1, x'0102030405060708090A');",
        ] {
            #expect(try read(try SQLiteFile.make(own + table)).unread.names.map(\.name) == ["table other"], "\(table)")
        }
        let harmless = "CREATE TABLE Other (Id, Note); INSERT INTO Other VALUES (1, x'0102030405060708090A');"
        #expect(try read(try SQLiteFile.make(own + harmless)).unread.names.isEmpty)
    }
}
