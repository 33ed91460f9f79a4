import CryptoPrimitives
import Foundation
import TOTPDomain
import Testing

@testable import Importers

@Suite("OTP Manager's exports")
struct OTPManagerTests {
    private static let account = JSONEntry([
        "secret": "\"JBSWY3DPEHPK3PXP\"", "name": "\"alice\"", "issuer": "\"Acorn\"", "digits": "6",
        "type": "\"totp\"", "period": "30", "algorithm": "\"SHA1\"", "counter": "null", "icon": "\"default\"",
    ])

    private static func text(_ accounts: [JSONEntry], iv: String? = nil) -> String {
        #"{"accounts":\#(jsonList(accounts.map(\.description)))\#(iv.map { ",\"iv\":\($0)" } ?? "")}"#
    }

    private static func read(_ accounts: JSONEntry...) throws -> ImportedDocument {
        try ImportersTests.read(text(accounts))
    }

    @Test(
        "Its accounts, and no version, identify it",
        arguments: [
            (text([account]), "otpmanager"), (String(text([account]).dropLast()), "otpmanager"),
            (#"{"accounts":[],"iv":"00"}"#, "otpmanager"),
            (#"{"accounts":[7,{"type":"","secret":""}]}"#, "otpmanager"),
            (#"{"accounts":[]}"#, nil), (#"{"accounts":{},"iv":"00"}"#, nil), (#"{"accounts":[{}],"iv":"00"}"#, nil),
            (#"{"accounts":[{"secret":""}]}"#, nil), (#"{"accounts":[{"type":""}]}"#, nil),
            (#"{"version":3,"accounts":[{"userName":"","type":"","secret":""}]}"#, "lastpass-authenticator"),
            (#"{"accounts":[{"issuerName":"","secret":""}],"folders":[]}"#, "lastpass-authenticator"),
            (#"{"accounts":{"a":{"shared_secret":"","type":"","secret":""}}}"#, "steam"),
            (#"{"accounts":[{"items":[],"type":"","secret":""}]}"#, "cxf"),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }

    @Test("With a member that is not known, or one under another name, the file is still the app's, and so its counter")
    func unknownMember() throws {
        let account = Self.account.with("type", "\"hotp\"").with("counter", "6")
        for changed in [account.with("codeLength", "8"), account.with("period", nil).with("interval", "30")] {
            let document = try Self.read(changed)
            #expect(document.format == "otpmanager")
            #expect(document.outcomes == [.hotp(counter: 7)])
            #expect(document.warnings.count == 1, "\(document.warnings)")
        }
    }

    @Test(
        "A member that is unusual is read, and one that is damaged rejects its entry alone",
        arguments: [
            ("type", "\"TOTP\"", .totp()), ("type", "\"hotp\"", .hotp(counter: 0)),
            ("type", "\"steam\"", .rejected(.typeUnknown)), ("type", "null", .rejected(.typeUnknown)),
            ("type", "[]", .rejected(.fieldDamaged)),
            ("secret", "\"jbsw y3dp\"", .totp()), ("secret", "\"short!\"", .rejected(.secretNotBase32)),
            ("secret", "\"\"", .rejected(.secretMissing)), ("secret", nil, .rejected(.secretMissing)),
            ("secret", "{}", .rejected(.fieldDamaged)),
            ("algorithm", "0", .totp()), ("algorithm", "1", .totp(.sha256)), ("algorithm", "2", .totp(.sha512)),
            ("algorithm", "\"1\"", .totp(.sha256)), ("algorithm", "3", .rejected(.algorithmUnknown)),
            ("algorithm", "-1", .rejected(.algorithmUnknown)), ("algorithm", "\"SHA256\"", .totp(.sha256)),
            ("algorithm", "\"sha-512\"", .totp(.sha512)), ("algorithm", "null", .totp()), ("algorithm", nil, .totp()),
            ("algorithm", "\"SHA384\"", .rejected(.algorithmUnknown)), ("algorithm", "[]", .rejected(.fieldDamaged)),
            ("digits", "4", .totp(digits: 4)), ("digits", "0", .rejected(.digitsOutOfRange)),
            ("period", "\"45\"", .totp(period: 45)), ("period", "0", .rejected(.periodOutOfRange)),
            ("counter", "\"x\"", .totp()), ("issuer", "null", .totp()), ("name", "[]", .totp()), ("icon", "7", .totp()),
        ] as [(String, String?, EntryOutcome)])
    func members(name: String, value: String?, expected: EntryOutcome) throws {
        #expect(try Self.read(Self.account, Self.account.with(name, value)).outcomes == [.totp(), expected])
    }

    @Test(
        "The counter is that of the last code",
        arguments: [
            ("null", .hotp(counter: 0)), (nil, .hotp(counter: 0)), ("-1", .hotp(counter: 0)), ("0", .hotp(counter: 1)),
            ("5", .hotp(counter: 6)), ("\"5\"", .hotp(counter: 6)), ("\"\"", .hotp(counter: 0)),
            ("9223372036854775806", .hotp(counter: .max)), ("9223372036854775807", .rejected(.counterOutOfRange)),
            ("-2", .rejected(.counterOutOfRange)), ("1.5", .rejected(.counterOutOfRange)),
        ] as [(String?, EntryOutcome)])
    func counters(counter: String?, expected: EntryOutcome) throws {
        let account = Self.account.with("type", "\"hotp\"").with("counter", counter)
        #expect(try Self.read(account).outcomes == [expected])
    }

    // MARK: - Encrypted

    private static let passphrase = "correct horse £7"
    private static let iv = "4b34df188baed51931ba0ef490d51aa2"

    private static func sealed(_ text: String, passphrase: String = passphrase) throws -> String {
        let key = SecureBytes(copying: try Digest.sha256.hash(Array(passphrase.utf8)))
        let iv: [UInt8] = stride(from: 0, to: 32, by: 2).compactMap { index in
            UInt8(Self.iv.dropFirst(index).prefix(2), radix: 16)
        }
        return jsonText(Data(try AESCBC.seal(SecureBytes(copying: text.utf8), key: key, iv: iv)).base64EncodedString())
    }

    private static func encrypted(_ secrets: [String?]) -> String {
        text(secrets.map { account.with("secret", $0) }, iv: jsonText(iv))
    }

    @Test("The passphrase opens the file; a missing or wrong one is reported")
    func passphrases() throws {
        let text = Self.encrypted([try Self.sealed("GEZDGNBV"), try Self.sealed("jbsw y3dp====")])
        #expect(
            try ImportersTests.read(text, passphrase: Self.passphrase).items.map(\.secret.base32) == [
                "GEZDGNBV", "JBSWY3DP",
            ])
        #expect(throws: SourceError.passphraseRequired) { try ImportersTests.read(text) }
        for wrong in ["", "correct horse"] {
            #expect(throws: SourceError.wrongPassphrase) { try ImportersTests.read(text, passphrase: wrong) }
        }
    }

    @Test("Secrets that other people encrypted are rejected")
    func sharedAccounts() throws {
        let text = Self.encrypted([
            try Self.sealed("GEZDGNBV"), try Self.sealed("GEZDGNBV", passphrase: "another"),
            try Self.sealed("not base32!"), try Self.sealed(""), "\"AAAA\"", "\"?\"", "null", "7", nil,
        ])
        let document = try ImportersTests.read(text, passphrase: Self.passphrase)
        #expect(
            document.outcomes == [.totp()] + Array(repeating: .rejected(.fieldDamaged), count: 5) + [
                .rejected(.secretMissing), .rejected(.fieldDamaged), .rejected(.secretMissing),
            ])
    }

    @Test("If nothing decrypts, the passphrase is wrong; if nothing is encrypted, none is needed")
    func nothingOpens() throws {
        #expect(throws: SourceError.wrongPassphrase) {
            try ImportersTests.read(Self.encrypted(["\"AAAA\""]), passphrase: Self.passphrase)
        }
        #expect(try ImportersTests.read(Self.encrypted([])).entries.isEmpty)
        #expect(try ImportersTests.read(Self.encrypted(["null"])).outcomes == [.rejected(.secretMissing)])
    }

    @Test(
        "A damaged initialization vector is named before a passphrase is asked for",
        arguments: ["\"\"", "\"00\"", "\"zz\"", "7", "[]"])
    func damagedVector(iv: String) {
        let failure = #expect(throws: SourceError.self) { try ImportersTests.read(Self.text([Self.account], iv: iv)) }
        #expect(failure?.code == .corrupt)
        #expect(failure?.message.contains("iv") == true)
    }

    @Test("Without an initialization vector, secrets are plain")
    func nullVector() throws {
        #expect(try ImportersTests.read(Self.text([Self.account], iv: "null")).outcomes == [.totp()])
    }
}
