import Links
import TOTPDomain
import Testing

/// For every rule, a line that breaks it and a similar one that does not.
struct RuleTests {
    private let checker: LinkChecker

    init() throws { checker = try .standard() }

    private static let secret = "secret=\(Secrets.sha1)"
    private static let good = "otpauth://totp/Acme:alice?\(secret)&issuer=Acme"
    private static let counted = "otpauth://hotp/Acme:alice?\(secret)&issuer=Acme"
    private static func named(_ label: String, _ issuer: String = "Acme") -> String {
        "otpauth://totp/\(label)?\(secret)&issuer=\(issuer)"
    }
    private static func keyed(_ text: String, _ more: String = "") -> String {
        "otpauth://totp/Acme:alice?secret=\(text)&issuer=Acme\(more)"
    }
    private static func long(_ count: Int) -> String {
        named("Acme:" + String(repeating: "a", count: count - named("Acme:").utf8.count))
    }
    private static let yandex = "otpauth://yaotp/Yandex:alice?issuer=Yandex&secret="
    private static let export = "otpauth-migration://offline?data="

    static let table: [(rule: Rule, broken: String, right: String)] = [
        (.notALink, "alice", good), (.notALink, "12:30 otpauth", "# alice"),
        (.linksRunTogether, good + good, good),
        (.linksRunTogether, named("Acme:alice", "motp%3A%2F"), named("Acme:alice", "motp%3A")),
        (.linksRunTogether, named("steam%3A%2F%2FA"), named("steam")),
        (.linksRunTogether, keyed("OTPAUTHTOTPASECRET\(Secrets.sha1)"), keyed("OTPAUTI\(Secrets.sha1)A")),
        (.schemeUnknown, "otpauth:totp/Acme:alice?\(secret)", "OTPAUTH://totp/Acme:alice?\(secret)"),
        (.schemeUnknown, "https://example.com/otp", good),
        (.typeUnknown, "otpauth://push/Acme:alice?\(secret)", good),
        (.textBeforeLink, "QR-Code:\(good)", "  \(good)"),
        (.textAfterLink, "\(good)&digits=6 is my bank", "\(good)&digits=6 &period=30"),
        (
            .textAfterLink, "otpauth://totp/Acme:alice?\(secret) is my bank",
            "otpauth://totp/Acme:alice is my bank?\(secret)"
        ),
        (.userInfo, "otpauth://alice@totp/Acme?\(secret)", named("Acme:alice@example.com")),
        (.fragment, "\(good)#top", named("Acme:a%231")),
        (.spelling, "otpauth://TOTP/Acme:alice?\(secret)", good),
        (.spelling, "otpauth://totp/Acme:alice?Secret=\(Secrets.sha1)", keyed(Secrets.sha1, "&codeDisplay=x")),
        (.spelling, "OTPauth://totp/Acme:alice?\(secret)", good),
        (.typeRare, "otpauth://steam/Acme:alice?\(secret)", good), (.typeRare, "steam://\(Secrets.sha1)", good),
        (.typeRare, "motp://Acme:alice?secret=e3152afee62599c8", counted),
        (.typeRare, "\(good)&encoder=steam", "\(good)&digits=6"),
        (.schemeApple, "apple-\(good)", good), (.schemeApple, "Apple-OTPAUTH://totp/Acme:alice?\(secret)", good),
        (.schemeApple, "apple-\(export)CgoKCGZvbw", good), (.spelling, "APPLE-\(good)", "apple-\(good)"),
        (.schemeUnknown, "apple-steam://\(Secrets.sha1)", "apple-\(good)"),
        (.codeDense, long(859), long(858)), (.codeTooLarge, long(2954), long(2953)),
        (.secretMissing, "otpauth://totp/Acme:alice?issuer=Acme", good),
        (.secretIncomplete, "\(good)&2step_salt=8", "\(good)&salt=8"),
        (
            .periodRare, "otpauth://steam/Acme:alice?\(secret)&period=60",
            "otpauth://steam/Acme:alice?\(secret)&period=30"
        ),
        (.secretEmpty, keyed(""), keyed("GE")), (.secretEmpty, keyed("A"), keyed("AA")),
        (.secretEmpty, keyed("null"), keyed("nullnull")), (.secretEmpty, keyed("%20"), good),
        (.secretNotBase32, keyed("ABC1DEF8"), keyed("ABC2DEF7")),
        (.secretNotBase32, keyed("JBSWY3DP!"), keyed("JBSWY3DP")),
        (.secretNotBase32, keyed("OSADN5M8A7HQFKUQ"), keyed("OSADN5M7A7HQFKUQ")),
        (.secretNotHex, "motp://Acme:alice?secret=xyz", "motp://Acme:alice?secret=e3"),
        (.secretTooShort, yandex + "TH5XUVUI2OTLCJ2F", yandex + "AJPTKT3Y4GYMHAPKPDCIW62SNA"),
        (.secretTooLong, keyed(String(repeating: "AB", count: 3_278)), keyed(String(repeating: "AB", count: 3_276))),
        (.secretUnclear, keyed("\(Secrets.sha1)-WORK2"), keyed("OSAD-N5M3-A7HQ-FKUQ-675X-IDQQ-TOUW-5CCI")),
        (.secretUnclear, keyed("OSAD N5M3 A7HQ FKUQ WORK"), keyed("OSAD N5M3 A7HQ FKUQ WORA")),
        (.secretLength, keyed("JDJDBDBDDBDBBXBXB"), keyed("JDJDBDBDDBDBBXBXBA")),
        (.secretLength, keyed(Secrets.sha1 + "ABC"), keyed(Secrets.sha1 + "ABCD")),
        (.secretPadded, keyed("MFRGGZDFMZTWQ2LKNM======"), keyed("MFRGGZDFMZTWQ2LKNM")),
        (.secretPadded, keyed("MFRGGZDFMZTWQ2LKNM%3D"), keyed("MFRGGZDFMZTWQ2LKNM")),
        (.secretBlanks, keyed("OSAD-N5M3-A7HQ-FKUQ"), keyed("OSADN5M3A7HQFKUQ")),
        (.secretBlanks, keyed("OSAD%20N5M3"), keyed("OSADN5M3")),
        (.secretBlanks, keyed("OSAD+N5M3"), keyed("OSADN5M3")),
        (.secretLowerCase, "steam://\(Secrets.sha1.lowercased())", "steam://\(Secrets.sha1)"),
        (.secretShort, "steam://OSADN5M3A7HQFKUQ", "steam://\(Secrets.sha1)"),
        (.secretLowerCase, keyed(Secrets.sha1.lowercased()), keyed("2345672345672345")),
        (.secretShort, keyed("OSADN5M3A7HQFKUQ675XIDQQ"), keyed("OSADN5M3A7HQFKUQ675XIDQQTO")),
        (.secretBelowHash, keyed("OSADN5M3A7HQFKUQ675XIDQQTO"), good),
        (.secretBelowHash, keyed(Secrets.sha1, "&algorithm=SHA256"), keyed(Secrets.sha256, "&algorithm=SHA256")),
        (.secretBelowHash, keyed(Secrets.sha256, "&algorithm=SHA512"), keyed(Secrets.sha512, "&algorithm=SHA512")),
        (.secretRepeats, keyed(String(repeating: "A", count: 32)), keyed(String(repeating: "A", count: 31) + "B")),
        (.secretRepeats, keyed("IFAUCQKBIFAUCQKBIFAUCQKBIE"), keyed("IFAUCQKBIFAUCQKBIFAUCQKBII")),
        (.secretExample, keyed("JBSWY3DPEHPK3PXP"), keyed("JBSWY3DPEHPK3PXQ")),
        (.secretExample, keyed("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"), keyed("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJR")),
        (.secretExample, keyed("hxdmvjecjjwsrb3hwizr4ifugftmxboz"), good),
        (.labelMissing, named(""), good), (.labelMissing, named("Acme:"), named("Acme:a")),
        (.issuerMissing, "otpauth://totp/alice?\(secret)", "otpauth://totp/Acme:alice?\(secret)"),
        (.issuerDiffers, named("Acme:alice", "Bolt"), named("Acme:alice", "Acme")),
        (.issuerDiffers, named("Acme:alice", "acme"), named("Ac%20me:alice", "Ac%20me")),
        (.issuerDomain, named("Acme:alice", "acme.example"), named("acme.example:alice", "acme.example")),
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
        (
            .fieldDamaged, named("Acme:a" + String(repeating: "%CC%81", count: 65)),
            named("Acme:a" + String(repeating: "%CC%81", count: 64))
        ),
        (.algorithmUnknown, "\(good)&algorithm=SHA384", "\(good)&algorithm=SHA512"),
        (.algorithmUnknown, "\(good)&algorithm=SHA1X", "\(good)&algorithm=SHA1"),
        (.algorithmRare, "\(good)&algorithm=SHA256", "\(good)&algorithm=SHA1"),
        (.algorithmRare, "\(good)&algorithm=MD5", "\(good)&algorithm=SHA1"),
        (.algorithmRare, "\(counted)&counter=1&algorithm=SHA256", "\(counted)&counter=1"),
        (.algorithmRare, "\(good)&algorithm=HMAC-SHA-256", "\(good)&algorithm=SHA1"),
        (.algorithmSpelling, "\(good)&algorithm=sha1", "\(good)&algorithm=SHA1"),
        (.algorithmSpelling, "\(good)&algorithm=SHa256", "\(good)&algorithm=SHA256"),
        (.algorithmSpelling, "\(good)&algorithm=mD5", "\(good)&algorithm=MD5"),
        (.algorithmSpelling, "\(good)&algorithm=SHA-1", "\(good)&algorithm=SHA1"),
        (.digitsOutOfRange, "\(good)&digits=0", "\(good)&digits=1"),
        (.digitsOutOfRange, "\(good)&digits=11", "\(good)&digits=10"),
        (.digitsOutOfRange, "\(good)&digits=six", "\(good)&digits=6"),
        (.digitsRare, "\(good)&digits=7", "\(good)&digits=8"), (.digitsRare, "\(good)&digits=9", good),
        (.digitsEight, "\(good)&digits=8", "\(good)&digits=6"),
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
        (.parameterUnknown, "\(good)&shade=blue", "\(good)&color=blue"),
        (.parameterUnknown, "\(good)&=1", "\(good)&"),
        (.parameterOfApp, "\(good)&icon=blue", "\(good)&icons=blue"),
        (.parameterMisplaced, "\(good);digits=8", "\(good);digits=6"),
        (.schemeOneSlash, "otpauth:/totp/Acme:alice?\(secret)", good),
        (.parameterRepeated, "\(good)&digits=6&digits=6", "\(good)&digits=6"),
        (.parameterContradicted, "\(good)&digits=6&digits=8", "\(good)&digits=6"),
        (.linksRunTogether, "\(good)&digits=6\(good)&digits=8", "\(good)&digits=6"),
        (.parameterEmpty, "\(good)&digits=", "\(good)&digits=6"),
        (.parameterEmpty, "\(good)&encoder=", "\(good)&steam="),
        (.parameterEmpty, yandex + "AJPTKT3Y4GYMHAPKPDCIW62SNA&pin_length=", yandex + "AJPTKT3Y4GYMHAPKPDCIW62SNA"),
        (.parameterEmpty, "\(good)&period=null", "\(good)&period=30"),
        (.parameterEmpty, named("Acme:alice", ""), good),
        (.migrationDamaged, export + "%%%", export + "CgoKCGZvbw"),
        (.migrationDamaged, export, good), (.migrationDamaged, export + "XXXX", good),
    ]

