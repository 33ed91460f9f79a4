import Encodings
import FixtureSupport
import Links
import TOTPDomain
import Testing

/// The verdicts and the values that the page of the format states, and the ones of the team's corpus.
struct FormatPageTests {
    private let checker: LinkChecker

    init() throws { checker = try .standard() }

    private static let key = "secret=\(Secrets.sha1)"
    /// The values of a link that contains only its type, its label and its secret.
    private static let plain = "totp Acme|a SHA1 6 30"

    /// A row of the page: a link, the rules that it breaks, and its values (see ``values(_:)``), nil if it cannot be
    /// read.
    typealias Row = (link: String, rules: Set<String>, values: String?)

    /// `Docs/formats/otpauth.md`, section “Syntax”.
    private static let syntax: [Row] = [
        ("otpauth://totp/Acme:a?\(key)", [], plain),
        ("OTPAUTH://TOTP/Acme:a?SECRET=\(Secrets.sha1)&DIGITS=6", ["spelling-case"], plain),
        ("QR-Code:otpauth://totp/Acme:a?\(key)", ["text-before-link"], plain),
        (
            "otpauth://totp/Acme:a?\(key)&digits=8&digits=8", ["parameter-repeated", "digits-eight"],
            "totp Acme|a SHA1 8 30"
        ),
        ("otpauth://totp/Acme:a b@x|y/z?\(key)", ["not-percent-encoded"], "totp Acme|a b@x|y/z SHA1 6 30"),
        ("otpauth://totp/Acme:a#b?\(key)", ["not-percent-encoded"], "totp Acme|a#b SHA1 6 30"),
        ("otpauth://totp/Acme:zo\u{EB}?\(key)", ["not-percent-encoded"], "totp Acme|zo\u{EB} SHA1 6 30"),
        ("otpauth://totp/Acme:a?\(key)#&digits=6", ["fragment"], plain),
        ("otpauth://totp/Acme:a?\(key)#&digits=0", ["fragment", "parameter-misplaced"], nil),
        ("otpauth://hotp/Acme:a?\(key)&counter=5", [], "hotp Acme|a SHA1 6 c5"),
        ("otpauth://hotp/Acme:a?\(key)", ["counter-missing"], "hotp Acme|a SHA1 6 c0"),
        ("otpauth://steam/Acme:a?\(key)", ["type-rare"], "steam Acme|a SHA1 5 30"),
        ("otpauth://yaotp/a?\(key)", ["type-rare", "issuer-missing"], "yandex Yandex|a SHA256 8 30"),
        (
            "otpauth://yaotp/Acme:a?\(key)&pin=GU3TQNQ&pin_length=4", ["type-rare"],
            "yandex Acme|a SHA256 8 30 pin 5786"
        ),
        ("otpauth://push/Acme:a?\(key)", ["type-unknown"], nil),
        ("otpauth://totp/Trion:a?\(key)&digits=8", ["type-unknown", "digits-eight"], nil),
        ("otpauth://totp/Acme:a?\(key)&encoder=steam", ["type-rare"], "steam Acme|a SHA1 5 30"),
        ("otpauth://totp/Acme:a?\(key)&steam", ["type-rare"], "steam Acme|a SHA1 5 30"),
        ("otpauth://totp/Acme:a?\(key)&steam=1", ["type-rare"], "steam Acme|a SHA1 5 30"),
        ("otpauth://totp/Steam:a?\(key)&digits=5", ["type-rare"], "steam Steam|a SHA1 5 30"),
        ("otpauth://totp/Steam:a?\(key)&digits=6", [], "totp Steam|a SHA1 6 30"),
        ("otpauth://totp/Acme:a?\(key)&steam=0", [], "totp Acme|a SHA1 6 30"),
        ("otpauth://totp/zo%C3%AB?\(key)&issuer=Steam", ["type-rare"], "steam Steam|zo\u{EB} SHA1 5 30"),
        ("otpauth://totp/Steam?\(key)", ["type-rare", "issuer-missing"], "steam |Steam SHA1 5 30"),
        ("otpauth://totp/Acme:Steam?\(key)", [], "totp Acme|Steam SHA1 6 30"),
        ("motp://Acme:a?secret=e3152afee62599c8", ["type-rare"], "motp Acme|a MD5 6 10"),
        ("motp:/Acme%20Co:a?secret=E3152AFEE62599C8", ["type-rare"], "motp Acme Co|a MD5 6 10"),
        ("motp://a?secret=e3152afee62599c8&issuer=Acme", ["type-rare"], "motp Acme|a MD5 6 10"),
        ("steam://\(Secrets.sha1)", ["type-rare"], "steam | SHA1 5 30"),
        ("steam://\(Secrets.sha1)/x?y#z", ["type-rare"], "steam | SHA1 5 30"),
    ]

    /// The parameters that one app writes for itself say nothing about codes.
    private static let ofApps: [Row] = [
        "icon", "image", "serial", "deviceid", "data", "codeDisplay", "color", "uuid", "lock",
    ]
    .map { ("otpauth://totp/Acme:a?\(key)&\($0)=SHA512", ["parameter-of-app"], plain) }

