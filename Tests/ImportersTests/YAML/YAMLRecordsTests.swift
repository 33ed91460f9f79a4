import Encodings
import TOTPDomain
import Testing

@testable import AnythingFormats

@Suite("Accounts in YAML")
struct YAMLRecordsTests {
    private static let one = "GEZDGNBVGY3TQOJQ", two = "MFRGGZDFMZTWQ2LK"

    @Test(
        "Accounts are read in a list, in maps by name, and in lists in settings",
        arguments: [
            "- issuer: Acorn\n  name: 'alice'\n  secret: \(one)\n  digits: 8\n",
            "all:\n  vars:\n    app:\n      accounts:\n      - {issuer: Acorn, name: alice, secret: \(one), digits: 8}\n",
            "accounts:\n  Acorn:\n    user: alice\n    secret: >-\n      \(one)\n    digits: \"8\"\n",
        ])
    func places(text: String) throws {
        let document = try read(text)
        #expect(document.format == "json-list" && document.records == 1)
        #expect(document.items.map(\.fieldsLine) == ["totp Acorn|alice \(Self.one) SHA1 8 30"])
        #expect(document.warnings.isEmpty && !document.keepsakes.isEmpty)
    }

    @Test(
        "A link or a secret in a comment is named",
        arguments: [
            ("# old \(two)\n", [Leftover(.secret, .lines(1...1))]),
            ("# otpauth://totp/a?secret=\(two)\n", [Leftover(.link, .lines(1...1))]), ("# my accounts\n", []),
            ("app: x  # \(two)\n", [Leftover(.secret, .lines(1...1))]), ("app: 'x # \(two)'\n", []),
        ])
    func comments(line: String, leftovers: [Leftover]) throws {
        let document = try read("\(line)accounts:\n- issuer: Acorn\n  name: alice\n  secret: \(Self.one)\n")
        #expect(document.items.count == 1)
        #expect(document.leftovers.all == leftovers)
    }

    @Test("YAML beyond the limit is refused before it is read")
    func limit() throws {
        let record = "- issuer: Acorn\n  secret: \(Self.one)\n"
        let comment = "#" + String(repeating: "x", count: Limit.yaml - record.utf8.count - 1)
        #expect(try RecordText.json(of: SourceContent(Array((record + comment).utf8)))?.isEmpty == false)
        let failure = #expect(throws: SourceError.self) {
            try RecordText.json(of: SourceContent(Array((record + comment + "x").utf8)))
        }
        #expect(failure?.message.hasPrefix("its YAML is longer than 8 MiB, the limit") == true)
    }
}
