import TOTPDomain
import Testing

@testable import Importers

@Suite("The program's own JSON")
struct ItemsJSONTests {
    private static let item = JSONEntry([
        "type": "\"totp\"", "issuer": "\"Acme\"", "name": "\"alice\"", "secret": "\"JBSWY3DPEHPK3PXP\"",
        "algorithm": "\"SHA1\"", "digits": "6", "period": "30",
    ])

    private static func text(_ items: [JSONEntry], format: String = "\"totp-import-items\"", version: String = "1")
        -> String
    {
        "{\"format\":\(format),\"version\":\(version),\"items\":[\(items.map(\.description).joined(separator: ","))]}"
    }

    private static func read(_ items: JSONEntry...) throws -> ImportedDocument { try ImportersTests.read(text(items)) }

    @Test(
        "It is recognized by its own name",
        arguments: [
            (text([]), true), ("{ \"version\": 1, \"format\" : \"totp-import-items\"", true),
            (text([], format: "\"totp-import-items-2\""), false), (text([], format: "\"Totp-Import-Items\""), false),
            ("{\"format\":1,\"items\":\"totp-import-items\"}", false), ("[\"totp-import-items\"]", false),
            ("{\"a\":\"totp-import-items\"}", false),
        ])
    func detection(text: String, isKnown: Bool) { #expect((formatID(of: text.utf8) == "json") == isKnown) }

    @Test(
        "The name and the version are read strictly",
        arguments: [
            ("\"totp-import-items \"", "1", .corrupt), ("\"\"", "1", .corrupt), ("null", "1", .corrupt),
            ("\"totp-import-items\"", "2", .unsupportedVersion),
            ("\"totp-import-items\"", "9007199254740993", .unsupportedVersion),
            ("\"totp-import-items\"", "0", .corrupt), ("\"totp-import-items\"", "-1", .corrupt),
            ("\"totp-import-items\"", "\"1\"", .corrupt), ("\"totp-import-items\"", "1.5", .corrupt),
            ("\"totp-import-items\"", "null", .corrupt),
        ] as [(String, String, SourceError.Code)])
    func head(format: String, version: String, code: SourceError.Code) {
        let content = SourceContent(Array(Self.text([Self.item], format: format, version: version).utf8))
        let failure = #expect(throws: SourceError.self) {
            try ItemsJSONFormat().read(ImportRequest(content: content))
        }
        #expect(failure?.code == code)
    }

    @Test("A newer version is refused, regardless of its content")
    func newerShape() {
        let failure = #expect(throws: SourceError.self) {
            try ImportersTests.read("{\"format\":\"totp-import-items\",\"version\":2,\"accounts\":{}}")
        }
        #expect(failure?.code == .unsupportedVersion)
    }

    @Test("Items that all lack their secret are refused as what list --json prints")
    func withoutSecrets() throws {
        let failure = #expect(throws: SourceError.self) {
            try Self.read(Self.item.with("secret", nil), Self.item.with("secret", "null"))
        }
        #expect(failure?.code == .corrupt)
        #expect(failure?.message.contains("convert --to json") == true)
    }

    @Test("One missing secret among others is one rejected entry")
    func oneWithoutSecret() throws {
        let document = try Self.read(Self.item.with("secret", nil), Self.item)
        #expect(document.outcomes == [.rejected(.secretMissing), .totp()])
    }

    @Test(
        "A member that is unusual is read, and one that is damaged rejects its entry alone",
        arguments: [
            ("type", "\"TOTP\"", .rejected(.typeUnknown)), ("type", nil, .rejected(.typeUnknown)),
            ("type", "[]", .rejected(.fieldDamaged)), ("type", "\"steam\"", .fixed(.steam)),
            ("type", "\"motp\"", .fixed(.motp)),
            ("type", "\"yandex\"", .rejected(.secretTooShort)), ("type", "\"hotp\"", .rejected(.counterOutOfRange)),
            ("secret", "\"\"", .rejected(.secretMissing)), ("secret", "\"JBSW1\"", .rejected(.secretNotBase32)),
            ("secret", "{}", .rejected(.fieldDamaged)), ("secret", "\"jbswy3dp====\"", .totp()),
            ("algorithm", "\"SHA512\"", .totp(.sha512)), ("algorithm", nil, .totp()),
            ("algorithm", "\"SHA3\"", .rejected(.algorithmUnknown)), ("algorithm", "[]", .rejected(.fieldDamaged)),
            ("digits", "10", .totp(digits: 10)), ("digits", "\"7\"", .totp(digits: 7)), ("digits", nil, .totp()),
            ("digits", "11", .rejected(.digitsOutOfRange)), ("digits", "6.1", .rejected(.digitsOutOfRange)),
            ("period", "1", .totp(period: 1)), ("period", "0", .rejected(.periodOutOfRange)), ("period", nil, .totp()),
            ("period", "\"soon\"", .rejected(.periodOutOfRange)), ("pin", "[]", .rejected(.fieldDamaged)),
            ("note", "[]", .rejected(.fieldDamaged)), ("note", "null", .totp()),
            ("tags", "\"work\"", .rejected(.fieldDamaged)),
            ("tags", "[1]", .rejected(.fieldDamaged)), ("tags", "null", .totp()),
            ("favorite", "1", .rejected(.fieldDamaged)),
            ("favorite", "false", .totp()), ("added-later", "{}", .totp()),
        ] as [(String, String?, EntryOutcome)])
    func members(name: String, value: String?, expected: EntryOutcome) throws {
        let document = try Self.read(Self.item, Self.item.with(name, value))
        #expect(document.outcomes == [.totp(), expected])
        for rejection in document.rejections {
            #expect(rejection.position == EntryPosition(entry: 2))
            #expect(rejection.label == "Acme: alice")
        }
    }

    /// Vaults and links refuse such an account, so one of them would have stopped the whole import.
    @Test("The PIN of a kind without one is ignored")
    func unusedPIN() throws {
        let item = Self.item.with("pin", "\"1234\"")
        #expect(try Self.read(item, item.with("type", "\"motp\"")).items.map { $0.pin?.text } == [nil, "1234"])
    }

    @Test(
        "A counter is whole and not negative",
        arguments: [
            ("41", .hotp(counter: 41)), ("9223372036854775807", .hotp(counter: .max)), ("\"3\"", .hotp(counter: 3)),
            ("-1", .rejected(.counterOutOfRange)), ("9223372036854775808", .rejected(.counterOutOfRange)),
            ("null", .rejected(.counterOutOfRange)), ("[]", .rejected(.counterOutOfRange)),
        ] as [(String, EntryOutcome)])
    func counters(value: String, expected: EntryOutcome) throws {
        let item = Self.item.with("type", "\"hotp\"").with("period", nil).with("counter", value)
        #expect(try Self.read(item).outcomes == [expected])
    }

    @Test("Items that are not a list are reported as damage", arguments: ["{}", "null", "1"])
    func items(value: String) {
        let failure = #expect(throws: SourceError.self) {
            try ImportersTests.read("{\"format\":\"totp-import-items\",\"version\":1,\"items\":\(value)}")
        }
        #expect(failure?.code == .corrupt)
    }
}
