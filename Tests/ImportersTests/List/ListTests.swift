import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

@Suite("Lists of names and secrets")
struct ListTests {
    private static let one = "JBSWY3DPEHPK3PXP", two = "GEZDGNBVGY3TQOJQ"
    private static let link = "otpauth://totp/Cedar:carol?secret=KRSXG5CTMVRXEZLU&digits=8"

    private func read(_ text: String) throws -> ImportedDocument {
        let document = try ImportersTests.read(text)
        #expect(document.format == "list")
        #expect(document.records == document.entries.count + document.skipped.total)
        return document
    }

    // MARK: - 2fa

    @Test("A line of 2fa has a name, digits, a secret and perhaps the counter of the code that was shown last")
    func twoFA() throws {
        let document = try read(
            """
            github 6 jbswy3dpehpk3pxp
            work:bob 7 GEZDGNBVGY3TQOJQGEZDGNBVGY======

            alice@example.com 8 abcdefghabcdefgh
            token 6 \(Self.one) 00000000000000000021
            full 6 \(Self.one) 09223372036854775807
            """)
        #expect(
            document.items.map { [$0.issuer, $0.name] } == [
                ["github", ""], ["work", "bob"], ["", "alice@example.com"], ["token", ""],
            ])
        #expect(
            document.outcomes == [
                .totp(), .totp(digits: 7), .totp(digits: 8), .hotp(counter: 22), .rejected(.counterOutOfRange),
            ])
    }

    @Test(
        "Sentences with a number are not lines of 2fa, and a number is never part of a name",
        arguments: [
            "chapter 7 introduction", "chapter 7 introduction\nchapter 8 elephants", "github 6 \(one) 21",
            "github 9 \(one)\ngitlab 6 \(two)", "github  6  \(one)", "painter 6 unconstitutionally476",
            "Kapitel 8 Arbeitsunfaehigkeitsbescheinigung2363", "Chapter 7 b2b", "github 6 not-base32!\ngitlab 6 \(two)",
        ])
    func notTwoFA(text: String) { #expect(throws: (any Error).self) { try ImportersTests.read(text) } }

    @Test("A line of 2fa may have the period between digits and secret")
    func period() throws {
        let document = try read(
            "acorn 6 10 \(Self.one)\nbirch 8 20 \(Self.two)\ncedar 6 30 \(Self.one) 00000000000000000003\n")
        #expect(document.items.map(\.label) == ["acorn", "birch", "cedar"])
        #expect(document.outcomes == [.totp(period: 10), .totp(digits: 8, period: 20), .hotp(counter: 4)])
    }

    // MARK: - Pairs

    @Test(
        "A name and a secret are separated by a colon, an equals sign, a tab or spaces",
        arguments: [
            ("Acorn: \(one)", ["Acorn", ""]), ("Acorn:\(one)", ["Acorn", ""]),
            ("Acorn: !!str \(one)", ["Acorn", ""]), ("Acorn: &a \(one)", ["Acorn", ""]),
            ("Acorn:alice: \(one)", ["Acorn", "alice"]),
            ("Acorn=\(one)", ["Acorn", ""]), ("Acorn = GEZDGNBVGY3TQOJQGEZDGNBVGY======", ["Acorn", ""]),
            ("a@example.com\t\(one)", ["", "a@example.com"]), ("Acorn \(one)", ["Acorn", ""]),
            ("VPN (work)   jbsw y3dp ehpk 3pxp", ["VPN (work)", ""]),
            ("My Acorn JBSW-Y3DP-EHPK-3PXP", ["My Acorn", ""]),
            ("Acorn - \(one)", ["Acorn", ""]), ("- Acorn: \(one)", ["Acorn", ""]), ("• Acorn: \(one)", ["Acorn", ""]),
            ("Acorn: jbsw y3dp ehpk 3pxp", ["Acorn", ""]),
            ("Acorn 2 \(one)", ["Acorn 2", ""]), ("Proton Pass: \(one)", ["Proton Pass", ""]),
            ("Größe: \(one)", ["Größe", ""]),
            ("Acorn|alice: \(one)", ["Acorn", "alice"]), ("Acorn|a@example.com: \(one)", ["Acorn", "a@example.com"]),
            ("Acorn | Work: \(one)", ["Acorn | Work", ""]), ("a|b|c: \(one)", ["a|b|c", ""]),
            // An address after a name.
            ("Acorn alice@example.com \(one)", ["Acorn", "alice@example.com"]),
            ("Acorn Bank (alice@example.com): \(one)", ["Acorn Bank", "alice@example.com"]),
            ("Acorn - alice@example.com: \(one)", ["Acorn", "alice@example.com"]),
            ("Mail @ work: \(one)", ["Mail @ work", ""]), ("Router @home \(one)", ["Router @home", ""]),
            // A number that is not that of the line.
            ("1. FC Acorn: \(one)", ["1. FC Acorn", ""]),
        ] as [(String, [String])])
    func pairs(line: String, names: [String]) throws {
        let document = try read("# my codes\n\nBirch: \(Self.two)\n\(line)\n")
        #expect(document.items.map { [$0.issuer, $0.name] } == [["Birch", ""], names])
        #expect(
            document.items.allSatisfy { [Self.one, Self.two, "GEZDGNBVGY3TQOJQGEZDGNBVGY"].contains($0.secret.base32) })
        #expect(document.skipped.counts == [.comment: 1, .blank: 1])
    }

    @Test(
        "Of two secrets on a line, neither is a part of the name",
        arguments: ["Acorn: A B", "Acorn A B", "Acorn A - B", "1. Acorn A B"])
    func twoSecrets(line: String) throws {
        let line = line.replacing("B", with: Self.two).replacing("A ", with: "\(Self.one) ")
        let document = try read("\(line)\nBirch: \(Self.one)")
        #expect(document.rejections.map(\.code) == [.secretUnclear])
        #expect(document.rejections.allSatisfy { $0.label.hasSuffix("Acorn") } && document.items.count == 1)
    }

    @Test("The numbers of lines are not part of the names", arguments: [".", ")"])
    func numbered(mark: String) throws {
        let document = try read("1\(mark) Acorn: \(Self.one)\n2\(mark) 1. FC Birch: \(Self.two)\n")
        #expect(document.items.map(\.label) == ["Acorn", "1. FC Birch"])
    }

    @Test(
        "A title above at least two accounts is skipped", arguments: ["My codes", "2FA codes of 2025:", "== Codes =="])
    func title(title: String) throws {
        let text = "\n\(title)\nAcorn: \(Self.one)\nBirch: \(Self.two)\n"
        guard !title.contains("=") else {
            #expect(throws: (any Error).self) { try ImportersTests.read(text) }
            return
        }
        let document = try read(text)
        #expect(document.items.map(\.label) == ["Acorn", "Birch"])
        #expect(document.skipped.counts == [.blank: 1, .notAnAccount: 1])
        #expect(throws: (any Error).self) { try ImportersTests.read("\(title)\nAcorn: \(Self.one)\n") }
    }

    @Test(
        "A line that is not an account is rejected by its number; a possible damaged account is never a title",
        arguments: [
            ("Acorn: \(one)\nBirch: \(two)\nand a note\nCedar: \(one)", 3),
            ("Acorn GEZDGNBVGY3TQOJ1\nBirch: \(two)\nCedar: \(one)\nDate: \(one)", 1),
            ("Acorn: gezd gnbv gy3t qoj1\nBirch: \(two)\nCedar: \(one)\nDate: \(one)", 1),
            ("My codes\n\nBirch: \(two)\nCedar: \(one)\nDate: \(one)\nhunter2", 6),
            ("Acorn 7 \(one)\nBirch \(two)\nCedar \(one)\nDate \(one)", 1),
            ("Acorn: \(one)\n\(two)\nBirch: \(one)\nCedar: \(one)", 2),
        ])
    func misfit(text: String, line: Int) throws {
        let document = try read(text)
        #expect(document.items.count == 3)
        #expect(document.rejections.map(\.position) == [EntryPosition(line: line)])
        #expect(document.rejections.allSatisfy { !$0.reason.contains("GEZD") })
    }

    @Test(
        "A line that says how the codes are made is rejected, and not read with the usual values",
        arguments: [
            "oathtool -b --totp=sha256 -d 8 -s 60 \"\(one)\"", "/usr/bin/oathtool \(one)", "oathtool -d8 \(one)",
            "alias vpn='oathtool -b --totp \(one)'", "VPN=$(oathtool --totp -b \(one))", "x --secret=\(one)",
            "vpn) oathtool --base32 --totp \"jbsw y3dp ehpk 3pxp\" | xclip ;;", "ykman oath accounts add Acorn \(one)",
            "Acorn sha256: \(one)", "Acorn (SHA-512) \(one)", "Acorn 8 digits \(one)", "Acorn, 60s: \(one)",
            "Acorn digits=8: \(one)", "Acorn hotp - \(one)", "My Acorn 8 30 \(one)", "Acorn 8 30: \(one)",
        ])
    func parameters(line: String) throws {
        let document = try read("Birch: \(Self.two)\n\(line)\n")
        #expect(document.items.map(\.label) == ["Birch"])
        #expect(document.rejections.map(\.position) == [EntryPosition(line: 2)])
        #expect(document.rejections.allSatisfy { $0.reason.hasPrefix("the line says how the codes are made") })
        #expect(try read(line).items.isEmpty)
    }

    @Test(
        "A name is not a command, and usual values in it are a part of it",
        arguments: [
            "iPhone 5s", "Windows 10", "Acorn (SHA1)", "Acorn, 6 digits", "Acorn 30 s", "Acorn -work", "Acorn - b",
            "Area 51", "TOTP of Acorn", "Acorn: step one",
        ])
    func names(name: String) throws {
        let document = try read("Birch: \(Self.two)\n\(name): \(Self.one)\n")
        #expect(document.items.map(\.label) == ["Birch", name] && document.rejections.isEmpty)
    }

    @Test(
        "In a list, the list is the proof: secrets without a digit are secrets, too",
        arguments: [
            "Acorn: \(one)\nBirch: ABCDEFGHIJKLMNOP", "Acorn \(one)\nBirch ABCDEFGHIJKLMNOP",
            "Acorn - \(one)\nBirch - ABCDEFGHIJKLMNOP", "Acorn = \"\(one)\"\nBirch = \"ABCDEFGHIJKLMNOP\"",
            "Acorn = '\(one)'\nBirch='ABCDEFGHIJKLMNOP'", "Acorn\n\(one)\n\nBirch\nABCDEFGHIJKLMNOP\n",
            "Acorn\n\(one)\nBirch\nABCDEFGHIJKLMNOP", "# mine\nAcorn:\n\(one)\nBirch:\nabcd efgh ijkl mnop",
        ])
    func listIsProof(text: String) throws {
        let document = try read(text)
        #expect(document.items.map(\.label) == ["Acorn", "Birch"])
        #expect(document.items.map(\.secret.base32) == [Self.one, "ABCDEFGHIJKLMNOP"])
    }

    @Test("Numbers that count the lines are a part of the names; others may be those of the digits")
    func countedNames() throws {
        let lines = (3...6).map { "Acorn \($0) \(Self.one)" }
        #expect(try read(lines.joined(separator: "\n")).items.map(\.label) == (3...6).map { "Acorn \($0)" })
        #expect(throws: (any Error).self) {
            try ImportersTests.read("My Acorn 8 \(Self.one)\nMy Birch 6 \(Self.two)\nMy Cedar 8 \(Self.one)")
        }
    }

    @Test("A secret below a link is an account if the lines are certainly not broken: their lengths differ")
    func secretsBelowLinks() throws {
        func link(_ name: String) -> String { "otpauth://totp/\(name)?secret=\(Self.one)" }
        let apart = try read("\(link("A"))\n\(Self.two)\n\(link("Acorn%20Bank"))\nABCDEFGHIJKLMNOP\n")
        #expect(apart.items.map(\.secret.base32) == [Self.one, Self.two, Self.one, "ABCDEFGHIJKLMNOP"])
        let unclear = try ImportersTests.read("\(link("AB"))\n\(Self.two)\n\(link("BC"))\n\(Self.two)\n")
        #expect(unclear.format == "otpauth" && unclear.items.isEmpty)
    }

    @Test("A list with links has also the accounts of its other lines; a code instead of a secret is rejected")
    func links() throws {
        let document = try read(
            "AWS:   \(Self.one)\nBirch:gezd gnbv gy3t qojq\n\(Self.link)\nOld:ABCDEFGHIJKLMNOP\nX: 123456\n")
        #expect(document.items.map(\.label) == ["AWS", "Birch", "Cedar: carol", "Old"])
        #expect(document.outcomes == [.totp(), .totp(), .totp(digits: 8), .totp(), .rejected(.secretTooShort)])
        #expect(document.rejections.map(\.position) == [EntryPosition(line: 5)])
    }

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

    @Test("A block has a line for each part of an account; a blank line, a rule or its first name starts the next one")
    func blocks() throws {
        let document = try read(
            """
            Name:   bob
            Secret: \(Self.one)
            Issuer: Acorn
            Type:   OTP_TOTP

            Name:
            Secret: gezd gnbv gy3t qojq
            Issuer: Birch
            Type:   OTP_HOTP
            Counter: 5
            ----
            # an old one
            Service = Cedar
            Account = carol
            Key = \(Self.one)
            Algorithm = SHA256
            Digits = 8
            Period = 20
            Service = Date
            Key = \(Self.two)
            Url = https://example.com
            """)
        #expect(
            document.items.map { [$0.issuer, $0.name] } == [
                ["Acorn", "bob"], ["Birch", ""], ["Cedar", "carol"], ["Date", ""],
            ])
        #expect(document.outcomes == [.totp(), .hotp(counter: 5), .totp(.sha256, digits: 8, period: 20), .totp()])
        #expect(document.skipped.counts == [.comment: 1])
    }

    @Test("A name in blocks that is not known is named, and can be said what it is")
    func unknownNames() throws {
        #expect(
            try read("Name: Acorn\nSecret: \(Self.one)\nCity: Rome").warnings.map(\.problem) == [
                "the name \"city\" is not read"
            ])
        let text = "Name: Acorn\nSecret: \(Self.one)\nLen: 8\n\nName: Birch\nSecret: \(Self.two)\nLen: 8\n"
        let failure = #expect(throws: SourceError.self) { try ImportersTests.read(text) }
        #expect(failure?.message.contains("--columns digits=len") == true)
        let request = ImportRequest(content: SourceContent(Array(text.utf8)), columns: try TableColumns("digits=Len"))
        #expect(try LoginTableFormat().read(request).outcomes == [.totp(digits: 8), .totp(digits: 8)])
    }

    @Test("Blocks of tokens are read", arguments: ["TokenName", "Token Name", "token_name"])
    func tokens(name: String) throws {
        let text = "\(name): Acorn\nSecret: \(Self.one)\nDigits: 8\n\n\(name): Birch\nSecret: \(Self.two)\nDigits: 6\n"
        let document = try read(text)
        #expect(document.format == "list" && document.warnings.isEmpty)
        #expect(document.items.map(\.issuer) == ["Acorn", "Birch"])
        #expect(document.outcomes == [.totp(digits: 8), .totp()])
    }

    @Test("A link in a block wins over its secret")
    func linkInBlock() throws {
        let document = try read("Name: Acorn\nSecret: KRSXG5CTMVRXEZLU\nURL: \(Self.link)\n")
        #expect(document.items.map(\.label) == ["Cedar: carol"] && document.outcomes == [.totp(digits: 8)])
    }

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