    /// Sections “Decoding” and “Issuer and name”.
    private static let names: [Row] = [
        ("otpauth://totp/Air%20Canada:a?\(key)&issuer=Air+Canada", ["plus-for-blank"], "totp Air Canada|a SHA1 6 30"),
        ("otpauth://totp/Acme:a+b?\(key)", ["plus-for-blank"], "totp Acme|a+b SHA1 6 30"),
        ("otpauth://totp/Acme:50%?\(key)", ["percent-malformed"], "totp Acme|50% SHA1 6 30"),
        ("otpauth://totp/Acme%3Aa?\(key)", [], plain),
        ("otpauth://totp/A:B:c?\(key)&issuer=A:B", ["name-colon"], "totp A:B|c SHA1 6 30"),
        ("otpauth://totp/A:b:c?\(key)", ["name-colon"], "totp A|b:c SHA1 6 30"),
        ("otpauth://totp/Acme%20:%20a?\(key)", [], plain),
        ("otpauth://totp/:a?\(key)&issuer=Acme", [], plain),
        ("otpauth://totp/Ac+me:a?\(key)&issuer=Ac+me", ["plus-for-blank"], "totp Ac me|a SHA1 6 30"),
        ("otpauth://totp/Acme:a?\(key)&issuer=Other", ["issuer-differs"], plain),
        ("otpauth://totp/a?\(key)&issuer=Acme", [], plain),
        ("otpauth://totp/a?\(key)", ["issuer-missing"], "totp |a SHA1 6 30"),
        ("otpauth://totp/Acme:a?\(key)&digits=null&issuer=null", ["parameter-empty"], plain),
    ]

    /// Section “Invalid”.
    private static let invalid: [Row] = [
        ("otpauth://totp/Acme:a?issuer=Acme", ["secret-missing"], nil),
        ("otpauth://totp/Acme:a?secret=", ["secret-empty"], nil),
        ("otpauth://totp/Acme:a?secret=ABC1DEF8", ["secret-not-base32"], nil),
        ("otpauth://totp/Acme:a?\(key)&algorithm=SHA384", ["algorithm-unknown"], nil),
        ("otpauth://totp/Acme:a?\(key)&digits=0", ["digits-out-of-range"], nil),
        ("otpauth://totp/Acme:a?\(key)&digits=x", ["digits-out-of-range"], nil),
        ("otpauth://totp/Acme:a?\(key)&period=0", ["period-out-of-range"], nil),
        ("otpauth://totp/Acme:a?\(key)&period=x", ["period-out-of-range"], nil),
        ("otpauth://hotp/Acme:a?\(key)&counter=-1", ["counter-out-of-range"], nil),
        ("otpauth://hotp/Acme:a?\(key)&counter=x", ["counter-out-of-range"], nil),
        ("motp://Acme:a?secret=xyz", ["secret-not-hex", "type-rare"], nil),
        ("no scheme", ["not-a-link"], nil),
    ]

    @Test(
        "A link of the page breaks the rules and has the values that the page states",
        arguments: syntax + ofApps + names + invalid)
    func statesTheVerdict(row: Row) {
        #expect(checker.ids(row.link) == row.rules)
        #expect((try? KeyURI.read(Array(row.link.utf8).span).account).map(Self.values) == row.values)
    }

    /// Kind, issuer and name, algorithm, digits, and the period or, behind a c, the counter.
    private static func values(_ item: Account) -> String {
        let parameters = item.parameters
        let factor = parameters.counter.map { "c\($0)" } ?? parameters.period.map(String.init) ?? ""
        let pin = item.pin.map { " pin \($0.text)" } ?? ""
        return "\(parameters.kind.rawValue) \(item.issuer)|\(item.name) \(parameters.algorithm.rawValue) "
            + "\(parameters.digits) \(factor)\(pin)"
    }

    /// Every link of the corpus, line by line: refused where the verdict is an error, else read as it is stated.
    @Test(.enabled(if: FixtureFolder.exists(FixtureFolder.corpus), "\(FixtureFolder.needsCorpus)"))
    func agreesWithTheCorpus() throws {
        let files = try FixtureFolder.files(below: FixtureFolder.corpus.appending(path: "made")).filter {
            $0.lastPathComponent.contains("uri") && $0.pathExtension != "json"
        }
        try #require(!files.isEmpty)
        for file in files {
            let expected = try ExpectedAccounts(of: file)
            var workspace = LinkChecker.Workspace()
            var items: [ExpectedAccounts.Item] = []
            var rejected = 0
            let text = try FixtureFolder.bytes(file)
            LinkRecords.forEachRecord(in: text.span, isJSON: false) { record, link in
                guard case .link(let scheme) = record.kind else { return true }
                let verdict = checker.check(link, scheme, in: record, &workspace)
                let item = (try? KeyURI.read(link, scheme: scheme).account).map { ExpectedAccounts.Item($0) }
                #expect((item == nil) == (verdict.rules.worst == .error), "line \(record.line)")
                if let item { items.append(item) } else { rejected += 1 }
                return true
            }
            #expect(items == expected.items)
            #expect(rejected == expected.rejected)
        }
    }
}
