import LinkValidation
import TOTPDomain
import Testing

/// For every rule, a line that breaks it and one, as near to it as can be, that does not.
struct RuleTests {
    private let checker: LinkChecker

    init() throws { checker = try .standard() }

    private static let secret = "secret=\(Secrets.sha1)"
    private static let good = "otpauth://totp/Acme:alice?\(secret)&issuer=Acme"
    private static let counted = "otpauth://hotp/Acme:alice?\(secret)&issuer=Acme"
    private static func named(_ label: String, _ issuer: String = "Acme") -> String {
        "otpauth://totp/\(label)?\(secret)&issuer=\(issuer)"
    }
    private static func sealed(_ text: String, _ more: String = "") -> String {
        "otpauth://totp/Acme:alice?secret=\(text)&issuer=Acme\(more)"
    }
    private static func long(_ count: Int) -> String {
        named("Acme:" + String(repeating: "a", count: count - named("Acme:").utf8.count))
    }
    private static let yandex = "otpauth://yaotp/Yandex:alice?issuer=Yandex&secret="
    private static let export = "otpauth-migration://offline?data="

    static let table: [(rule: Rule, broken: String, right: String)] = [
        (.notALink, "alice", good), (.notALink, "12:30 otpauth", "# alice"),
        (.schemeUnknown, "otpauth:/totp/Acme:alice?\(secret)", "OTPAUTH://totp/Acme:alice?\(secret)"),
        (.schemeUnknown, "https://example.com/otp", good),
        (.typeUnknown, "otpauth://push/Acme:alice?\(secret)", good),
        (.textBeforeLink, "QR-Code:\(good)", "  \(good)"),
        (.userInfo, "otpauth://alice@totp/Acme?\(secret)", named("Acme:alice@example.com")),
        (.fragment, "\(good)#top", named("Acme:a%231")),
        (.spelling, "otpauth://TOTP/Acme:alice?\(secret)", good),
        (.spelling, "otpauth://totp/Acme:alice?Secret=\(Secrets.sha1)", sealed(Secrets.sha1, "&codeDisplay=x")),
        (.spelling, "OTPauth://totp/Acme:alice?\(secret)", good),
        (.typeRare, "otpauth://steam/Acme:alice?\(secret)", good), (.typeRare, "steam://\(Secrets.sha1)", good),
        (.typeRare, "motp://Acme:alice?secret=e3152afee62599c8", counted),
        (.typeRare, "\(good)&encoder=steam", "\(good)&digits=6"),
        (.codeDense, long(859), long(858)), (.codeTooLarge, long(2954), long(2953)),
        (.secretMissing, "otpauth://totp/Acme:alice?issuer=Acme", good),
        (.secretEmpty, sealed(""), sealed("GE")), (.secretEmpty, sealed("A"), sealed("AA")),
        (.secretEmpty, sealed("null"), sealed("nullnull")), (.secretEmpty, sealed("%20"), good),
        (.secretNotBase32, sealed("ABC1DEF8"), sealed("ABC2DEF7")),
        (.secretNotBase32, sealed("JBSWY3DP!"), sealed("JBSWY3DP")),
        (.secretNotHex, "motp://Acme:alice?secret=xyz", "motp://Acme:alice?secret=e3"),
        (.secretTooShort, yandex + "TH5XUVUI2OTLCJ2F", yandex + "AJPTKT3Y4GYMHAPKPDCIW62SNA"),
        (.secretTooLong, sealed(String(repeating: "AB", count: 3_278)), sealed(String(repeating: "AB", count: 3_276))),
        (.secretLength, sealed("JDJDBDBDDBDBBXBXB"), sealed("JDJDBDBDDBDBBXBXBA")),
        (.secretLength, sealed(Secrets.sha1 + "ABC"), sealed(Secrets.sha1 + "ABCD")),
        (.secretPadded, sealed("MFRGGZDFMZTWQ2LKNM======"), sealed("MFRGGZDFMZTWQ2LKNM")),
        (.secretPadded, sealed("MFRGGZDFMZTWQ2LKNM%3D"), sealed("MFRGGZDFMZTWQ2LKNM")),
        (.secretBlanks, sealed("OSAD-N5M3-A7HQ-FKUQ"), sealed("OSADN5M3A7HQFKUQ")),
        (.secretBlanks, sealed("OSAD%20N5M3"), sealed("OSADN5M3")),
        (.secretBlanks, sealed("OSAD+N5M3"), sealed("OSADN5M3")),
        (.secretLowerCase, "steam://\(Secrets.sha1.lowercased())", "steam://\(Secrets.sha1)"),
        (.secretShort, "steam://OSADN5M3A7HQFKUQ", "steam://\(Secrets.sha1)"),
        (.secretLowerCase, sealed(Secrets.sha1.lowercased()), sealed("2345672345672345")),
        (.secretShort, sealed("OSADN5M3A7HQFKUQ675XIDQQ"), sealed("OSADN5M3A7HQFKUQ675XIDQQTO")),
        (.secretBelowHash, sealed("OSADN5M3A7HQFKUQ675XIDQQTO"), good),
        (.secretBelowHash, sealed(Secrets.sha1, "&algorithm=SHA256"), sealed(Secrets.sha256, "&algorithm=SHA256")),
        (.secretBelowHash, sealed(Secrets.sha256, "&algorithm=SHA512"), sealed(Secrets.sha512, "&algorithm=SHA512")),
        (.secretRepeats, sealed(String(repeating: "A", count: 32)), sealed(String(repeating: "A", count: 31) + "B")),
        (.secretRepeats, sealed("IFAUCQKBIFAUCQKBIFAUCQKBIE"), sealed("IFAUCQKBIFAUCQKBIFAUCQKBII")),
        (.secretExample, sealed("JBSWY3DPEHPK3PXP"), sealed("JBSWY3DPEHPK3PXQ")),
        (.secretExample, sealed("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"), sealed("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJR")),
        (.secretExample, sealed("hxdmvjecjjwsrb3hwizr4ifugftmxboz"), good),
        (.labelMissing, named(""), good), (.labelMissing, named("Acme:"), named("Acme:a")),
        (.issuerMissing, "otpauth://totp/alice?\(secret)", "otpauth://totp/Acme:alice?\(secret)"),
        (.issuerDiffers, named("Acme:alice", "Bolt"), named("Acme:alice", "Acme")),
        (.issuerDiffers, named("Acme:alice", "acme"), named("Ac%20me:alice", "Ac%20me")),
        (.nameColon, named("Acme:alice:1"), good), (.nameColon, named("A%3AB:alice", "A%3AB"), good),
        (.notEncoded, named("Acme:alice smith"), named("Acme:alice%20smith")),
        (.notEncoded, named("Acme:zoë"), named("Acme:zo%C3%AB")),
        (.notEncoded, named("Acme:a#1"), named("Acme:a%231")),
        (.percentMalformed, named("Acme:50%"), named("Acme:50%25")),
        (.percentMalformed, named("Acme:a%2"), named("Acme:a%20b")),
        (.doublyEncoded, named("Acme:alice%2540example.com"), named("Acme:100%25")),
        (.doublyEncoded, named("Acme:alice", "Acme%2520Co"), named("Acme:alice", "Acme%20Co")),
        (.plusForBlank, named("Acme:alice+tag"), named("Acme:alice%2Btag")),
        (.plusForBlank, named("alice", "Ac+me"), named("alice", "Ac%20me")),
        (.notUTF8, named("Acme:zo%EB"), named("Acme:zo%C3%AB")),
        (.algorithmUnknown, "\(good)&algorithm=SHA384", "\(good)&algorithm=SHA512"),
        (.algorithmRare, "\(good)&algorithm=SHA256", "\(good)&algorithm=SHA1"),
        (.algorithmRare, "\(good)&algorithm=MD5", "\(good)&algorithm=SHA1"),
        (.algorithmRare, "\(good)&algorithm=HMAC-SHA-256", "\(good)&algorithm=SHA1"),
        (.algorithmSpelling, "\(good)&algorithm=sha1", "\(good)&algorithm=SHA1"),
        (.algorithmSpelling, "\(good)&algorithm=SHa256", "\(good)&algorithm=SHA256"),
        (.algorithmSpelling, "\(good)&algorithm=mD5", "\(good)&algorithm=MD5"),
        (.algorithmSpelling, "\(good)&algorithm=SHA-1", "\(good)&algorithm=SHA1"),
        (.digitsOutOfRange, "\(good)&digits=0", "\(good)&digits=1"),
        (.digitsOutOfRange, "\(good)&digits=11", "\(good)&digits=10"),
        (.digitsOutOfRange, "\(good)&digits=six", "\(good)&digits=6"),
        (.digitsRare, "\(good)&digits=7", "\(good)&digits=8"), (.digitsEight, "\(good)&digits=8", "\(good)&digits=6"),
        (.periodOutOfRange, "\(good)&period=0", "\(good)&period=1"),
        (.periodOutOfRange, "\(good)&period=2147484", "\(good)&period=2147483"),
        (.periodOutOfRange, "\(good)&period=-5", "\(good)&period=5"),
        (.periodRare, "\(good)&period=60", "\(good)&period=30"),
        (.periodUnused, "\(counted)&counter=0&period=30", "\(counted)&counter=0"),
        (.counterOutOfRange, "\(counted)&counter=-1", "\(counted)&counter=0"),
        (.counterOutOfRange, "\(counted)&counter=9223372036854775808", "\(counted)&counter=9223372036854775807"),
        (.counterMissing, counted, "\(counted)&counter=1"), (.counterMissing, "\(counted)&counter=null", good),
        (.counterUnused, "\(good)&counter=1", "\(counted)&counter=1"),
        (.numberSpelling, "\(good)&digits=06", "\(good)&digits=6"),
        (.numberSpelling, "\(good)&period=%2030", "\(good)&period=30"),
        (.pinDamaged, yandex + "AJPTKT3Y4GYMHAPKPDCIW62SNA&pin=1", yandex + "AJPTKT3Y4GYMHAPKPDCIW62SNA&pin=GU3TQNQ"),
        (.parameterUnknown, "\(good)&color=blue", "\(good)&icon=blue"),
        (.parameterUnknown, "\(good)&=1", "\(good)&"),
        (.parameterOfApp, "\(good)&icon=blue", "\(good)&color=blue"),
        (.parameterRepeated, "\(good)&digits=6&digits=6", "\(good)&digits=6"),
        (.parameterEmpty, "\(good)&digits=", "\(good)&digits=6"),
        (.parameterEmpty, "\(good)&encoder=", "\(good)&steam="),
        (.parameterEmpty, yandex + "AJPTKT3Y4GYMHAPKPDCIW62SNA&pin_length=", yandex + "AJPTKT3Y4GYMHAPKPDCIW62SNA"),
        (.parameterEmpty, "\(good)&period=null", "\(good)&period=30"),
        (.parameterEmpty, named("Acme:alice", ""), good),
        (.migrationDamaged, export + "%%%", export + "CgoKCGZvbw"),
        (.migrationDamaged, export, good), (.migrationDamaged, export + "XXXX", good),
    ]

