import TOTPDomain
import Testing

struct FormatRegistryTests {
    /// Recognizes text that begins with a word.
    private struct Stub: ImportFormat {
        let id: FormatID
        let word: String
        var hasNoSignature = false

        var description: FormatDescription {
            FormatDescription(id: id, app: "App", file: "text", encryption: .never, exportSteps: "Export")
        }

        func recognizes(_ content: SourceContent) -> Bool { content.text.starts(with: word.utf8) }

        func hasNoSignature(_ content: SourceContent) -> Bool { hasNoSignature }

        func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
            ImportedDocument(format: id, records: 0)
        }
    }

    private let registry = FormatRegistry(formats: [Stub(id: "long", word: "ab"), Stub(id: "short", word: "a")])

    @Test(arguments: [("abc", "long"), ("acb", "short"), ("b", nil)] as [(String, String?)])
    func theFirstThatRecognisesTheContentTakesIt(text: String, id: String?) {
        #expect(registry.format(of: SourceContent(Array(text.utf8)))?.description.id.rawValue == id)
    }

    /// A format with a mark of its own takes the content alone, unless one without a mark was asked before.
    @Test(
        "After a format without a signature, the next one that recognizes the content is also a candidate",
        arguments: [
            (hasNoSignature: false, ids: ["first"]),
            (hasNoSignature: true, ids: ["first", "second"]),
        ])
    func allThatMayOwnAContentWithoutAMarkAreCandidates(hasNoSignature: Bool, ids: [String]) {
        let registry = FormatRegistry(formats: [
            Stub(id: "other", word: "b"), Stub(id: "first", word: "a", hasNoSignature: hasNoSignature),
            Stub(id: "another", word: "b"), Stub(id: "second", word: "ab"),
        ])
        #expect(registry.candidates(for: SourceContent(Array("abc".utf8))).map(\.description.id.rawValue) == ids)
        #expect(registry.candidates(for: SourceContent(Array("c".utf8))).isEmpty)
    }

    @Test
    func findsAFormatByItsName() {
        #expect(registry.format("short")?.description.id == "short")
        #expect(registry.format("none") == nil)
    }
}
