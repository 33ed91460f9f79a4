import TOTPDomain
import Testing

/// The fields of entries, read from the XML that databases hold and programs export.
@Suite("KeePass's entries")
struct KeePassXMLTests {
    private static func strings(_ fields: KeyValuePairs<String, String>) -> String {
        fields.map { "<String><Key>\($0.key)</Key><Value>\($0.value)</Value></String>" }.joined()
    }

    private static func entry(_ fields: KeyValuePairs<String, String>, _ more: String = "") -> String {
        let names = strings(["Title": "Acorn", "UserName": "alice"])
        return "<Entry><UUID>AQ==</UUID>\(names)\(strings(fields))\(more)</Entry>"
    }

    private func read(_ content: String, meta: String = "") throws -> ImportedDocument {
        try ImportersTests.read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <KeePassFile><Meta><Generator>tests</Generator>\(meta)</Meta><Root>
            <Group><UUID>AA==</UUID><Name>Root</Name>\(content)</Group></Root></KeePassFile>
            """)
    }

    @Test("Attachments are found with the title of their entry, packed ones too, and not in history or the bin")
    func attachments() throws {
        func binary(_ name: String, _ value: String) -> String { "<Binary><Key>\(name)</Key>\(value)</Binary>" }
        let binaries = """
            <Binaries><Binary ID="0">SGVsbG8=</Binary><Binary ID="1" Compressed="True">\
            H4sIAAAAAAACA/NIzcnJBwCCidH3BQAAAA==</Binary></Binaries><RecycleBinUUID>AQ==</RecycleBinUUID>
            """
        let old = "<History>\(Self.entry([:], binary("old", "<Value Ref=\"0\" />")))</History>"
        let document = try read(
            Self.entry(
                [:],
                binary("a", "<Value Ref=\"0\" />") + binary("b", "<Value Ref=\"1\"/>")
                    + binary("c", "<Value Ref=\"7\"/>")
                    + binary("d", "<Value>SGVsbG8=</Value>") + old)
                + "<Group><UUID>AQ==</UUID>\(Self.entry([:], binary("e", "<Value Ref=\"0\"/>")))</Group>",
            meta: binaries)
        #expect(document.attachments.map(\.place) == ["Acorn/a", "Acorn/b", "Acorn/c", "Acorn/d"])
        #expect(
            document.attachments.map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } } == [
                "Hello", "Hello", nil, "Hello",
            ])
    }
}
