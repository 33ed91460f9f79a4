import Encodings
import TOTPDomain
import Testing

@testable import Importers

@Suite("Authme's export")
struct AuthmeTests {
    private static func file(_ codes: [UInt8], encrypted: String = "false", version: String = "3") -> String {
        #"{"role":"codes","encrypted":\#(encrypted),"codes":"\#(Base64.encode(codes))","version":\#(version)}"#
    }

    private static func read(_ codes: String) throws -> ImportedDocument {
        try ImportersTests.read(file(Array(codes.utf8)))
    }

    @Test("A newer version is read with a warning, an empty export without one")
    func versions() throws {
        let newer = try ImportersTests.read(Self.file(Array("Name: a\nSecret: GEZDGNBV".utf8), version: "4"))
        #expect(newer.items.count == 1 && newer.newerVersion == 4 && newer.warnings.count == 1)
        let empty = try ImportersTests.read(Self.file([]))
        #expect(empty.records == 0 && empty.warnings.isEmpty)
    }
}
