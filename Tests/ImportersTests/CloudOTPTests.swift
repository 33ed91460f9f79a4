import TOTPDomain
import Testing

@testable import Importers

@Suite("CloudOTP's backup")
struct CloudOTPTests {
    private static let token = JSONEntry([
        "uid": "\"u\"", "issuer": "\"Acorn\"", "account": "\"alice\"", "secret": "\"JBSWY3DPEHPK3PXPJBSWY3DPEH\"",
        "token_type": "0", "algorithm": "\"SHA1\"", "digits": "6", "counter": "7", "period": "30", "pin": "\"1234\"",
        "description": "\"\"", "pinned": "0",
    ])

    /// A JSON string of the text.
    private static func quoted(_ text: some CustomStringConvertible) -> String {
        "\"\(text.description.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    private static func document(_ tokens: [String], categories: String = "") throws -> ImportedDocument {
        let text = #"{"tokens":[\#(tokens.joined(separator: ","))],"categories":[\#(categories)]}"#
        return try CloudOTPFormat().document(of: Array(text.utf8), ImportLimits())
    }

    @Test(
        "A member that is unusual is read, and one that is damaged rejects its entry alone",
        arguments: [
            ("token_type", "1", .hotp(counter: 7)), ("token_type", "\"1\"", .hotp(counter: 7)),
            ("token_type", "3", .fixed(.steam)), ("token_type", "4", .fixed(.yandex)), ("token_type", nil, .totp()),
            ("token_type", "2", .rejected(.secretNotHex)), ("token_type", "5", .rejected(.typeUnknown)),
            ("token_type", "-1", .rejected(.typeUnknown)), ("token_type", "\"totp\"", .rejected(.typeUnknown)),
            ("algorithm", "\"SHA512\"", .totp(.sha512)), ("algorithm", "\"SHA384\"", .rejected(.algorithmUnknown)),
            ("algorithm", "null", .totp()), ("digits", "8", .totp(digits: 8)),
            ("digits", "11", .rejected(.digitsOutOfRange)), ("period", "\"60\"", .totp(period: 60)),
            ("period", "0", .rejected(.periodOutOfRange)), ("counter", "-1", .totp()),
            ("secret", "\"0189\"", .rejected(.secretNotBase32)), ("secret", nil, .rejected(.secretMissing)),
            ("secret", "7", .rejected(.fieldDamaged)), ("issuer", "null", .totp()), ("uid", "[]", .totp()),
        ] as [(String, String?, EntryOutcome)])
    func members(name: String, value: String?, expected: EntryOutcome) throws {
        let tokens = [Self.token, Self.token.with(name, value)].map(Self.quoted)
        #expect(try Self.document(tokens).outcomes == [.totp(), expected])
    }

    @Test(
        "Mobile-OTP has ten seconds, a secret in hex and a PIN",
        arguments: [
            ("period", "10", .fixed(.motp)), ("period", nil, .fixed(.motp)), ("period", "\"10\"", .fixed(.motp)),
            ("period", "30", .rejected(.periodOutOfRange)), ("period", "\"x\"", .rejected(.periodOutOfRange)),
            ("secret", "\"634E6CBDFCC2256C\"", .fixed(.motp)), ("secret", "\"634\"", .rejected(.secretNotHex)),
            ("pin", "null", .fixed(.motp)),
        ] as [(String, String?, EntryOutcome)])
    func motp(name: String, value: String?, expected: EntryOutcome) throws {
        let token = Self.token.with("token_type", "2").with("secret", "\"634e6cbdfcc2256c\"").with("period", "10")
        #expect(try Self.document([Self.quoted(token.with(name, value))]).outcomes == [expected])
    }

    @Test("Notes, favorites, PINs and categories are imported, unknown members are named")
    func details() throws {
        let yandex = Self.token.with("uid", "\"v\"").with("token_type", "4").with("description", "\"n\"")
            .with("pinned", "1")
        let document = try Self.document(
            [Self.quoted(Self.token.with("otp_url", "\"x\"")), Self.quoted(yandex)],
            categories: [
                #"{"title":"Work","bindings":"u, v"}"#, #"{"title":"Home","bindings":"v"}"#, #"{"title":"x"}"#, "{",
            ]
            .map(Self.quoted).joined(separator: ","))
        #expect(
            document.items.map(\.fieldsLine) == [
                "totp Acorn|alice JBSWY3DPEHPK3PXPJBSWY3DPEE SHA1 6 30 tags=Work",
                "yandex Acorn|alice JBSWY3DPEHPK3PXPJBSWY3DPEE SHA256 8 30 pin=1234 tags=Work,Home note=n favourite",
            ])
        #expect(document.warnings == ["\"otp_url\" is not read (1 account); compare the codes with the app"])
    }

    @Test("An entry that is not the text of an object is rejected alone")
    func odd() throws {
        let document = try Self.document(["7", "null", "\"text\"", "\"[]\"", "\"\"", Self.token.description, "\"7\""])
        #expect(
            document.outcomes == Array(repeating: .rejected(.fieldDamaged), count: 5) + [
                .totp(), .rejected(.fieldDamaged),
            ])
        #expect(document.records == 7)
    }

    @Test(
        "Content that is not a backup is damaged",
        arguments: ["", "[]", "{}", #"{"tokens":{}}"#, #"{"tokens":[],"tokens":[]}"#])
    func content(text: String) {
        let failure = #expect(throws: SourceError.self) {
            try CloudOTPFormat().document(of: Array(text.utf8), ImportLimits())
        }
        #expect(failure?.code == .corrupt)
    }

    /// Salt, nonce and tag of nothing.
    private static let whole = Array("CloudOTP-Backup-Encrypt-V01".utf8) + [UInt8](repeating: 1, count: 16 + 12 + 16)

    @Test("The header is checked before a passphrase is asked for, and no key is derived without one")
    func header() throws {
        for count in [25, 26, 27, 43, 55, Self.whole.count - 1] {
            let failure = #expect(throws: SourceError.self) {
                try read(Self.whole.prefix(count), limits: .derivingNothing)
            }
            #expect(failure?.code == .corrupt)
        }
        var newer = Self.whole
        newer[26] = UInt8(ascii: "2")
        let failure = #expect(throws: SourceError.self) { try read(newer, limits: .derivingNothing) }
        #expect(failure?.code == .unsupportedVersion)
        #expect(throws: SourceError.passphraseRequired) { try read(Self.whole, limits: .derivingNothing) }
        #expect(throws: SourceError.wrongPassphrase) { try read(Self.whole, passphrase: "x") }
    }

    @Test("The costs are limited")
    func costs() {
        var limits = ImportLimits()
        limits.keyDerivationMemory = 63 << 20
        let failure = #expect(throws: SourceError.self) { try read(Self.whole, passphrase: "x", limits: limits) }
        #expect(failure?.code == .limitExceeded)
    }

    @Test(
        "Its first bytes identify it",
        arguments: [
            ("CloudOTP-Backup-Encrypt-V01", "cloudotp"), ("CloudOTP-Backup-Encrypt-V9", "cloudotp"),
            ("CloudOTP-Backup", nil), ("x CloudOTP-Backup-Encrypt-V01", nil),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) {
        #expect(formatID(of: text.utf8) == format)
        #expect(formatID(of: Array(text.utf8) + [UInt8](repeating: 0xF5, count: 1024)) == format)
    }
}
