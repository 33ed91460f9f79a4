import FixtureSupport
import TOTPImport
import Testing
import TOTPDomain
import Vault

@testable import totp_import

/// A new vault and its passphrase, on a terminal.
struct NewVaultTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("otpauth://totp/Acme:eve?secret=GEZDGNBVGY3TQOJQ", to: "links.txt")
    }

    private func start(_ arguments: [String]) throws -> TerminalSession {
        try TerminalSession(arguments, in: folder.path)
    }

    @Test("A new vault's prompt warns that a passphrase cannot be reset, and asks twice")
    func typed() throws {
        let session = try start(["import", "links.txt", "--vault", "accounts.json"])
        try session.waitFor("accounts.json does not exist; a new vault will be created\n")
        try session.waitFor("There is no reset")
        try session.waitFor("New passphrase for accounts.json (Enter to generate one): ")
        session.type("nine quiet lamps\n")
        try session.waitFor("Repeat the passphrase: ")
        session.type("nine quiet lamp\n")
        try session.waitFor("The passphrases differ; try again")
        try session.waitFor("generate one): ")
        session.type("nine quiet lamps\n")
        try session.waitFor("Repeat the passphrase: ")
        session.type("nine quiet lamps\n")
        #expect(try session.waitForExit() == 0)
        #expect(!session.screen.transcript.contains("quiet"))
        #expect(try open("nine quiet lamps").items().count == 1)
    }

    @Test(
        "The passphrase of a new vault is asked for after the inputs are read, and only if there are accounts to store")
    func askedLast() throws {
        let export = FixtureFolder.package.appending(path: "Fixtures/exports/aegis/encrypted.json")
        try folder.write(try FixtureFolder.bytes(export), to: "aegis.json")
        let skipped = try start(["import", "aegis.json", "--vault", "accounts.json"])
        try skipped.waitFor("Passphrase (Enter to skip this file): ")
        skipped.type("\n")
        #expect(try skipped.waitForExit() == 3)
        #expect(!skipped.screen.transcript.contains("New passphrase"))
        #expect(skipped.screen.contains("accounts.json was not created: no accounts to store"))
        let both = try start(["import", "links.txt", "aegis.json", "--vault", "accounts.json"])
        try both.waitFor("Passphrase (Enter to skip this file): ")
        both.type("\n")
        try both.waitFor("New passphrase for accounts.json")
        both.type("\u{3}")
        #expect(try both.waitForExit() == 130)
        #expect(both.screen.contains("interrupted; accounts.json was not created"))
        #expect(try folder.names() == ["aegis.json", "links.txt"])
    }

    @Test("Enter generates six words, which are shown once and must be saved")
    func generated() throws {
        let session = try start(["vault", "create", "accounts.json"])
        try session.waitFor("generate one): ")
        session.type("\n")
        try session.waitFor("Have you saved it? [y/N] ")
        let first = try #require(session.screen.lines.first { $0.hasPrefix("    ") })
        session.type("n\n")
        try session.waitFor("generate one): ")
        session.type("\n")
        try session.waitFor("Have you saved it? [y/N] ")
        #expect(!session.screen.transcript.contains(first), "it is not shown longer than needed")
        #expect(session.screen.lines.contains("    (no longer shown)"))
        let second = try #require(session.screen.lines.last { $0.hasPrefix("    ") })
        #expect(first != second)
        session.type("perhaps\n")
        try session.waitFor("Have you saved it? [y/N] ")
        session.type("y\n")
        #expect(try session.waitForExit() == 0)
        let words = second.split(separator: " ")
        #expect(words.count == 6)
        _ = try open(words.joined(separator: " "))
        #expect(!session.screen.transcript.contains(words.joined(separator: " ")))
        #expect(session.screen.contains("Generated passphrase for accounts.json") && session.screen.contains("perhaps"))
    }

    @Test("A generated passphrase vanishes from a narrow screen as well; where it cannot, a line says so")
    func hidden() throws {
        let narrow = try TerminalSession(["vault", "create", "a.json", "--generate"], columns: 20, in: folder.path)
        try narrow.waitFor("Have you saved it? [y/N] ")
        let start = try #require(narrow.screen.lines.firstIndex { $0.hasPrefix("    ") })
        let shown = narrow.screen.lines[start...].prefix { !$0.isEmpty }
        #expect(shown.count > 1)
        narrow.type("y\n")
        #expect(try narrow.waitForExit() == 0)
        #expect(narrow.screen.lines.allSatisfy { !shown.contains($0) }, "\(narrow.screen.text)")
        #expect(narrow.screen.contains("Write it on paper"))
        let low = try TerminalSession(["vault", "create", "b.json", "--generate"], rows: 4, in: folder.path)
        try low.waitFor("Have you saved it? [y/N] ")
        low.type("y\n")
        #expect(try low.waitForExit() == 0)
        #expect(low.screen.transcript.contains("The passphrase is still on the screen: clear it."))
    }

    @Test("A weak passphrase needs a confirmation")
    func weak() throws {
        let session = try start(["vault", "create", "accounts.json"])
        try session.waitFor("generate one): ")
        session.type("short\n")
        try session.waitFor("This passphrase is weak: it has fewer than 12 characters. Use it anyway? [y/N] ")
        session.type("\n")
        try session.waitFor("generate one): ")
        session.type("short\n")
        try session.waitFor("Use it anyway? [y/N] ")
        session.type("y\n")
        try session.waitFor("Repeat the passphrase: ")
        session.type("short\n")
        #expect(try session.waitForExit() == 0)
        _ = try open("short")
    }

    @Test("Ctrl-C creates nothing")
    func interrupted() throws {
        let session = try start(["vault", "create", "accounts.json"])
        try session.waitFor("generate one): ")
        session.type("\u{3}")
        #expect(try session.waitForExit() == 130)
        #expect(session.screen.contains("interrupted; no file was changed"))
        #expect(try folder.names() == ["links.txt"])
    }

    @Test("Without a terminal, a generated passphrase is the only line of standard output")
    func withoutTerminal() throws {
        try #require(Program.canRunWithoutTerminal)
        let path = folder.path("accounts.json")
        let result = try Program.runWithoutTerminal(
            ["vault", "create", path, "--length", "20", "--classes", "digits,symbols"])
        #expect(result.status == 0, "\(result.errors)")
        let passphrase = result.text.dropLast()
        #expect(passphrase.count == 20)
        #expect(passphrase.contains { $0.isNumber } && passphrase.allSatisfy { !$0.isLetter && !$0.isWhitespace })
        _ = try open(String(passphrase))
    }

    @Test(
        "Options that do not fit are refused",
        arguments: [
            (["--length", "3"], "--length must be 4 to 64"),
            (["--length", "65"], "--length must be 4 to 64"),
            (["--length", "8", "--classes", "lower,greek"], "--classes must be some of"),
            (["--classes", "lower"], "--classes needs --length"),
            (["--generate", "--passphrase-file", "p.txt"], "cannot be used together"),
        ])
    func refused(options: [String], message: String) throws {
        let result = try Program.run(["vault", "create", folder.path("accounts.json")] + options)
        #expect(result.status == 64)
        #expect(result.errors.contains(message))
    }

    private func open(_ passphrase: String) throws -> VaultFile {
        try VaultFile.open(folder.path("accounts.json"), passphrase: Passphrase(passphrase))
    }
}

