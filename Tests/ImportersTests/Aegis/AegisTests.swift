import TOTPDomain
import Testing

@testable import Importers

@Suite("Aegis's export")
struct AegisTests {
    private static func read(type: String, info: JSONEntry) throws -> ImportedDocument {
        let entry = JSONEntry(["type": "\"\(type)\"", "name": "\"alice\"", "issuer": "\"Acme\"", "info": "\(info)"])
        let text = #"{"version":1,"header":{"slots":null,"params":null},"db":{"version":3,"entries":[\#(entry)]}}"#
        return try ImportersTests.read(text)
    }

    private static let info = JSONEntry([
        "secret": "\"JBSWY3DPEHPK3PXP\"", "algo": "\"SHA1\"", "digits": "6", "period": "30", "counter": "7",
    ])

    @Test(
        "A parameter that the type ignores does not reject the account",
        arguments: [
            ("steam", "digits", "\"five\"", .fixed(.steam)), ("steam", "algo", "\"SHA384\"", .fixed(.steam)),
            ("steam", "period", "0", .fixed(.steam)), ("steam", "counter", "-1", .fixed(.steam)),
            ("motp", "digits", "99", .fixed(.motp)), ("totp", "counter", "-1", .totp()),
            ("totp", "counter", "{}", .totp()), ("hotp", "period", "\"?\"", .hotp(counter: 7)),
            ("totp", "pin", "[]", .totp()), ("totp", "algo", "\"MD5\"", .totp()),
            ("totp", "digits", "\"five\"", .rejected(.digitsOutOfRange)),
            ("totp", "period", "0", .rejected(.periodOutOfRange)),
            ("hotp", "counter", "-1", .rejected(.counterOutOfRange)),
            ("hotp", "counter", nil, .rejected(.counterOutOfRange)),
            ("motp", "pin", "[]", .rejected(.fieldDamaged)),
        ] as [(type: String, name: String, value: String?, expected: EntryOutcome)])
    func parametersOfOtherTypes(type: String, name: String, value: String?, expected: EntryOutcome) throws {
        #expect(try Self.read(type: type, info: Self.info.with(name, value)).outcomes == [expected])
    }
}
