import Encodings
import FixtureSupport
import Links
import TOTPDomain
import Testing

/// Rules with variants: one id, and a severity that depends on the link.
struct RuleVariantTests {
    private static let secret = "secret=\(Secrets.sha1)"
    private static func totp(_ more: String, label: String = "alice") -> String {
        "otpauth://totp/\(label)?\(secret)\(more)"
    }

    @Test(
        "An issuer that differs is a warning, unless the parameter is a domain name",
        arguments: [("Other", Severity.warning), ("example.com", .info)])
    func severities(issuer: String, severity: Severity) throws {
        let reports = try Self.reports(of: Self.totp("&issuer=\(issuer)", label: "Acme:alice"))
        let findings = reports.flatMap(\.findings)
        #expect(findings.map(\.rule.id) == ["issuer-differs"] && findings.map(\.severity) == [severity])
        #expect(reports.map(\.severity) == [severity])
    }

    /// The reports of a text, which a program would get.
    private static func reports(of text: String, without disabled: [Rule] = []) throws -> [LinkReport] {
        let checker = ChunkChecker(
            checker: try LinkChecker.standard(), output: .values, disabled: RuleSet.all(of: disabled))
        var reader = RecordReader(ByteArrayStream(Array(text.utf8)), layout: .lines)
        var collector = ReportCollector(checker)
        var output: [UInt8] = []
        var unchanged: [UnchangedPlace] = []
        var buffers: [[UInt8]] = []
        while let chunk = try reader.next(from: &buffers) {
            collector.take(checker.check(chunk), into: &output, unchanged: &unchanged)
        }
        collector.end(into: &output)
        return collector.reports
    }

    @Test("A rule is skipped with its variants")
    func disabled() throws {
        for link in [Self.totp("&issuer=example.com", label: "Acme:alice"), Self.totp("&issuer=B", label: "A:alice")] {
            #expect(try Self.reports(of: link, without: [.issuerDiffers]).isEmpty)
        }
    }

    @Test(
        "Domain names are recognized",
        arguments: [
            ("example.com", true), ("a.b.c.example", true), ("xn--bcher-kva.example", true),
            ("b\u{FC}cher.example", true),
            ("1.example", true), ("example", false), ("example.", false), (".com", false), ("a..b", false),
            ("127.0.0.1", false), ("a b.com", false), ("alice@example.com", false), ("https://example.com", false),
            ("example.com/", false), ("Acme Inc.", false), ("a.\u{3000}b", false),
        ])
    func domains(issuer: String, isDomain: Bool) throws {
        let link = Self.totp("&issuer=\(PercentCoding.encode(issuer))", label: "Other:alice")
        let rules = try LinkChecker.standard().verdict(link).rules
        #expect(rules.contains(.issuerDomain) == isDomain && rules.contains(.issuerDiffers) == !isDomain)
    }
}
