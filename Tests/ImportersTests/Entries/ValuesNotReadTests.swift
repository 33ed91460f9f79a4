import FixtureSupport
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
