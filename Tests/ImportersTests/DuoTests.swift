import TOTPDomain
import Testing

@testable import Importers

@Suite("Duo Mobile's file")
struct DuoTests {
    private static let account = JSONEntry([
        "version": "1.0", "accountType": "\"OtpAccount\"", "name": "\"alice\"",
        "otpGenerator": "{\"otpSecret\":\"JBSWY3DPEHPK3PXP\"}", "pkey": "\"1\"",
    ])

    private static func read(_ accounts: JSONEntry...) throws -> ImportedDocument {
        try ImportersTests.read("[\(accounts.map(\.description).joined(separator: ","))]")
    }

    @Test(
        "It is recognized by the first account that is an object",
        arguments: [
            ("[{\"pkey\":\"1\"}]", true), ("[ {\"otpGenerator\":null}", true),
            ("[{\"name\":\"a\",\"otpGenerator\":{", true),
            ("[]", false), ("[1,{\"pkey\":\"1\"}]", true), ("[{\"secret\":\"A\",\"type\":\"TOTP\"}]", false),
            ("{\"pkey\":\"1\"}", false),
        ])
    func detection(text: String, isKnown: Bool) { #expect((formatID(of: text.utf8) == "duo") == isKnown) }

    @Test(
        "A generator that is unusual is read, and one that is damaged rejects its entry alone",
        arguments: [
            (#"{"otpSecret":"jbsw y3dp"}"#, .totp()), (#"{"otpSecret":"JBSWY3DP","counter":3}"#, .hotp(counter: 3)),
            (#"{"otpSecret":"JBSWY3DP","counter":0}"#, .hotp(counter: 0)),
            (#"{"otpSecret":"JBSWY3DP","counter":"7"}"#, .hotp(counter: 7)),
            (#"{"otpSecret":"JBSWY3DP","counter":null}"#, .totp()),
            (#"{"otpSecret":"JBSWY3DP","counter":-1}"#, .rejected(.counterOutOfRange)),
            (#"{"otpSecret":"JBSWY3DP","counter":[]}"#, .rejected(.counterOutOfRange)),
            (#"{"otpSecret":"JBSWY3DP","counter":1e30}"#, .rejected(.counterOutOfRange)),
            (#"{"otpSecret":"JBSW0"}"#, .rejected(.secretNotBase32)), (#"{"otpSecret":""}"#, .rejected(.secretMissing)),
            (#"{"otpSecret":null}"#, .rejected(.secretMissing)), (#"{"otpSecret":[]}"#, .rejected(.fieldDamaged)),
            ("{}", .rejected(.secretMissing)), ("[]", .rejected(.fieldDamaged)), ("\"x\"", .rejected(.fieldDamaged)),
        ] as [(String, EntryOutcome)])
    func generator(value: String, expected: EntryOutcome) throws {
        let document = try Self.read(Self.account, Self.account.with("otpGenerator", value))
        #expect(document.outcomes == [.totp(), expected])
        for rejection in document.rejections {
            #expect(rejection.position == EntryPosition(entry: 2))
            #expect(rejection.label == "alice")
        }
    }

    @Test(
        "An account without a generator only answers push requests, and the rejection says so",
        arguments: [nil, "null"])
    func push(value: String?) throws {
        let document = try Self.read(Self.account.with("otpGenerator", value), Self.account)
        #expect(document.rejections.map(\.position.entry) == [1])
        #expect(document.rejections.map(\.code) == [.secretMissing])
        #expect(document.rejections.first?.reason.contains("push") == true)
        #expect(document.items.count == 1)
    }

    @Test(
        "The file contains only the name",
        arguments: [("\" alice \"", "alice"), ("\"Acme:alice\"", "Acme:alice"), (nil, ""), ("null", ""), ("[]", "")])
    func names(value: String?, expected: String) throws {
        let items = try Self.read(Self.account.with("name", value)).items
        #expect(items.map(\.name) == [expected])
        #expect(items.map(\.issuer) == [""])
    }

    @Test("Parameters that the app never varies are ignored")
    func fixedParameters() throws {
        #expect(try Self.read(Self.account.with("digits", "8").with("period", "60")).outcomes == [.totp()])
    }
}
