import FixtureSupport
import Links
import TOTPDomain
import Testing

/// The quick ways to write a link: they write the same as the other ways.
struct PlainLinkTests {
    /// A report without the quick way.
    private struct SlowReport: ReportFormat {
        let form = JSONReport()
        var showsEveryLink: Bool { form.showsEveryLink }

        func write(_ link: LinkReport, into output: inout [UInt8]) { form.write(link, into: &output) }
        func end(_ totals: ValidationTotals, into output: inout [UInt8]) { form.end(totals, into: &output) }
    }

    private func report(_ form: any ReportFormat, of lines: [[UInt8]]) throws -> String {
        let checker = ChunkChecker(checker: try .standard(), output: .report(form))
        var collector = ReportCollector(checker)
        var output: [UInt8] = []
        var unchanged: [UnchangedPlace] = []
        let chunk = RecordChunk(bytes: Array(lines.joined(separator: [10])))
        collector.take(checker.check(chunk), into: &output, unchanged: &unchanged)
        collector.end(into: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private func expectNoDifference(_ lines: [[UInt8]]) throws {
        let quick = try report(JSONReport(), of: lines).split(separator: "\n")
        let slow = try report(SlowReport(), of: lines).split(separator: "\n")
        #expect(quick.count == slow.count)
        for (quick, slow) in zip(quick, slow) where quick != slow { Issue.record("\(quick) is not \(slow)") }
        for line in lines {
            var written: [UInt8] = []
            guard PlainNormalForm.append(line.span, to: &written) else {
                #expect(written.isEmpty)
                continue
            }
            #expect(NormalForm(of: line.span) == .link(String(decoding: written, as: UTF8.self)))
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
    @Test(
        "The quick way writes a link as the other ways do",
        arguments: [
            "otpauth://totp/Acme:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme",
            "otpauth://totp/alice?secret=jbswy3dpehpk3pxpjbswy3dpehpk3pxp&issuer=Acme&digits=8&algorithm=sha256",
            "otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP&issuer=A&algorithm=SHA1&digits=6&period=30",
            "otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP&issuer=A&algorithm=SHA1&digits=6&period=30&x=1",
            "otpauth://totp/A:b?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30&issuer=A",
            "otpauth://TOTP/b?secret=JBSWY3DPEHPK3PXP&algorithm=sha1&digits=6&period=30",
            "otpauth://hotp/b?secret=JBSWY3DPEHPK3PXP&algorithm=SHA512&digits=8&counter=0",
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
        let isFixed = PlainNormalForm.append(line.span, to: &output)
        #expect(isFixed)
        let none: [UInt8] = [], label = Array("Acme: alice".utf8)
        let report = JSONReport(), start = report.plainStart(source: "-")
        let isWritten = report.writePlain(start, line: 1, byteCount: line.count, label: label.span, into: &output)
        #expect(isWritten)
        let isNamed = report.writePlain(start, line: 1, byteCount: line.count, label: none.span, into: &output)
        #expect(!isNamed)
    }
}
