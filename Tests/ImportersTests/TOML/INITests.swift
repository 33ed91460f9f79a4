import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Importers

@Suite("Accounts in INI files")
struct INITests {
    private static let one = "GEZDGNBVGY3TQOJQ", two = "MFRGGZDFMZTWQ2LK"

    @Test(
        "Each section is an account, whatever the case of its names and the mark behind them",
        arguments: [
            "[Acorn]\nSecret = \(one)\nDigits = 8\nAlgorithm = sha256\nPeriod = 60\n\n[Birch]\nSecret = \(two)\n",
            "; mine\n[Acorn]\nsecret: \(one)\ndigits: 8\nhash: SHA256\ninterval: 60\n[Birch]\nsecret: \(two)\n",
            "[Acorn]\nSECRET=\"\(one)\"\nCode Length=8\nHash=SHA256\nTime Step=60\n\n[Birch]\nSECRET=\(two)\n",
        ])
    func sections(text: String) throws {
        let document = try read(text)
        #expect(document.format == "json-list" && document.records == 2 && document.warnings.isEmpty)
        #expect(
            document.items.map(\.fieldsLine)
                == ["totp Acorn| \(Self.one) SHA256 8 60", "totp Birch| \(Self.two) SHA1 6 30"])
    }

    @Test(
        "What stands above all sections, or in one for all, counts for each that does not say it",
        arguments: ["", "[DEFAULT]\n", "[general]\n"])
    func defaults(title: String) throws {
        let document = try read(
            "\(title)Digits = 8\nshade = red\n[Acorn]\nSecret = \(Self.one)\n[Birch]\nSecret = \(Self.two)\ndigits = 6\n"
        )
        #expect(
            document.items.map(\.fieldsLine)
                == ["totp Acorn| \(Self.one) SHA1 8 30", "totp Birch| \(Self.two) SHA1 6 30"])
        // Also a name that nobody knows.
        #expect(document.warnings.map(\.problem) == ["the member \"shade\" is not read"])
    }

    @Test("A name that is in a section twice is refused with its line")
    func twice() {
        let failure = #expect(throws: SourceError.self) {
            try read("[Acorn]\nSecret = \(Self.one)\nDigits = 6\ndigits = 8\n")
        }
        #expect(failure?.message == "line 4: a name is in a section twice; keep one of them")
    }

    @Test(
        "Settings of programs are not taken for accounts",
        arguments: [
            "[vpn]\nuser = a\nsecret = \(one)\n",
            "[a]\nuser = x\n[b]\nsecret = \(one)\n[c]\nsecret = \(two)\n[d]\nuser = y\n",
            "[Unit]\nDescription=x\n[Service]\nExecStart=/bin/true\nExecStart=/bin/false\n",
            "[core]\neditor = vi\n[user]\nname = Ada\nsigningkey = \(one)\n",
            "[a]\nkey = hunter2\n[b]\nkey = letmein\n",
        ])
    func settings(text: String) { #expect(formatID(of: text.utf8) == nil) }
}
