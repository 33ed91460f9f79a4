import TOTPDomain
import Testing

struct FormatRegistryTests {
    /// Recognises text that begins with a word.
    private struct Stub: ImportFormat {
        let id: FormatID
        let word: String

        var description: FormatDescription {
            FormatDescription(id: id, app: "App", file: "text", encryption: .never, exportSteps: "Export")
        }

        func recognises(_ content: SourceContent) -> Bool { content.text.starts(with: word.utf8) }

        func read(_ request: ImportRequest) throws(SourceFailure) -> ImportedDocument {
            ImportedDocument(format: id, entries: [])
        }
    }

    private let registry = FormatRegistry(formats: [Stub(id: "long", word: "ab"), Stub(id: "short", word: "a")])

    @Test(arguments: [("abc", "long"), ("acb", "short"), ("b", nil)] as [(String, String?)])
    func theFirstThatRecognisesTheContentTakesIt(text: String, id: String?) {
        #expect(registry.format(of: SourceContent(Array(text.utf8)))?.description.id.rawValue == id)
    }

    @Test
    func findsAFormatByItsName() {
        #expect(registry.format("short")?.description.id == "short")
        #expect(registry.format("none") == nil)
    }
}