    @Test("A rule applies to its broken link, and not to its right one", arguments: table)
    func tellsTheBrokenFromTheRight(rule: Rule, broken: String, right: String) {
        let found = checker.ids(broken)
        #expect(found.contains(rule.id), "\(rule.id) is not among \(found.sorted())")
        #expect(checker.verdict(broken).rules.contains(rule))
        #expect(!checker.ids(right).contains(rule.id) || rule == .migrationDamaged && right.contains("CgoK"))
    }

    /// Rules that need several lines, or a record, have their own tests.
    @Test func noRuleIsWithoutATest() {
        let elsewhere: Set<Rule> = [
            .lineTooLong, .fieldDamaged, .migrationUnknownValue, .migrationPartOdd, .migrationPartMissing,
            .secretDuplicate, .accountDuplicate, .linkWrapped, .linkJoined,
        ]
        #expect(Set(Self.table.map(\.rule)).union(elsewhere) == Set(Rule.allCases + Rule.variants))
    }

    @Test func aGoodLinkBreaksNoRule() {
        for link in [Self.good, "\(Self.good)&algorithm=SHA1&digits=6&period=30", "\(Self.counted)&counter=7"] {
            #expect(checker.ids(link) == [])
        }
    }

    @Test func charactersOfPagesAreDecoded() {
        #expect(checker.ids("\(Self.good)&#38;digits=0") == ["digits-out-of-range"])
        #expect(checker.ids("\(Self.good)&#x26;digits=6") == [])
    }

