import TOTPDomain
import Testing

@testable import Importers

@Suite("GNOME Authenticator 3's backup")
struct GnomeAuthenticatorTests {
    private static let account = JSONEntry([
        "secret": "\"JBSWY3DPEHPK3PXP\"", "label": "\"alice\"", "period": "30", "digits": "6", "type": "\"OTP\"",
        "algorithm": "\"SHA1\"", "thumbnail": "\"Default\"", "last_used": "0", "tags": "[\"Acorn\"]",
    ])

    private static func text(_ accounts: JSONEntry...) -> String { jsonList(accounts.map(\.description)) }

    @Test(
        "Only the type OTP distinguishes it from andOTP's",
        arguments: [
            (text(account), "gnome-authenticator"), (text(account.with("type", "\"otp\"")), "gnome-authenticator"),
            (text(account.with("tags", "[]")), "gnome-authenticator"),
            (String(text(account).dropLast(3)), "gnome-authenticator"),
            (text(account.with("type", "\"TOTP\"")), "andotp"), (text(account.with("issuer", "\"x\"")), "andotp"),
            (text(account.with("tags", nil)), "andotp"), (text(account.with("tags", "\"x\"")), "andotp"),
            (text(account.with("type", "\"HOTP\"")), "andotp"), (text(account.with("secret", nil)), "andotp"),
            ("{\"x\":\(account)}", "json-list"),
        ] as [(String, FormatID?)])
    func detection(text: String, format: FormatID?) { #expect(formatID(of: text.utf8) == format) }

    @Test("--from reads any file of andOTP's layout by this app's rules")
    func forced() throws {
        let format = try #require(FormatRegistry.standard.format("gnome-authenticator"))
        let account = Self.account.with("type", "\"TOTP\"").with("label", "\"North - bob\"").with("issuer", "\"x\"")
        let content = SourceContent(Array(Self.text(account).utf8))
        let items = try format.read(ImportRequest(content: content)).items
        #expect(items.map(\.issuer) == ["Acorn"] && items.map(\.name) == ["North - bob"])
    }

    @Test(
        "A member that is unusual is read, and one that is damaged rejects its entry alone",
        arguments: [
            ("type", "\"TOTP\"", .totp()), ("type", "\"otp\"", .totp()), ("type", "\"HOTP\"", .hotp(counter: 0)),
            ("type", "\"STEAM\"", .fixed(.steam)), ("type", "\"MOTP\"", .rejected(.typeUnknown)),
            ("type", "\"YANDEX\"", .rejected(.typeUnknown)), ("type", nil, .rejected(.typeUnknown)),
            ("type", "[]", .rejected(.fieldDamaged)),
            ("secret", "\"\"", .rejected(.secretMissing)), ("secret", "\"1\"", .rejected(.secretNotBase32)),
            ("algorithm", "\"SHA512\"", .totp(.sha512)), ("algorithm", "\"SHA3\"", .rejected(.algorithmUnknown)),
            ("algorithm", nil, .totp()), ("digits", nil, .totp()), ("digits", "0", .rejected(.digitsOutOfRange)),
            ("period", "\"20\"", .totp(period: 20)), ("period", "0", .rejected(.periodOutOfRange)),
            ("tags", "null", .totp()), ("tags", "7", .totp()), ("thumbnail", "[]", .totp()),
        ] as [(String, String?, EntryOutcome)])
    func members(name: String, value: String?, expected: EntryOutcome) throws {
        #expect(try read(Self.text(Self.account, Self.account.with(name, value))).outcomes == [.totp(), expected])
    }

    @Test("A counter is that of the next code")
    func counter() throws {
        let account = Self.account.with("type", "\"HOTP\"")
        let text = Self.text(Self.account, account.with("counter", "4"), account.with("counter", "-1"))
        #expect(try read(text).outcomes == [.totp(), .hotp(counter: 4), .rejected(.counterOutOfRange)])
    }

    @Test("The first tag is the issuer, the others are tags")
    func tags() throws {
        let tags = [#"["Acorn","Work","Home"]"#, #"["Acorn"]"#, "[]", #"["","Work"]"#, #"[null,"Work"]"#]
        let items = try read(jsonList(tags.map { Self.account.with("tags", $0).description })).items
        #expect(items.map(\.issuer) == ["Acorn", "Acorn", "", "", ""])
        #expect(items.map(\.tags) == [["Work", "Home"], [], [], ["Work"], ["Work"]])
    }
}
