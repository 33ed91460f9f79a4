import TOTPDomain
import Testing

@testable import Importers

@Suite("2FAuth's export")
struct TwoFAuthTests {
    private static let account = JSONEntry([
        "otp_type": "\"totp\"", "account": "\"alice\"", "service": "\"Acorn\"", "icon": "null", "icon_file": "null",
        "secret": "\"JBSWY3DPEHPK3PXP\"", "digits": "6", "algorithm": "\"sha1\"", "period": "30", "counter": "null",
        "legacy_uri": "\"\"",
    ])

    private static func text(_ accounts: String..., schema: String = "1") -> String {
        #"{"app":"2fauth_v5.6.0","schema":\#(schema),"datetime":"","data":\#(jsonList(accounts))}"#
    }

    private static func read(_ accounts: JSONEntry...) throws -> ImportedDocument {
        try ImportersTests.read(text(accounts.map(\.description).joined(separator: ",")))
    }

    @Test(
        "The name of the app identifies it",
        arguments: [
            (#"{"app":"2fauth_v5.6.0","schema":1,"data":[]}"#, "2fauth"),
            (#"{"data":[{"uri":"otpauth://totp/a?secret=GEZDGNBV"}],"app":"2fauth_v3.4.1"}"#, "2fauth"),
            (#"{"app":"2fauth_v5.6.0","data":[{"uri":"otpauth://totp/a?sec"#, "2fauth"),
            (#"{"app":"2fauth_","version":1,"elements":[]}"#, "2fauth"),
            (#"{"app":"2fauth","data":[]}"#, nil), (#"{"app":["2fauth_v5"],"data":[]}"#, nil),
            (#"{"x":{"app":"2fauth_v5"}}"#, nil), (#"[{"app":"2fauth_v5"}]"#, nil),
            (#"{"app":"other","data":[{"uri":"otpauth://totp/a?secret=GEZDGNBV"}]}"#, "json-list"),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }

    @Test("Schema 1 and files without a schema are read", arguments: ["1", "\"1\"", "0", "null", "[]"])
    func schemas(schema: String) throws {
        #expect(try ImportersTests.read(Self.text("\(Self.account)", schema: schema)).outcomes == [.totp()])
    }

    @Test("Later schemas are refused", arguments: ["2", "\"2\"", "99"])
    func newerSchemas(schema: String) {
        for text in [Self.text(schema: schema), #"{"app":"2fauth_v9","schema":\#(schema)}"#] {
            let failure = #expect(throws: SourceError.self) { try ImportersTests.read(text) }
            #expect(failure?.code == .unsupportedVersion)
        }
    }

    @Test(
        "A file without its list is damaged",
        arguments: [
            #"{"app":"2fauth_v5","schema":1}"#, #"{"app":"2fauth_v5","data":null}"#, #"{"app":"2fauth_v5","data":{}}"#,
        ])
    func damaged(text: String) {
        let failure = #expect(throws: SourceError.self) { try ImportersTests.read(text) }
        #expect(failure?.code == .corrupt)
    }

    @Test(
        "A member that is unusual is read, and one that is damaged rejects its entry alone",
        arguments: [
            ("otp_type", "\"TOTP\"", .totp()), ("otp_type", "\"hotp\"", .hotp(counter: 0)),
            ("otp_type", "\"steamtotp\"", .fixed(.steam)), ("otp_type", "\"SteamTotp\"", .fixed(.steam)),
            ("otp_type", "\"steam\"", .rejected(.typeUnknown)), ("otp_type", "\"motp\"", .rejected(.typeUnknown)),
            ("otp_type", "null", .rejected(.typeUnknown)), ("otp_type", nil, .rejected(.typeUnknown)),
            ("otp_type", "[]", .rejected(.fieldDamaged)),
            ("service", "\"Steam\"", .fixed(.steam)), ("service", "\" sTEAM \"", .fixed(.steam)),
            ("service", "\"Steamboat\"", .totp()), ("service", "null", .totp()), ("service", "{}", .totp()),
            ("account", "null", .totp()),
            ("secret", "\"JBSWY3DP========\"", .totp()), ("secret", "\"jbsw y3dp\"", .totp()),
            ("secret", "\"*indecipherable*\"", .rejected(.secretNotBase32)),
            ("secret", "\"\"", .rejected(.secretMissing)), ("secret", nil, .rejected(.secretMissing)),
            ("secret", "\"==\"", .rejected(.secretMissing)), ("secret", "[]", .rejected(.fieldDamaged)),
            ("digits", "\"8\"", .totp(digits: 8)), ("digits", "null", .totp()), ("digits", "10", .totp(digits: 10)),
            ("digits", "11", .rejected(.digitsOutOfRange)), ("digits", "6.5", .rejected(.digitsOutOfRange)),
            ("algorithm", "\"sha256\"", .totp(.sha256)), ("algorithm", "\"md5\"", .totp(.md5)),
            ("algorithm", "null", .totp()), ("algorithm", "\"sha384\"", .rejected(.algorithmUnknown)),
            ("period", "\"45\"", .totp(period: 45)), ("period", "null", .totp()),
            ("period", "0", .rejected(.periodOutOfRange)), ("counter", "\"x\"", .totp()), ("icon_file", "7", .totp()),
        ] as [(String, String?, EntryOutcome)])
    func members(name: String, value: String?, expected: EntryOutcome) throws {
        let document = try Self.read(Self.account, Self.account.with(name, value))
        #expect(document.outcomes == [.totp(), expected])
        #expect(document.rejections.allSatisfy { $0.position == EntryPosition(entry: 2) })
    }

    @Test(
        "A counter is that of the next code; the period of a counter-based account does not matter",
        arguments: [
            ("7", .hotp(counter: 7)), ("null", .hotp(counter: 0)), ("\"41\"", .hotp(counter: 41)),
            ("-1", .rejected(.counterOutOfRange)), ("9223372036854775808", .rejected(.counterOutOfRange)),
        ] as [(String, EntryOutcome)])
    func counters(counter: String, expected: EntryOutcome) throws {
        let account = Self.account.with("otp_type", "\"hotp\"").with("counter", counter)
        #expect(try Self.read(account, account.with("period", "0")).outcomes == [expected, expected])
    }

    @Test("A counter-based account of the service Steam is not a Steam account")
    func countedSteam() throws {
        let account = Self.account.with("otp_type", "\"hotp\"").with("service", "\"Steam\"").with("counter", "1")
        #expect(try Self.read(account).outcomes == [.hotp(counter: 1)])
    }

    @Test("Names are service and account, and label a rejection")
    func names() throws {
        let document = try Self.read(
            Self.account, Self.account.with("service", "null"), Self.account.with("account", "\"Acorn: bob\""),
            Self.account.with("secret", "null"))
        #expect(document.items.map(\.issuer) == ["Acorn", "", "Acorn"])
        #expect(document.items.map(\.name) == ["alice", "alice", "bob"])
        #expect(document.rejections.map(\.label) == ["Acorn: alice"])
    }

    @Test(
        "The API writes links",
        arguments: [
            ("otpauth://totp/Acorn:al?secret=GEZDGNBV&issuer=Acorn&digits=8", .totp(digits: 8)),
            ("otpauth://totp/My Shop:user name?issuer=My Shop&secret=GEZDGNBV", .totp()),
            ("otpauth://hotp/a?secret=GEZDGNBV&counter=5", .hotp(counter: 5)),
            ("otpauth://totp/Steam:a?secret=GEZDGNBV&issuer=Steam", .fixed(.steam)),
            ("otpauth://totp/a", .rejected(.secretMissing)), ("https://example.com", .rejected(.notALink)),
            ("", .rejected(.notALink)),
        ] as [(String, EntryOutcome)])
    func links(link: String, expected: EntryOutcome) throws {
        let text = #"{"app":"2fauth_v5.6.0","datetime":"","data":[{"uri":\#(jsonText(link))},{"uri":7},{"uri":[]}]}"#
        let document = try ImportersTests.read(text)
        #expect(document.format == "2fauth")
        #expect(document.outcomes == [expected, .rejected(.notALink), .rejected(.notALink)])
    }
}
