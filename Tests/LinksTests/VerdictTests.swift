import FixtureSupport
import Links
import TOTPDomain
import Testing

/// A link has an error exactly if the rest of the program refuses it.
struct VerdictTests {
    private let checker: LinkChecker

    init() throws { checker = try .standard() }

    private func expectTheReadersVerdict(_ line: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        var workspace = LinkChecker.Workspace()
        LinkRecords.forEachRecord(in: line.span, isJSON: false) { record, link in
            guard case .link(let scheme) = record.kind, scheme != .migration else { return true }
            let verdict = checker.check(link, scheme, &workspace)
            let isRead = (try? KeyURI.read(link, scheme: scheme)) != nil
            #expect(
                isRead == (verdict.rules.worst != .error), "\(String(decoding: line, as: UTF8.self))",
                sourceLocation: sourceLocation)
            return true
        }
    }

    @Test("The links of the rules have an error exactly if the reader refuses them")
    func holdsForTheLinksOfTheRules() {
        for (_, broken, right) in RuleTests.table {
            expectTheReadersVerdict(Array(broken.utf8))
            expectTheReadersVerdict(Array(right.utf8))
        }
    }

    @Test(
        "An unknown algorithm is an error, also if it starts like a known one",
        arguments: ["SHA11", "SHA1x", "SHA12", "SHA1-", "SHA2", "SHA", "SHA5122"])
    func unknownAlgorithm(name: String) {
        for more in ["", "&issuer=Acme"] {
            let link = "otpauth://totp/Acme:a?secret=\(Secrets.sha1)&algorithm=\(name)\(more)"
            let isKnown = (try? OTPAlgorithm(named: name)) != nil
            #expect((checker.verdict(link).rules.worst == .error) == !isKnown)
            expectTheReadersVerdict(Array(link.utf8))
        }
    }

    @Test(
        "Codes of Trion with 8 digits are an error, whatever is around the name",
        arguments: ["Trion", "%20Trion", "+Trion+", "%20%20Trion", "Trion%20"])
    func trion(issuer: String) {
        let link = "otpauth://totp/a?secret=\(Secrets.sha1)&digits=8&issuer=\(issuer)"
        #expect(checker.verdict(link).rules.worst == .error)
        expectTheReadersVerdict(Array(link.utf8))
    }

    @Test("A comment may be indented, and a line of white space is nothing", arguments: 0...4)
    func comments(spaces: Int) {
        let start = String(repeating: " ", count: spaces)
        for line in ["\(start)# a comment", "\(start)#a:b", "\(start)#", start, "\(start)\t"] {
            #expect(checker.verdictIfAny(line) == nil && checker.ids(line).isEmpty, "\(line)")
        }
        #expect(checker.ids("\(start)x # no comment") == ["not-a-link"])
        #expect(KeyURI.endOfLink(Array(start.utf8).span) == 0)
        #expect(KeyURI.endOfLink(Array("x\(start)".utf8).span) == 1)
    }

    /// Links made of pieces that mean something somewhere, right and wrong ones.
    @Test("Links made of pieces have an error exactly if the reader refuses them")
    func holdsForLinksMadeOfPieces() {
        var random = SeededGenerator(seed: 4_321)
        for _ in 0..<40_000 { expectTheReadersVerdict(MadeLinks.link(&random)) }
    }

    /// Links with a byte changed, removed or repeated.
    @Test("Damaged links have an error exactly if the reader refuses them")
    func holdsForDamagedLinks() {
        var random = SeededGenerator(seed: 99)
        for _ in 0..<40_000 {
            expectTheReadersVerdict(MadeLinks.damaged(&random))
        }
    }

    @Test func theSameAccountHasTheSameFingerprint() {
        let first = checker.verdict("otpauth://totp/Acme%20Co:Alice?secret=\(Secrets.sha1)").fingerprints
        let same = [
            "otpauth://totp/alice?secret=\(Secrets.sha1)&issuer=ACME+Co",
            "otpauth://hotp/acme%20co%3A%20ALICE?secret=\(Secrets.sha1.lowercased())===&counter=1",
            "otpauth://totp/Acme+Co:alice?secret=OSAD%20N5M3A7HQFKUQ675XIDQQTOUW5CCI&issuer=Acme+Co",
        ]
        for link in same { #expect(checker.verdict(link).fingerprints == first, "\(link)") }
        let others = [
            "otpauth://totp/Acme:Alice?secret=\(Secrets.sha1)A5", "otpauth://totp/a?secret=\(Secrets.sha256)",
        ]
        for link in others {
            let marks = checker.verdict(link).fingerprints
            #expect(marks.secret != first.secret && marks.account != first.account)
        }
        let words = ["%C3%89cole%20%C4%B0%E1%BA%9E:Zo%C3%8B", "%C3%A9cole%20i%CC%87%C3%9F:zo%C3%AB"]
        let marks = words.map { checker.verdict("otpauth://totp/\($0)?secret=\(Secrets.sha1)").fingerprints }
        #expect(marks[0] == marks[1])
        // A few bits beyond the last whole byte are not a part of the secret.
        let short = checker.verdict("otpauth://totp/a?secret=ABCDEFA").fingerprints
        #expect(checker.verdict("otpauth://totp/a?secret=ABCDEFG").fingerprints == short)
        #expect(
            checker.verdict("otpauth://totp/%C3%A9?secret=ABCDEFG").fingerprints
                == checker.verdict("otpauth://totp/é?secret=ABCDEFG").fingerprints)
    }
}