    @Test(arguments: table)
    func tellsTheBrokenFromTheRight(rule: Rule, broken: String, right: String) {
        let found = checker.ids(broken)
        #expect(found.contains(rule.id), "\(rule.id) is not among \(found.sorted())")
        #expect(!checker.ids(right).contains(rule.id) || rule == .migrationDamaged && right.contains("CgoK"))
    }

    /// Those that need more than one line, or a record around it, have tests of their own.
    @Test func noRuleIsWithoutATest() {
        let elsewhere: Set<Rule> = [
            .lineTooLong, .fieldDamaged, .migrationUnknownValue, .migrationPartOdd, .migrationPartMissing,
            .secretDuplicate, .accountDuplicate,
        ]
        #expect(Set(Self.table.map(\.rule)).union(elsewhere) == Set(Rule.allCases))
    }

    @Test func aGoodLinkBreaksNoRule() {
        for link in [Self.good, "\(Self.good)&algorithm=SHA1&digits=6&period=30", "\(Self.counted)&counter=7"] {
            #expect(checker.ids(link) == [])
        }
    }

    @Test(arguments: ["", "   ", "\t\r", "# otpauth://totp/a?secret=A", "  # x"])
    func commentsAndBlankLinesHoldNoLink(line: String) { #expect(!checker.verdict(line).isLink) }

    @Test func idsAreStableNames() throws {
        let ids = Rule.allCases.map(\.id)
        #expect(Set(ids).count == ids.count)
        for rule in Rule.allCases {
            #expect(rule.id.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil)
            #expect(Rule(id: rule.id) == rule)
            let words = rule.description
            for text in [words.message, words.advice] { #expect(text.hasSuffix(".")) }
            #expect(!words.source.isEmpty && !words.peers.isEmpty)
        }
        #expect(Rule(id: "no-such-rule") == nil)
    }
}