@Suite("Generated passphrases")
struct GeneratedPassphraseTests {
    @Test("The list is the EFF's in order, without its grim words")
    func words() {
        let words = WordList.words
        #expect(words.count == 7323 && Set(words).count == 7323 && words == words.sorted())
        #expect(words.first == "abacus" && words.last == "zoom")
        #expect(words.contains("drop-down") && words.contains("yo-yo"))
        #expect(words.reduce(0) { $0 + $1.utf8.count } == 51_009)
        let grim = [
            "agony", "casualty", "graveyard", "maggot", "mutilated", "poison", "strangle", "suffocate", "wound",
        ]
        #expect(Set(words).isDisjoint(with: grim))
    }

    @Test("Six words are 77 bits, as is said")
    func entropy() {
        let count = Double(WordList.words.count)
        #expect((0..<6).reduce(1.0) { product, _ in product * count } >= 0x1p77)
    }

    @Test("Numbers are uniform: those above the largest multiple are drawn again")
    func uniform() throws {
        var draws: [[UInt8]] = [[255, 255, 255, 255], [255, 255, 255, 250], [0, 0, 0, 13]]
        let number = try GeneratedPassphrase.number(below: 10) { _ in draws.removeFirst() }
        #expect(number == 3)
        #expect(draws.isEmpty)
        var last: [[UInt8]] = [[255, 255, 255, 249]]
        #expect(try GeneratedPassphrase.number(below: 10) { _ in last.removeFirst() } == 9)
    }

    @Test("Every class of characters appears in a generated passphrase", arguments: [4, 12, 64])
    func classes(length: Int) throws {
        var random = SeededGenerator(seed: UInt64(length))
        for _ in 0..<100 {
            let all = GeneratedPassphrase.CharacterClass.allCases
            let text = try #require(
                try GeneratedPassphrase.characters(length, all).make { random.bytes($0) }.text)
            #expect(text.count == length)
            #expect(text.contains { $0.isLowercase } && text.contains { $0.isUppercase })
            #expect(text.contains { $0.isNumber } && text.contains { !$0.isNumber && !$0.isLetter })
        }
    }

    @Test(
        "A passphrase is weak with fewer than 12 characters, or fewer than 5 different ones",
        arguments: [
            ("", true), ("elevenchars", true), ("twelve chars", false), ("aaaaaaaaaaaaaaaa", true),
            ("abababababab", true), ("für 5 £, 灯台", true), ("für 12 £, 灯台 🔑", false),
        ])
    func weakness(text: String, isWeak: Bool) {
        #expect((PassphraseStrength.weakness(of: Passphrase(text)) != nil) == isWeak)
    }
}
