import FixtureSupport
import TOTPDomain
import Testing

@testable import FormatEngine

@Suite("Names of files named after accounts")
struct FileNamesTests {
    private func item(_ issuer: String, _ name: String) throws -> Account {
        Account(
            issuer: issuer, name: name, secret: try OTPSecret(bytes: [1]), parameters: try OTPParameters(kind: .totp))
    }

    @Test(
        "Characters that a file system forbids are replaced",
        arguments: [
            ("Acorn", "alice", "Acorn - alice"),
            ("Acorn", "", "Acorn"),
            ("", "alice@example.com", "alice@example.com"),
            ("", "", "account"),
            ("a/b\\c", "d:e*f?g\"h<i>j|k", "a_b_c - d_e_f_g_h_i_j_k"),
            ("tab\tand\nline", "\u{0}\u{7F}\u{85}", "tab_and_line - ___"),
            ("\u{202E}txt", "\u{2028}", "_txt - _"),
            ("Acorn", "alice...", "Acorn - alice"),
            ("Acorn", "alice. . ", "Acorn - alice"),
            ("", "...", "account"),
            ("", "..", "account"),
            (".hidden", "", "_.hidden"),
            ("-rf", "", "_-rf"),
            ("CON", "", "_CON"),
            ("", "nul.txt", "_nul.txt"),
            ("Aux .x", "", "_Aux .x"),
            ("com1", "", "_com1"),
            ("LPT²", "", "_LPT²"),
            ("COM", "", "COM"),
            ("COM10", "", "COM10"),
            ("CON", "alice", "CON - alice"),
            ("Ünïcode", "日本 🔑", "Ünïcode - 日本 🔑"),
            ("e\u{301}", "", "e\u{301}"),
            ("", "👩\u{200D}👩\u{200D}👧", "👩\u{200D}👩\u{200D}👧"),
        ])
    func safe(issuer: String, name: String, expected: String) throws {
        var names = FileNames()
        let found = names.name(for: try item(issuer, name), ending: ".png")
        #expect(Array(found.utf8) == Array("\(expected).png".utf8))
    }

    @Test("Long names are cut between characters, at 100 bytes")
    func cut() throws {
        for character in ["a", "ü", "日", "🔑", "👩\u{200D}👩\u{200D}👧", "e\u{301}"] {
            var names = FileNames()
            let long = try item("", String(repeating: character, count: 500))
            for number in 1...3 {
                let name = names.name(for: long, ending: ".png")
                #expect(name.utf8.count <= 104 && name.utf8.count > 104 - 4 - character.utf8.count)
                let stem = name.dropLast(number == 1 ? 4 : 8)
                #expect(stem.allSatisfy { String($0) == character } && !stem.isEmpty)
            }
        }
        // One character of a thousand bytes.
        var names = FileNames()
        let name = names.name(for: try item("", "e" + String(repeating: "\u{301}", count: 500)), ending: ".png")
        #expect(name.utf8.count <= 104 && name.unicodeScalars.first == "e")
    }

    @Test("No two names are the same, ignoring case and how accents are encoded")
    func unique() throws {
        var names = FileNames()
        let pairs = [
            ("Acorn", "alice"), ("ACORN", "Alice"), ("acorn", "alice (2)"), ("acorn", "alice"), ("\u{E9}", ""),
            ("e\u{301}", ""), ("a:b", ""), ("a*b", ""), ("", ""), ("", "..."),
        ]
        let found = try pairs.map { names.name(for: try item($0.0, $0.1), ending: ".png") }
        #expect(
            found == [
                "Acorn - alice.png", "ACORN - Alice (2).png", "acorn - alice (2) (2).png", "acorn - alice (3).png",
                "\u{E9}.png", "e\u{301} (2).png", "a_b.png", "a_b (2).png", "account.png", "account (2).png",
            ])
    }

    @Test("Names of many accounts are different and short, also if the accounts have one name")
    func many() throws {
        var names = FileNames()
        let same = try item("Acorn", String(repeating: "n", count: 200))
        let items = try InventedAccounts.list(3000, seed: 61) + Array(repeating: same, count: 1000)
        let found = items.map { names.name(for: $0, ending: ".png") }
        #expect(Set(found.map { $0.lowercased() }).count == items.count)
        #expect(found.allSatisfy { $0.utf8.count <= 104 })
    }
}
