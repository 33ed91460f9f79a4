import FixtureSupport
import Links
import TOTPDomain
import Testing

/// The quick way of reports: it writes the same as the other way.
struct PlainLinkTests {
    /// A report without the quick way.
    private struct Slow: ReportFormat {
        var form: any ReportFormat
        var showsEveryLink: Bool { form.showsEveryLink }
        var rewritesInput: Bool { form.rewritesInput }

        func write(_ link: LinkReport, line: Span<UInt8>, into output: inout [UInt8]) -> UnchangedPlace? {
            form.write(link, line: line, into: &output)
        }

        func end(_ totals: ValidationTotals, into output: inout [UInt8]) { form.end(totals, into: &output) }
    }

    private static let reports: [any ReportFormat] = [JSONReport(), NormalFormReport()]

    private func report(_ form: any ReportFormat, of lines: [[UInt8]]) throws -> (
        text: String, unchanged: [UnchangedPlace]
    ) {
        let checker = ChunkChecker(checker: try .standard(), form: form)
        var collector = ReportCollector(checker)
        var output: [UInt8] = []
        var unchanged: [UnchangedPlace] = []
        let chunk = RecordChunk(bytes: Array(lines.joined(separator: [10])))
        collector.take(checker.check(chunk), into: &output, unchanged: &unchanged)
        collector.end(into: &output)
        return (String(decoding: output, as: UTF8.self), unchanged)
    }

    private func expectNoDifference(_ lines: [[UInt8]]) throws {
        for form in Self.reports {
            let quick = try report(form, of: lines), slow = try report(Slow(form: form), of: lines)
            #expect(quick.unchanged == slow.unchanged)
            let (one, other) = (quick.text.split(separator: "\n"), slow.text.split(separator: "\n"))
            #expect(one.count == other.count)
            for (one, other) in zip(one, other) where one != other { Issue.record("\(one) is not \(other)") }
        }
    }

    @Test func linksOfAccountsAreTheSame() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<20 {
            let links = try (0..<200).map { _ in
                Array(KeyURI.write(try InventedAccounts.item(of: .totp, using: &random)).utf8)
            }
            try expectNoDifference(links + links.map { MadeLinks.damaged($0, &random) })
        }
    }

    @Test func madeLinksAreTheSame() throws {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<100 { try expectNoDifference((0..<300).map { _ in MadeLinks.link(&random) }) }
    }

    /// Links that the quick way must leave to the other one, and links that it may write.
    @Test(arguments: [
        "otpauth://totp/Acme:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme",
        "otpauth://totp/alice?secret=jbswy3dpehpk3pxpjbswy3dpehpk3pxp&issuer=Acme&digits=8&algorithm=sha256",
        "otpauth://hotp/Acme:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme&counter=7",
        "otpauth://hotp/Acme:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme",
        "otpauth://totp/Acme:%20alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme",
        "otpauth://totp/Acme:a%3Ab?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme",
        "otpauth://totp/Acme:a%22b%5Cc?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme",
        "otpauth://totp/Acme:a%2db?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme",
        "otpauth://totp/Steam:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Steam",
        "otpauth://totp/Steam?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
        "otpauth://totp/null:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=null",
        "otpauth://totp/:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
        "otpauth://totp/Acme:?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
        "otpauth://totp/?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme",
        "otpauth://totp/Acme:bob?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PX&issuer=Acme",
        "otpauth://totp/Acme:bob?secret=JBSWY3DPEHPK3PXPJB&issuer=Acme&period=030",
        "otpauth://totp/Acme:bob?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Other",
        "otpauth://totp/Acme:bob?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&x=steam://AAAA",
        "otpauth://totp/Acme:secret=x?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme",
        "  otpauth://totp/Acme:bob?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme  ",
    ])
    func oneLinkIsTheSame(link: String) throws { try expectNoDifference([Array(link.utf8)]) }

    /// Otherwise the tests above would compare one way with itself.
    @Test func mostLinksGoTheQuickWay() throws {
        let line = Array("otpauth://totp/Acme:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme".utf8)
        var output: [UInt8] = []
        let none: [UInt8] = [], label = Array("Acme: alice".utf8)
        let fixed = NormalFormReport().writePlain(
            PlainLink(line: 1), label: none.span, line: line.span, into: &output)
        #expect(fixed)
        let row = PlainLink(start: JSONReport().plainStart(source: "-"), line: 1)
        let isWritten = JSONReport().writePlain(row, label: label.span, line: line.span, into: &output)
        #expect(isWritten)
        let isNamed = JSONReport().writePlain(row, label: none.span, line: line.span, into: &output)
        #expect(!isNamed)
    }
}
