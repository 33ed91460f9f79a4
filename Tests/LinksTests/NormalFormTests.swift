import Encodings
import Links
import TOTPDomain
import Testing

/// `--fix`: the same account, in the form that every app reads.
struct NormalFormTests {
    @Test func rewritesWhatItUnderstands() throws {
        let checker = try LinkChecker.standard()
        for (_, broken, right) in RuleTests.table {
            for line in [broken, right] {
                let bytes = Array(line.utf8)
                guard case .link(let text) = NormalForm(of: bytes.span),
                    KeyURIScheme.find(in: bytes.span)?.scheme != .appleMigration
                else { continue }
                let before = try KeyURI.read(bytes.span).account, after = try KeyURI.read(Array(text.utf8).span).account
                #expect(before.secret == after.secret && before.parameters == after.parameters)
                #expect(checker.verdict(text).rules.worst != .error, "\(line)")
                #expect(NormalForm(of: Array(text.utf8).span) == .link(text), "\(line)")
            }
        }
    }

    @Test func writesTheNormalForm() {
        let line = Array("QR-Code:OTPAUTH://TOTP/Ac+me:zo\u{EB}?Secret=osadn5m3a7hqfkuq%20&issuer=Ac+me&icon=x".utf8)
        #expect(
            NormalForm(of: line.span)
                == .link(
                    "otpauth://totp/Ac%20me:zo%C3%AB?secret=OSADN5M3A7HQFKUQ&issuer=Ac%20me&algorithm=SHA1&digits=6&period=30"
                ))
    }

    /// A draft of a standard wants the domain of the service there; it is not another name.
    @Test(
        arguments: [
            ("Acorn:alice", "acorn.example", "acorn.example", "acorn.example"),
            ("Acorn:alice", "Login.Acorn.example", "Login.Acorn.example", "Login.Acorn.example"),
            ("Acorn:alice", "Acorn%20Inc.", "Acorn", nil), ("Acorn:alice", "10.0.0.1", "Acorn", nil),
            ("acorn.example:alice", "acorn.example", "acorn.example", nil),
            ("alice", "acorn.example", "acorn.example", nil),
        ] as [(label: String, parameter: String, written: String, domain: String?)])
    func keepsTheDomainInThePlaceOfTheIssuer(
        label: String, parameter: String, written: String, domain: String?
    ) throws {
        let line = Array("otpauth://totp/\(label)?secret=JBSWY3DPEHPK3PXP&issuer=\(parameter)".utf8)
        #expect(try KeyURI.read(line.span).account.matchDomain == domain)
        guard case .link(let text) = NormalForm(of: line.span) else {
            Issue.record("left as it was")
            return
        }
        #expect(text.contains("&issuer=\(written)&"))
        // Apps would show the domain.
        let link = KeyURI.write(try KeyURI.read(line.span).account)
        #expect(link.contains(domain.map { "issuer=\($0)" } ?? "?!") == false)
    }

    @Test("A parameter with one value twice is written once")
    func writesOneValueOnce() {
        let line = "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&digits=8&digits=8"
        guard case .link(let link) = NormalForm(of: Array(line.utf8).span) else {
            Issue.record("not written")
            return
        }
        #expect(link.split(separator: "digits=").count == 2)
    }

    @Test(arguments: [
        "otpauth://totp/a?secret=ABC1", "otpauth://totp/a?secret=AAAA&secret=BBBB",
        "otpauth://totp/a?secret=AAAA&digits=6&digits=8",
        "steam://1", "motp://a?secret=x",
    ])
    func leavesWhatCouldMakeOtherCodes(line: String) {
        guard case .left(let reason, _) = NormalForm(of: Array(line.utf8).span) else {
            Issue.record("not left as it was")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test(arguments: [
        "apple-otpauth-migration://offline?data=CgoKCGZvbw", "Apple-OTPAUTH-Migration://offline?data=CgoKCGZvbw",
    ])
    func ofAnExportOnlyApplesSchemeIsChanged(line: String) {
        #expect(NormalForm(of: Array(line.utf8).span) == .link(String(line.dropFirst(6))))
    }

    @Test(
        "A line without a link of one account has no normal form",
        arguments: ["alice", "otpauth-migration://offline?data=CgoKCGZvbw"])
    func isNotOneAccount(line: String) { #expect(NormalForm(of: Array(line.utf8).span) == .foreign) }
}
