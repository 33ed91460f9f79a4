import Testing

@testable import Links

@Suite("Links that are encoded or escaped for another place")
struct ClothedLinksTests {
    private static let link = "otpauth://totp/A:a@b?secret=GEZDGNBV&issuer=A"
    private static let once = "otpauth%3A%2F%2Ftotp%2FA%3Aa%40b%3Fsecret%3DGEZDGNBV%26issuer%3DA"
    private static let twice = once.replacing("%", with: "%25")

    /// A text and what it becomes; `LINK` is the link between backticks.
    typealias Case = (text: String, plain: String)

    private func undressed(_ text: String) -> String? {
        ClothedLinks.undressed(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    private func plain(_ text: String) -> String { text.replacing("LINK", with: "`\(Self.link)`") }

    @Test(
        "Percent-encoded links are decoded as often as their colon says, and the other text stays",
        arguments: [
            (once, "LINK"),
            (
                once.lowercased().replacing("gezdgnbv", with: "GEZDGNBV").replacing("issuer%3da", with: "issuer%3DA")
                    .replacing("%2fa%3a", with: "%2FA%3A"), "LINK"
            ),
            (
                "https://x.example/chart?chs=200&chl=\(once)&choe=UTF-8",
                "`https://x.example/chart?chs=200&chl=LINK&choe=UTF-8"
            ),
            ("<img src=\"https://x.example/?data=\(once)\">", "<img src=\"`https://x.example/?data=LINK\">"),
            ("see (\(once)).", "see `(LINK)."), ("u=\(twice)&k=1", "`u=LINK&k=1"), ("%3D\(once)", "`%3DLINK"),
            ("otpauth://totp%2FA%3Aa%40b%3Fsecret%3DGEZDGNBV%26issuer%3DA", "LINK"),
            ("A: MFRGGZDF, https://x.example/?u=\(once)", "A: MFRGGZDF, `https://x.example/?u=LINK"),
        ] as [Case])
    func encoded(example: Case) {
        #expect(undressed("x\n\(example.text)\ny") == plain("x\n\(example.plain)\ny"))
    }

    @Test(
        "Escaped links are read without their escapes, and the other text stays",
        arguments: [
            (#""uri":"otpauth:\/\/totp\/A:a@b?secret=GEZDGNBV&issuer=A","#, #""uri":"LINK","#),
            (#"otpauth://totp/A:a@b\?secret\=GEZDGNBV\&issuer\=A"#, "LINK"),
            (#""otpauth://totp/A:a@b?secret=GEZDGNBV\u0026issuer=A""#, #""LINK""#),
            (#"otpauth://totp/A:a@b?secret\x3dGEZDGNBV\x26issuer=A\nnext"#, #"LINK\nnext"#),
        ] as [Case])
    func escaped(example: Case) {
        #expect(undressed("x\n\(example.text)\ny") == plain("x\n\(example.plain)\ny"))
    }

    @Test(
        "Other texts stay as they are",
        arguments: [
            "", "text", link, "\(link)&image=https%3A%2F%2Fx.example%3Fa", "notpauth%3A%2F%2Ftotp", "otpauth%3A",
            "otpauth%3Atotp", #"a \ b \n c"#, #"otpauth://totp/a?secret=GE\zDGNBV"#, "100%3A otpauth",
            "otpauth://totp/A%3Fb?secret=GEZDGNBV", "otpauth%2525253A%2F%2Ftotp",
        ])
    func others(text: String) { #expect(undressed(text) == nil) }

    @Test("Several links are decoded, also with plain ones on the same line")
    func several() {
        #expect(undressed("\(Self.once) \(Self.once)\r\nx") == plain("LINK LINK\r\nx"))
        let raw = Self.link
        #expect(undressed("\(raw) \(Self.once)\n\(raw)") == plain("\(raw) LINK\n\(raw)"))
        #expect(undressed("\(raw) u=\(Self.once)") == plain("\(raw) `u=LINK"))
        #expect(undressed("a=\(Self.once)&b=\(raw)") == plain("`a=LINK&b=\(raw)"))
    }

    @Test("A long text of half links takes no longer than its length")
    func hostile() {
        #expect(undressed(String(repeating: "otpauth%3A", count: 20_000)) == nil)
        #expect(undressed(String(repeating: "otpauth:\\z", count: 20_000)) == nil)
        #expect(undressed(String(repeating: "%3F", count: 50_000)) == nil)
    }
}
