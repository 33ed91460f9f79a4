import TOTPDomain
import Testing

@testable import Importers

@Suite("FreeOTP+'s export")
struct FreeOTPPlusTests {
    private static let token = JSONEntry([
        "algo": "\"SHA1\"", "counter": "0", "digits": "6", "issuerExt": "\"Acme Cloud\"", "issuerInt": "\"Acme\"",
        "label": "\"alice@example.com\"", "period": "30", "secret": "[-1,0,127,-128]", "type": "\"TOTP\"",
    ])

    private static func read(_ tokens: JSONEntry...) throws -> ImportedDocument {
        try ImportersTests.read("{\"tokenOrder\":[],\"tokens\":[\(tokens.map(\.description).joined(separator: ","))]}")
    }

    @Test(
        "It is recognized by its list of tokens",
        arguments: [
            ("{\"tokens\":[]}", true), ("{\"tokenOrder\":[],\"tokens\":[", true),
            ("{\"tokens\":null,\"tokenOrder\":[]}", true),
            ("{\"tokens\":{}}", false), ("{\"tokenOrder\":[]}", false), ("[{\"tokens\":[]}]", false), ("{}", false),
        ])
    func detection(text: String, isKnown: Bool) {
        #expect((formatID(of: text.utf8) == "freeotp-plus") == isKnown)
    }

    @Test(
        "A member that is unusual is read, and one that is damaged rejects its entry alone",
        arguments: [
            ("type", "\"TOTP\"", .totp()), ("type", "\"totp\"", .totp()), ("type", nil, .totp()),
            ("type", "null", .totp()),
            ("type", "\"HOTP\"", .hotp(counter: 0)), ("type", "\"STEAM\"", .rejected(.typeUnknown)),
            ("type", "[]", .rejected(.fieldDamaged)), ("type", "7", .rejected(.typeUnknown)),
            ("algo", "\"SHA512\"", .totp(.sha512)), ("algo", "\"hmac-sha-256\"", .totp(.sha256)),
            ("algo", nil, .totp()),
            ("algo", "null", .totp()), ("algo", "\"SHA384\"", .rejected(.algorithmUnknown)),
            ("algo", "{}", .rejected(.fieldDamaged)),
            ("digits", "8", .totp(digits: 8)), ("digits", "\"8\"", .totp(digits: 8)), ("digits", nil, .totp()),
            ("digits", "0", .rejected(.digitsOutOfRange)), ("digits", "11", .rejected(.digitsOutOfRange)),
            ("digits", "6.5", .rejected(.digitsOutOfRange)), ("digits", "\"six\"", .rejected(.digitsOutOfRange)),
            ("period", "60", .totp(period: 60)), ("period", "\" 60 \"", .totp(period: 60)), ("period", nil, .totp()),
            ("period", "0", .rejected(.periodOutOfRange)), ("period", "-30", .rejected(.periodOutOfRange)),
            ("period", "99999999999999999999", .rejected(.periodOutOfRange)),
            ("period", "[]", .rejected(.periodOutOfRange)),
            ("counter", "-5", .totp()),
            ("secret", nil, .rejected(.secretMissing)), ("secret", "null", .rejected(.secretMissing)),
            ("secret", "[]", .rejected(.secretMissing)), ("secret", "\"AAAA\"", .rejected(.fieldDamaged)),
            ("secret", "[1,256]", .rejected(.fieldDamaged)), ("secret", "[1,-129]", .rejected(.fieldDamaged)),
            ("secret", "[1,null]", .rejected(.fieldDamaged)), ("secret", "[1.5]", .rejected(.fieldDamaged)),
            ("issuerExt", "\"Steam\"", .fixed(.steam)), ("issuerExt", "\"steam\"", .totp()),
            ("issuerExt", "[]", .totp()), ("label", "{}", .totp()),
        ] as [(String, String?, EntryOutcome)])
    func members(name: String, value: String?, expected: EntryOutcome) throws {
        let document = try Self.read(Self.token, Self.token.with(name, value))
        #expect(document.outcomes == [.totp(), expected])
        for rejection in document.rejections {
            #expect(rejection.position == EntryPosition(entry: 2))
            #expect(rejection.label == "Acme Cloud: alice@example.com")
        }
    }

    @Test(
        "The counter is that of the next code, and -1 is 0",
        arguments: [
            ("0", .hotp(counter: 0)), ("-1", .hotp(counter: 0)), ("\"-1\"", .hotp(counter: 0)),
            ("\"41\"", .hotp(counter: 41)),
            (nil, .hotp(counter: 0)),
            ("null", .hotp(counter: 0)), ("-2", .rejected(.counterOutOfRange)),
            ("9223372036854775807", .hotp(counter: .max)), ("9223372036854775808", .rejected(.counterOutOfRange)),
            ("true", .rejected(.counterOutOfRange)),
        ] as [(String?, EntryOutcome)])
    func counters(value: String?, expected: EntryOutcome) throws {
        let token = Self.token.with("type", "\"HOTP\"").with("counter", value)
        #expect(try Self.read(token).outcomes == [expected])
    }

    @Test(
        "A parameter that the type ignores does not reject the account",
        arguments: [
            ("Steam", "TOTP", "digits", "\"five\"", .fixed(.steam)),
            ("Steam", "TOTP", "algo", "\"SHA384\"", .fixed(.steam)),
            ("Steam", "TOTP", "period", "0", .fixed(.steam)), ("Steam", "TOTP", "counter", "[]", .fixed(.steam)),
            ("Acme", "TOTP", "counter", "\"?\"", .totp()), ("Acme", "HOTP", "period", "-1", .hotp(counter: 0)),
            ("Acme", "HOTP", "counter", "\"?\"", .rejected(.counterOutOfRange)),
        ] as [(issuer: String, type: String, name: String, value: String, expected: EntryOutcome)])
    func parametersOfOtherTypes(
        issuer: String, type: String, name: String, value: String, expected: EntryOutcome
    ) throws {
        let token = Self.token.with("issuerExt", "\"\(issuer)\"").with("type", "\"\(type)\"").with(name, value)
        #expect(try Self.read(token).outcomes == [expected])
    }

    @Test("Bytes are signed, or not")
    func secret() throws {
        let document = try Self.read(Self.token, Self.token.with("secret", "[255,0,127,128]"))
        #expect(document.items.map(\.secret.bytes) == [[255, 0, 127, 128], [255, 0, 127, 128]])
    }

    @Test(
        "The shown issuer is used before the one of the code",
        arguments: [
            ("\"Birch\"", "\"Acme\"", "Birch"), (nil, "\"Acme\"", "Acme"), ("\"\"", "\"Acme\"", "Acme"),
            ("\"  \"", "\" Acme \"", "Acme"), ("null", "null", ""), (nil, nil, ""),
        ] as [(String?, String?, String)])
    func issuer(external: String?, inner: String?, expected: String) throws {
        let document = try Self.read(Self.token.with("issuerExt", external).with("issuerInt", inner))
        #expect(document.items.map(\.issuer) == [expected])
        #expect(document.items.map(\.name) == ["alice@example.com"])
    }

    @Test("A file whose tokens are not a list is damaged", arguments: ["null", "{}", "\"x\""])
    func tokens(value: String) {
        let failure = #expect(throws: SourceError.self) {
            try ImportersTests.read("{\"tokenOrder\":[],\"tokens\":\(value)}")
        }
        #expect(failure?.code == .corrupt)
        #expect(failure?.message.contains("tokens") == true)
    }
}
