import FixtureSupport
import TOTPDomain
import Testing

@testable import AnythingFormats

@Suite("Lists of names and secrets")
struct ListTests {
    private static let one = "JBSWY3DPEHPK3PXP", two = "GEZDGNBVGY3TQOJQ"

    private func read(_ text: String) throws -> ImportedDocument {
        let document = try ImportersTests.read(text)
        #expect(document.format == "list")
        #expect(document.records == document.entries.count + document.skipped.total)
        return document
    }

    // MARK: - Pairs

    @Test(
        "A text with other lines, or without proof that it contains secrets, is not a list",
        arguments: [
            "Acorn: \(one)\nThe secret: nobody expects it.",
            "department: administrativeaffairs\nsubject: misrepresentations",
            "a: correcthorsebatterystaple\nb: mypasswordisverylong2", "Acorn: 123456", one, "\(one)\n\(two)",
            "The password of acorn is z466nc-mmrfqt-hjj6ic", "Kennwort für Acorn: \(one)",
            "Acorn: ABCDEF2345672345", "Acorn: AKIAQ3EGRIEXAMPLE234", ": \(one)", "Acorn \(one) 6",
            // The first group may be a word of the name.
            "blue acme jbsw y3dp ehpk 3pxp", "Acorn: \(one)\nsee otpauth://totp/x?secret=\(two)",
        ])
    func notPairs(text: String) { #expect(((try? ImportersTests.read(text))?.format ?? "") != "list") }

    // MARK: - Blocks

    @Test(
        "A block without a name or a secret, or with other lines, is not an account",
        arguments: [
            "Secret: \(one)", "Name: Acorn\nType: totp", "Name: Acorn\nSecret: hunter2",
            "Name: Acorn\nPassword: x\nSecret: \(one)", "Name: Acorn\nSecret: ABCDEFGHIJKLMNOP",
            "Name: Acorn\nSecret: \(one)\nSecret: \(two)", "Name: Acorn\nSecret: \(one)\nand some prose",
        ])
    func notBlocks(text: String) { #expect(((try? ImportersTests.read(text))?.format ?? "") != "list") }

    // MARK: - Prose

    @Test("Thousands of texts of prose, passwords and words give no list")
    func prose() {
        var generator = SeededGenerator(seed: 34)
        for round in 0..<4000 {
            let mark = [": ", "=", "\t", " "][round % 4]
            let lines = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                round.isMultiple(of: 3)
                    ? InventedProse.sentence(&generator)
                    : "\(InventedProse.word(&generator))\(mark)\(InventedProse.password(&generator))"
            }
            #expect(!ListFormat.matches(Array(lines.joined(separator: "\n").utf8)))
        }
    }
}