    @Test(arguments: ["", "   ", "\t\r", "# otpauth://totp/a?secret=A", " # x", "  # x"])
    func commentsAndEmptyLinesContainNoLink(line: String) {
        #expect(checker.verdictIfAny(line) == nil && checker.ids(line) == [])
    }

    /// Each rule has its bit, and a set of all of them loses none.
    @Test func everyRuleFitsIntoASet() {
        // Numbers are in no order: a new rule has the next one.
        let all = (Rule.allCases + Rule.variants).sorted { $0.rawValue < $1.rawValue }
        #expect(all.count <= RuleSet.capacity)
        #expect(Array(RuleSet.all) == all)
        // A number that two rules have, or none, would mix up their descriptions.
        #expect(all.map(\.rawValue) == (0..<UInt8(all.count)).map { $0 })
        #expect(all.allSatisfy { $0.description.rule == $0 })
        for rule in all {
            let set: RuleSet = [rule]
            #expect(Array(set) == [rule] && set.contains(rule) && !set.isEmpty)
            #expect(RuleSet.all.subtracting(set).contains(rule) == false)
            #expect(Array(RuleSet.all.subtracting(set)).count == all.count - 1)
        }
    }

    /// A variant has the id of a rule, and is skipped with it.
    @Test func variantsBelongToRules() throws {
        for variant in Rule.variants {
            let rule = try #require(Rule(id: variant.id))
            #expect(rule != variant && rule.index == variant.index && Rule.allCases[rule.index] == rule)
            #expect(RuleSet.all(of: [rule]).contains(variant) && RuleSet.all(of: [rule]).contains(rule))
            #expect(!variant.description.when.isEmpty && rule.description.when.isEmpty)
        }
        #expect(Array(RuleSet.all(of: [.notALink])) == [.notALink])
    }

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
