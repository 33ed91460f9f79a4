import TOTPDomain
import Testing

@testable import Importers

@Suite("The backup of the browser extension Authenticator")
struct AuthenticatorExtensionTests {
    private static let name = "7f0c9a52-5d3b-4c86-8a3c-2e1b8d5a4f10"
    private static let hash = "0123456789abcdef0123456789ABCDEF"

    private static let entry = JSONEntry([
        "encrypted": "false", "hash": "\"\(name)\"", "index": "0", "type": "\"totp\"", "secret": "\"GEZDGNBV\"",
        "issuer": "\"Acorn\"", "account": "\"alice\"",
    ])

    private static func text(_ entries: JSONEntry...) -> String {
        "{\(entries.enumerated().map { "\"\($0)-\(name)\":\($1)" }.joined(separator: ","))}"
    }

    // MARK: - Detection

    @Test(
        "It is recognized by an account or a key among its members",
        arguments: [
            (#"{"\#(name)":{"secret":"abcd2345"}}"#, true), (#"{"\#(hash)":{"secret":"abcd2345"}}"#, true),
            // Objects of other programs have a type as well.
            (#"{"x":{"secret":"abcd2345","type":"totp"}}"#, false), (#"{"x":{"index":0,"secret":""}}"#, true),
            (#"{"x":{"hash":"","secret":""}}"#, true), (#"{"x":{"encrypted":false,"secret":""}}"#, true),
            (#"{"x":1,"y":[{}],"z":{"dataType":"Key"}}"#, true), (#"{"x":{"dataType":"EncOTPStorage"}}"#, true),
            (#"{"x":{"dataType":"OTPStorage"}}"#, true),
            (#"{"UserSettings":{"items":{}},"x":{"secret":"a","hash":"b"}}"#, true),
            // Cut off within the first account.
            (#"{"x":{"secret":"a","hash":"b""#, true),
            (#"{"x":{"secret":"abcd2345"}}"#, false), (#"{"0123-4567":{"secret":"abcd2345"}}"#, false),
            (#"{"\#(name)":{"secret":1}}"#, false), (#"{"\#(name)":{"type":"totp"}}"#, false),
            (#"{"x":{"dataType":"Other","hash":""}}"#, false), (#"{"secret":"a","hash":"b"}"#, false),
            (#"[{"x":{"secret":"a","hash":"b"}}]"#, false), (#"{"x":[{"secret":"a","hash":"b"}]}"#, false),
            ("{}", false), (#"{"x":{"y":{"secret":"a","hash":"b"}}}"#, false),
        ])
    func detection(text: String, isExtension: Bool) {
        #expect((formatID(of: text.utf8) == "authenticator-extension") == isExtension)
    }

    @Test(
        "JSON of other apps stays theirs, even with a member that looks like an account",
        arguments: [
            (#"{"header":{},"db":{},"x":{"secret":"a","type":"b"}}"#, "aegis"),
            (#"{"tokens":[],"x":{"secret":"a","type":"b"}}"#, "freeotp-plus"),
            (#"{"version":1,"entries":[],"x":{"secret":"a","type":"b"}}"#, "proton-authenticator"),
            (#"{"shared_secret":"a","x":{"secret":"a","type":"b"}}"#, "steam"),
        ] as [(String, FormatID)])
    func otherApps(text: String, format: FormatID) { #expect(formatID(of: text.utf8) == format) }

    // MARK: - Accounts

    @Test(
        "Types are read as names and as numbers",
        arguments: [
            (nil, "GEZDGNBV", "totp Acorn|alice GEZDGNBV SHA1 6 30"),
            ("null", "GEZDGNBV", "totp Acorn|alice GEZDGNBV SHA1 6 30"),
            (#""totp""#, "gezd-gnbv=", "totp Acorn|alice GEZDGNBV SHA1 6 30"),
            (#""TOTP""#, "GEZDGNBV", "totp Acorn|alice GEZDGNBV SHA1 6 30"),
            (#"" ""#, "GEZDGNBV", "totp Acorn|alice GEZDGNBV SHA1 6 30"),
            (#""hotp2""#, "stm-GEZDGNBV", "steam Acorn|alice GEZDGNBV SHA1 5 30"),
            ("1", "GEZDGNBV", "totp Acorn|alice GEZDGNBV SHA1 6 30"),
            ("2", "GEZDGNBV", "hotp Acorn|alice GEZDGNBV SHA1 6 0"),
            (#""hotp""#, "GEZDGNBV", "hotp Acorn|alice GEZDGNBV SHA1 6 0"),
            ("3", "GEZDGNBV", "totp Acorn|alice GEZDGNBV SHA1 8 30"),
            (#""battle""#, "GEZDGNBV", "totp Acorn|alice GEZDGNBV SHA1 8 30"),
            ("4", "GEZDGNBV", "steam Acorn|alice GEZDGNBV SHA1 5 30"),
            (#""steam""#, "GEZDGNBV", "steam Acorn|alice GEZDGNBV SHA1 5 30"),
            ("5", "31323334", "totp Acorn|alice GEZDGNA SHA1 6 30"),
            (#""hex""#, "31323334", "totp Acorn|alice GEZDGNA SHA1 6 30"),
            (#""hex""#, " 313233343 ", "totp Acorn|alice GEZDGNBQ SHA1 6 30"),
            (#""hex""#, "313233340", "totp Acorn|alice GEZDGNA SHA1 6 30"),
            ("6", "3132333F", "hotp Acorn|alice GEZDGPY SHA1 6 0"),
            (#""hhex""#, "3132333f", "hotp Acorn|alice GEZDGPY SHA1 6 0"),
            (#""totp""#, "31323389", "totp Acorn|alice GEZDHCI SHA1 6 30"),
            (#""hotp""#, "31323389", "hotp Acorn|alice GEZDHCI SHA1 6 0"),
            (#""totp""#, "blz-GEZDGNBV", "totp Acorn|alice GEZDGNBV SHA1 8 30"),
            (#""steam""#, "bliz-GEZDGNBV", "totp Acorn|alice GEZDGNBV SHA1 8 30"),
            (#""hotp""#, "stm-GEZDGNBV", "steam Acorn|alice GEZDGNBV SHA1 5 30"),
            (#""totp""#, "STM-GEZDGNBV", "steam Acorn|alice GEZDGNBV SHA1 5 30"),
        ] as [(String?, String, String)])
    func types(type: String?, secret: String, line: String) throws {
        let entry = Self.entry.with("type", type).with("secret", jsonText(secret))
        #expect(try read(Self.text(entry)).items.map(\.fieldsLine) == [line])
    }

    @Test(
        "A parameter that the extension replaces by its default is not read",
        arguments: [
            ("digits", "8", .totp(digits: 8)), ("digits", "\"8\"", .totp(digits: 8)), ("digits", "0", .totp()),
            ("digits", "11", .totp()), ("digits", "-6", .totp()), ("digits", "null", .totp()),
            ("digits", "\"six\"", .rejected(.digitsOutOfRange)), ("digits", "[]", .rejected(.digitsOutOfRange)),
            ("period", "60", .totp(period: 60)), ("period", "\"60\"", .totp(period: 60)), ("period", "0", .totp()),
            ("period", "2147484", .totp()), ("period", "\"x\"", .totp()), ("period", "{}", .totp()),
            ("period", "30.5", .totp()), ("counter", "\"x\"", .totp()),
            ("algorithm", "1", .totp()), ("algorithm", "2", .totp(.sha256)), ("algorithm", "3", .totp(.sha512)),
            ("algorithm", "\"SHA512\"", .totp(.sha512)), ("algorithm", "\"\"", .totp()),
            ("algorithm", "4", .rejected(.algorithmUnknown)), ("algorithm", "5", .rejected(.algorithmUnknown)),
            ("algorithm", "\"GOST3411_2012_256\"", .rejected(.algorithmUnknown)),
            ("algorithm", "\"GOST3411_2012_512\"", .rejected(.algorithmUnknown)),
            ("algorithm", "[]", .rejected(.fieldDamaged)), ("type", "{}", .rejected(.fieldDamaged)),
            ("type", "true", .rejected(.fieldDamaged)), ("type", "\"hotp2\"", .rejected(.typeUnknown)),
            ("type", "7", .rejected(.typeUnknown)), ("type", "0", .rejected(.typeUnknown)),
            ("secret", "\"\"", .rejected(.secretMissing)),
            ("secret", "\" -=\"", .rejected(.secretMissing)), ("secret", "1", .rejected(.fieldDamaged)),
            ("secret", "\"none!\"", .rejected(.secretNotBase32)), ("secret", "\"stm-\"", .rejected(.secretMissing)),
            ("secret", "\"bliz-31323389\"", .rejected(.secretNotBase32)),
        ] as [(String, String, EntryOutcome)])
    func parameters(member: String, value: String, expected: EntryOutcome) throws {
        // The second account makes the format known.
        let document = try read(Self.text(Self.entry.with(member, value), Self.entry.with("index", "1")))
        #expect(document.outcomes == [expected, .totp()])
    }

    @Test(
        "An account that lost its secret, or is in a list or a text, is missed aloud",
        arguments: [
            (#"{"secret":null,"index":1}"#, ["the entry has no secret"]),
            (#"[{"secret":"GEZDGNBV","index":1}]"#, [#""x" is not read (1 account); compare the codes with the app"#]),
            (#""{\"secret\":\"GEZDGNBV\"}""#, [#""x" is not read (1 account); compare the codes with the app"#]),
            ("1", []),
        ])
    func lost(value: String, messages: [String]) throws {
        let document = try read(#"{"\#(Self.name)":\#(Self.entry),"x":\#(value)}"#)
        #expect(document.items.count == 1)
        #expect(document.warnings.map(\.message) + document.rejections.map(\.reason) == messages)
    }

    @Test("A period that the extension replaces by its default is named")
    func period() throws {
        for (period, isNamed) in [("60", false), ("0", true), ("30.5", true), ("null", false)] {
            let document = try read(Self.text(Self.entry.with("period", period), Self.entry.with("index", "1")))
            #expect(document.warnings.map(\.message).contains { $0.contains(#""period" is not a period"#) } == isNamed)
        }
    }

    @Test("Counters are those of the next code; hexadecimal secrets must be hexadecimal")
    func counters() throws {
        let entry = Self.entry.with("type", "\"hotp\"")
        let document = try read(
            Self.text(
                entry.with("counter", "42"), entry.with("counter", "\"9\""), entry.with("counter", "-1"),
                entry.with("counter", "\"x\""), Self.entry.with("type", "\"hex\""),
                Self.entry.with("type", "\"hhex\"").with("secret", "\" \"")))
        #expect(
            document.outcomes == [
                .hotp(counter: 42), .hotp(counter: 9), .rejected(.counterOutOfRange), .rejected(.counterOutOfRange),
                .rejected(.secretNotHex), .rejected(.secretMissing),
            ])
    }

    @Test("An issuer ends where the site starts; a pinned account is a favorite")
    func names() throws {
        let items = try read(
            Self.text(
                Self.entry.with("issuer", "\"GitHub::github.com\"").with("pinned", "true"),
                Self.entry.with("issuer", "\"::x\""), Self.entry.with("issuer", "7").with("account", "[]"),
                Self.entry.with("issuer", nil).with("account", nil), Self.entry.with("account", "\"Acorn: bob\"")
            )
        ).items
        let fields = "GEZDGNBV SHA1 6 30"
        #expect(
            items.map(\.fieldsLine) == [
                "totp GitHub|alice \(fields) favourite", "totp |alice \(fields)", "totp 7| \(fields)",
                "totp | \(fields)", "totp Acorn|bob \(fields)",
            ])
    }

    @Test("The order is that of the positions, then of the names; a missing position is the first")
    func order() throws {
        func member(_ name: String, _ index: String?) -> String {
            "\"\(name)\":\(Self.entry.with("index", index).with("account", "\"\(name)\""))"
        }
        let members = [
            member("d", "10"), member("c", "\"2\""), member("a", "3"), member("f", "null"), member("b", nil),
            member("e", "-1"),
        ]
        let document = try read("{\(members.joined(separator: ","))}")
        #expect(document.items.map(\.name) == ["e", "b", "f", "c", "a", "d"])
    }

    @Test("Other data of the browser is not counted")
    func otherMembers() throws {
        let other = Self.entry.with("hash", nil)
        let text = #"""
            {"key":\#(other),"enc":\#(other),"hash":\#(other),"UserSettings":\#(other),"LocalStorage":\#(other),
            "a":1,"b":"x","c":[\#(other)],"d":null,"e":{"hash":"x","type":"totp"},"f":{"dataType":"Key","secret":"x"},
            "g":\#(Self.entry)}
            """#
        let document = try read(text)
        #expect(document.items.count == 1 && document.records == 1 && document.skipped.total == 0)
        #expect(document.unread.names.map(\.name) == ["c"], "a list with an account")
    }

    @Test("A repeated member gives two accounts, so that none is lost")
    func twice() throws {
        let document = try read("{\"\(Self.name)\":\(Self.entry),\"\(Self.name)\":\(Self.entry)}")
        #expect(document.items.count == 2)
    }

    @Test("A rejection names its account, and never shows the secret")
    func rejection() throws {
        let document = try read(Self.text(Self.entry.with("secret", "\"KRUGKIDROVUWG21\""), Self.entry))
        let rejection = try #require(document.rejections.first)
        #expect(rejection.label == "Acorn: alice")
        #expect(rejection.position.description == "entry 1")
        #expect(!rejection.reason.contains("KRUGKI"))
    }

    @Test("Damage fails as a whole, and so do too many accounts")
    func failures() {
        let whole = Self.text(Self.entry, Self.entry)
        for text in [String(whole.dropLast()), whole + "}", String(whole.dropLast(20))] {
            let failure = #expect(throws: SourceError.self) { try read(text) }
            #expect(failure?.code == .corrupt)
        }
        var limits = ImportLimits()
        limits.entries = 1
        let failure = #expect(throws: SourceError.self) { try read(whole, limits: limits) }
        #expect(failure?.code == .limitExceeded)
    }
}
