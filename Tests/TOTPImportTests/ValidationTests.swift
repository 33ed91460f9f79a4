import TOTPImport
import Testing

@Suite struct ValidationTests {
    private static let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    @Test func theFindingsOfATextHaveTheirPlaces() throws {
        let text = """
            # mine
            otpauth://totp/Acme:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme
            otpauth://totp/Acme:bob?issuer=Acme
            """
        let report = LinkValidator().check(text, named: "links.txt")
        #expect(report.links == 2)
        #expect(report.links == report.ok + report.withWarnings + report.withErrors)
        #expect(report.withErrors == 1)
        let finding = try #require(report.findings.first { $0.rule.severity == .error })
        #expect(finding.rule.id == "secret-missing")
        #expect((finding.source, finding.line) == ("links.txt", 3))
        #expect(finding.label.contains("bob"))
        #expect(report.failures.isEmpty)
    }

    @Test func ignoredRulesAndMilderFindingsAreNotReported() {
        let text = "otpauth://totp/Acme:bob?issuer=Acme\notpauth://totp/Acme:alice?secret=GEZDG"
        var validator = LinkValidator()
        validator.severity = .error
        #expect(validator.check(text).findings.allSatisfy { $0.rule.severity == .error })
        validator.ignoredRules = ["secret-missing", "no-such-rule"]
        #expect(!validator.check(text).findings.contains { $0.rule.id == "secret-missing" })
    }

    @Test func duplicatesAreFoundInOneText() {
        let link = "otpauth://totp/Acme:alice?secret=\(Self.secret)&issuer=Acme"
        let report = LinkValidator().check("\(link)\n\(link)\n\(link)")
        let duplicates = report.findings.filter { $0.rule.id == "secret-duplicate" }
        #expect(duplicates.map(\.line) == [2, 3])
    }

    @Test func duplicatesAreFoundAcrossInputs() async throws {
        let link = "otpauth://totp/Acme:alice?secret=\(Self.secret)&issuer=Acme"
        let inputs = ["a.txt", "b.txt"].map { ImportInput.bytes(link.utf8, named: $0) }
        let report = try await LinkValidator().check(inputs)
        #expect(report.links == 2)
        #expect(report.findings.filter { $0.rule.id == "secret-duplicate" }.map(\.source) == ["b.txt"])
    }

    @Test func codesInPicturesAreChecked() async throws {
        let report = try await LinkValidator().check([Fixture.input("images/google-parts/complete-1.png")])
        #expect(report.links == 1)
        #expect(report.findings.contains { $0.rule.id == "migration-part-missing" && $0.code == 1 })
    }

    @Test func anInputThatCannotBeReadIsAFailure() async throws {
        let report = try await LinkValidator().check([.path("/no/such/file")])
        #expect(report.failures.map(\.source) == ["/no/such/file"])
        #expect(report.links == 0)
    }

    @Test func theSameLinksGiveTheSameFindingsFromMemoryAndFromInputs() async throws {
        let text = try String(
            decoding: Fixture.bytes("images/text/links.txt"), as: UTF8.self)
        let report = LinkValidator().check(text, named: "links.txt")
        let other = try await LinkValidator().check([.bytes(text.utf8, named: "links.txt")])
        #expect(report == other)
        #expect(report.links > 0)
    }

    @Test func theRulesHaveWords() {
        #expect(LinkRule.all.count > 50)
        #expect(Set(LinkRule.all.map(\.id)).count == LinkRule.all.count)
        #expect(LinkRule.all.allSatisfy { !$0.summary.isEmpty && !$0.advice.isEmpty })
    }
}
