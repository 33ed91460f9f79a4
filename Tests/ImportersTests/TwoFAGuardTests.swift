import TOTPDomain
import Testing

@testable import Importers

@Suite("2FAGuard's backup")
struct TwoFAGuardTests {
    private static let token = JSONEntry([
        "Issuer": "\"Acorn\"", "Username": "\"alice\"", "Secret": "\"JBSWY3DPEHPK3PXP\"", "Algorithm": "0",
        "Digits": "6", "Period": "30", "Notes": "null",
    ])

    private static func document(_ tokens: String...) throws -> ImportedDocument {
        let text = #"{"Version":1,"Tokens":[\#(tokens.joined(separator: ","))]}"#
        return try TwoFAGuardFormat().document(of: Array(text.utf8), ImportLimits())
    }

    @Test(
        "A member that is unusual is read, and one that is damaged rejects its entry alone",
        arguments: [
            ("Algorithm", "1", .totp(.sha256)), ("Algorithm", "\"2\"", .totp(.sha512)), ("Algorithm", "null", .totp()),
            ("Algorithm", nil, .totp()), ("Algorithm", "3", .rejected(.algorithmUnknown)),
            ("Algorithm", "-1", .rejected(.algorithmUnknown)), ("Algorithm", "\"SHA1\"", .rejected(.algorithmUnknown)),
            ("Algorithm", "9223372036854775807", .rejected(.algorithmUnknown)),
            ("Digits", "8", .totp(digits: 8)), ("Digits", "null", .totp()),
            ("Digits", "0", .rejected(.digitsOutOfRange)),
            ("Period", "60", .totp(period: 60)), ("Period", "-1", .rejected(.periodOutOfRange)),
            ("Secret", "\"jbsw y3dp\"", .totp()), ("Secret", "\"1!\"", .rejected(.secretNotBase32)),
            ("Secret", "null", .rejected(.secretMissing)), ("Secret", "[]", .rejected(.fieldDamaged)),
            ("Issuer", "\"Steam\"", .fixed(.steam)), ("Issuer", "\" sTEAM \"", .fixed(.steam)),
            ("Issuer", "\"Steam 2\"", .totp()), ("Username", "null", .totp()), ("Notes", "[]", .totp()),
        ] as [(String, String?, EntryOutcome)])
    func members(name: String, value: String?, expected: EntryOutcome) throws {
        let changed = Self.token.with(name, value).description
        #expect(try Self.document(Self.token.description, changed).outcomes == [.totp(), expected])
    }

    @Test("Notes are imported, unknown members are named")
    func details() throws {
        let token = Self.token.with("Notes", "\"n\"").with("OtpType", "\"hotp\"").description
        let document = try Self.document(token, "7", "{}")
        #expect(document.items.map(\.fieldsLine) == ["totp Acorn|alice JBSWY3DPEHPK3PXP SHA1 6 30 note=n"])
        #expect(document.rejections.map(\.code) == [.fieldDamaged, .secretMissing] && document.records == 3)
        #expect(document.warnings == ["\"OtpType\" is not read (1 account); compare the codes with the app"])
    }

    @Test(
        "Content that is not a backup is refused with its reason",
        arguments: [
            ("", .corrupt), ("{}", .corrupt), ("[]", .corrupt), (#"{"Version":1,"Tokens":{}}"#, .corrupt),
            (#"{"Version":2,"Tokens":[]}"#, .unsupportedVersion), (#"{"Version":0,"Tokens":[]}"#, .unsupportedVersion),
            (#"{"Version":1,"Version":1,"Tokens":[]}"#, .corrupt), (#"{"Tokens":[],"Tokens":[]}"#, .corrupt),
        ] as [(String, SourceError.Code)])
    func content(text: String, code: SourceError.Code) {
        let failure = #expect(throws: SourceError.self) {
            try TwoFAGuardFormat().document(of: Array(text.utf8), ImportLimits())
        }
        #expect(failure?.code == code)
    }

    private static let magic = Array("2FAGuardBackupV1".utf8)
    /// Salt, nonce and tag of nothing.
    private static let whole = magic + [UInt8](repeating: 1, count: 16 + 32 + 32)

    @Test("The header is checked before a passphrase is asked for, and no key is derived without one")
    func header() throws {
        for count in magicCounts {
            let failure = #expect(throws: SourceError.self) {
                try read(Self.whole.prefix(count), limits: .derivingNothing)
            }
            #expect(failure?.code == .corrupt)
        }
        var newer = Self.whole
        newer[15] = UInt8(ascii: "2")
        let failure = #expect(throws: SourceError.self) { try read(newer, limits: .derivingNothing) }
        #expect(failure?.code == .unsupportedVersion)
        #expect(throws: SourceError.passphraseRequired) { try read(Self.whole, limits: .derivingNothing) }
        #expect(throws: SourceError.wrongPassphrase) { try read(Self.whole, passphrase: "x") }
    }

    private var magicCounts: [Int] { [15, 16, 31, 64, Self.whole.count - 1] }

    @Test("The costs are limited")
    func costs() {
        var limits = ImportLimits()
        limits.keyDerivationMemory = 64 << 20
        let failure = #expect(throws: SourceError.self) { try read(Self.whole, passphrase: "x", limits: limits) }
        #expect(failure?.code == .limitExceeded)
    }

    @Test(
        "Its first bytes identify it",
        arguments: [
            ("2FAGuardBackupV1", "2faguard"), ("2FAGuardBackupV9 text", "2faguard"), ("2FAGuardBackup", nil),
            (" 2FAGuardBackupV1", nil),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) {
        #expect(formatID(of: text.utf8) == format)
        #expect(formatID(of: Array(text.utf8) + [UInt8](repeating: 0xF5, count: 1024)) == format)
    }
}
