import Encodings
import FixtureSupport
import Links
import TOTPDomain
import Testing

/// `--profile`: how severe a rule is for a draft of the otpauth format.
struct RuleProfileTests {
    private static let secret = "secret=\(Secrets.sha1)"
    private static func totp(_ more: String, label: String = "alice") -> String {
        "otpauth://totp/\(label)?\(secret)\(more)"
    }
    private static func hotp(_ more: String) -> String { "otpauth://hotp/alice?\(secret)&issuer=example.com\(more)" }

    /// A link, a rule, and its severity by default, for linuxgemini and for andesco; nil if it is no finding.
    private typealias Row = (String, String, Severity?, Severity?, Severity?)

    private static let table: [Row] = [
        ("otpauth://steam/alice?\(secret)&issuer=example.com", "type-rare", .warning, .error, .error),
        ("otpauth://totp/alice?issuer=example.com", "secret-missing", .error, .error, .error),
        (totp("%3D%3D%3D%3D&issuer=example.com"), "secret-padded", .warning, .warning, .error),
        (
            "otpauth://totp/alice?secret=\(Secrets.sha1.lowercased())&issuer=example.com", "secret-lower-case",
            .warning,
            .error, .warning
        ),
        (totp("&issuer=example.com&algorithm=SHA256"), "algorithm-rare", .warning, nil, nil),
        (totp("&issuer=example.com&algorithm=SHA-512"), "algorithm-rare", .warning, nil, nil),
        (totp("&issuer=example.com&algorithm=MD5"), "algorithm-rare", .warning, .error, .error),
        (hotp("&counter=1&algorithm=SHA256"), "algorithm-rare", .warning, nil, .info),
        (hotp("&counter=1&algorithm=md5"), "algorithm-rare", .warning, .error, .error),
        (totp("&issuer=example.com&digits=5"), "digits-rare", .warning, .error, .error),
        (totp("&issuer=example.com&digits=7"), "digits-rare", .warning, nil, .error),
        (totp("&issuer=example.com&digits=9"), "digits-rare", .warning, .error, .error),
        (totp("&issuer=example.com&digits=8"), "digits-eight", .info, .info, .info),
        (hotp(""), "counter-missing", .warning, .error, .error),
        (hotp("&counter=1&period=30"), "period-unused", .info, .info, .info),
        (totp("&issuer=example.com&counter=1"), "counter-unused", .info, .info, .info),
        (totp("&issuer=example.com&digits=6&digits=6"), "parameter-repeated", .warning, .warning, .error),
        (totp("&issuer=example.com", label: "Acme:alice:1"), "name-colon", .warning, .warning, .error),
        (totp(""), "issuer-missing", .info, .warning, .warning),
        (totp("&issuer=Acme"), "issuer-not-domain", nil, nil, .info),
        (totp("&issuer=example.com"), "issuer-not-domain", nil, nil, nil),
        (totp(""), "issuer-not-domain", nil, nil, nil),
        (totp("&issuer=Other", label: "Acme:alice"), "issuer-differs", .warning, .info, .info),
        (totp("&issuer=example.com", label: "Acme:alice"), "issuer-differs", .info, .info, nil),
        (totp("&issuer=Acme", label: "Acme:alice"), "label-prefix", nil, .info, nil),
        (totp("&issuer=Acme", label: "Acme%3Aalice"), "label-prefix", nil, .info, nil),
        (totp("&issuer=Acme"), "label-prefix", nil, nil, nil),
        (totp("&issuer=example.com", label: ""), "label-missing", .warning, .error, .error),
        (totp("&issuer=example.com&color=blue"), "parameter-unknown", .info, nil, nil),
        (totp("&issuer=example.com&icon=blue"), "parameter-of-app", .info, nil, nil),
        (
            "otpauth://totp/alice?Secret=\(Secrets.sha1)&issuer=example.com", "spelling-case", .warning, .warning,
            .warning
        ),
        ("apple-\(totp("&issuer=Acme"))", "issuer-not-domain", nil, nil, .info),
        ("apple-\(totp("&issuer=Acme"))", "scheme-apple", .info, .info, .info),
        ("motp://alice?secret=e3152afee62599c8&issuer=Acme", "issuer-not-domain", nil, nil, nil),
    ]

    @Test(arguments: table.indices, RuleProfile.Name.allCases)
    func severities(row: Int, name: RuleProfile.Name) throws {
        let (link, id, standard, linuxgemini, andesco) = Self.table[row]
        let wanted =
            switch name {
            case .standard: standard
            case .linuxgemini: linuxgemini
            case .andesco: andesco
            }
        let reports = try Self.reports(of: link, name)
        let findings = reports.flatMap(\.findings).map(\.finding).filter { $0.rule.id == id }
        #expect(findings.map(\.severity) == (wanted.map { [$0] } ?? []), "\(link)")
        #expect(reports.allSatisfy { $0.severity == $0.findings.map(\.finding.severity).max() })
    }

    /// The reports of a text, which a program would get.
    private static func reports(
        of text: String, _ name: RuleProfile.Name, without disabled: [Rule] = []
    ) throws -> [LinkReport] {
        let form = ListedReports()
        let checker = ChunkChecker(
            checker: try LinkChecker.standard(name), form: form, disabled: RuleSet.all(of: disabled))
        var reader = RecordReader(ByteArrayStream(Array(text.utf8)), layout: .lines)
        var collector = ReportCollector(checker)
        var output: [UInt8] = []
        var unchanged: [UnchangedPlace] = []
        var buffers: [[UInt8]] = []
        while let chunk = try reader.next(from: &buffers) {
            collector.take(checker.check(chunk), into: &output, unchanged: &unchanged)
        }
        collector.end(into: &output)
        return form.reports(in: output)
    }

    @Test("A rule is skipped with its variants")
    func disabled() throws {
        for link in [Self.totp("&issuer=example.com", label: "Acme:alice"), Self.totp("&issuer=B", label: "A:alice")] {
            #expect(try Self.reports(of: link, .standard, without: [.issuerDiffers]).isEmpty)
        }
    }

    @Test("A Google Authenticator export whose accounts break variants of a rule has one finding, the worst")
    func oneFindingPerRule() throws {
        // Two accounts with SHA256, one of them counter-based, and one with MD5.
        let link = "otpauth-migration://offline?data=" + PercentCoding.encode(Base64.encode(Self.export))
        for (name, severity) in [
            (RuleProfile.Name.standard, Severity.warning), (.linuxgemini, .error), (.andesco, .error),
        ] {
            let findings = try Self.reports(of: link, name).flatMap(\.findings).map(\.finding)
            let found = findings.filter { $0.rule.id == "algorithm-rare" }
            #expect(found.map(\.severity) == [severity], "\(name)")
        }
    }

    private static let export: [UInt8] = {
        func account(_ secret: UInt8, algorithm: UInt8, kind: UInt8) -> [UInt8] {
            let key = [UInt8](secret..<(secret + 32))
            let fields = [0x0A, 32] + key + [0x12, 1, 0x61, 0x1A, 1, 0x62, 0x20, algorithm, 0x28, 1, 0x30, kind]
            return [0x0A, UInt8(fields.count)] + fields
        }
        return account(1, algorithm: 2, kind: 2) + account(50, algorithm: 2, kind: 1)
            + account(100, algorithm: 4, kind: 2) + [0x10, 1, 0x18, 1]
    }()

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
