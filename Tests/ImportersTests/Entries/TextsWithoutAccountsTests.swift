import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import AnythingFormats

/// Only one-time passwords may be read as such: any format that takes a text for accounts fails here.
@Suite("Texts without accounts")
struct TextsWithoutAccountsTests {
    private static let count = 10_000

    /// The entries of a text, also rejected ones: they would be offered for correction.
    private func entries(_ text: String) -> Int { (try? read(text))?.entries.count ?? 0 }

    @Test("10,000 lines of English and German notes give no account, alone or together")
    func notes() {
        var generator = SeededGenerator(seed: 35)
        var lines: [String] = []
        while lines.count < Self.count {
            let text = (0..<Int.random(in: 2...20, using: &generator)).map { _ in InventedTexts.line(&generator) }
            #expect(entries(text.joined(separator: "\n")) == 0)
            lines += text
        }
        // Most formats need a signature; only these judge by the look of a text.
        for line in lines {
            let text = Array(line.utf8)
            #expect(!ListFormat.matches(text) && (try? LoginTableFile(text))?.tables.isEmpty != false, "\(line)")
        }
    }

    @Test("10,000 rows of passwords, tokens and license keys give no account")
    func passwordExports() {
        var generator = SeededGenerator(seed: 36)
        var rows = 0
        while rows < Self.count {
            let count = Int.random(in: 5...40, using: &generator)
            let text = InventedTexts.passwordExport(rows: count, &generator)
            #expect(entries(text) == 0, "\(text)")
            rows += count
        }
    }

    @Test("80 JSON lists of products, users, logs and keys give no account")
    func jsonLists() {
        var generator = SeededGenerator(seed: 38)
        for round in 0..<80 {
            let count = Int.random(in: 1...30, using: &generator)
            let text = InventedTexts.jsonList(round, records: count, &generator)
            #expect(entries(text) == 0, "\(text)")
        }
    }

    @Test("10,000 rows of products, users, logs and keys give no account")
    func tables() {
        var generator = SeededGenerator(seed: 39)
        var rows = 0
        while rows < Self.count {
            let count = Int.random(in: 5...60, using: &generator)
            let text = InventedTexts.table(rows, rows: count, &generator)
            #expect(entries(text) == 0, "\(text)")
            rows += count
        }
    }

    @Test("The same texts with accounts are read: the proof does not refuse everything")
    func accounts() {
        var generator = SeededGenerator(seed: 37)
        for _ in 0..<200 {
            let secrets = (0..<5).map { _ in Base32.encode(generator.bytes(20)) }
            let names = secrets.map { _ in InventedTexts.site(&generator) }
            for (header, mark) in [("", ": "), ("", "\t"), ("service,secret\n", ",")] {
                let lines = zip(names, secrets).map { "\($0)\(mark)\($1)" }
                #expect(entries(header + lines.joined(separator: "\n")) == 5)
            }
        }
    }
}
