import Testing

@testable import Links

@Suite("Links that are encoded or escaped for another place")
struct ClothedLinksTests {
    private static let link = "otpauth://totp/A:a@b?secret=GEZDGNBV&issuer=A"
    private static let once = "otpauth%3A%2F%2Ftotp%2FA%3Aa%40b%3Fsecret%3DGEZDGNBV%26issuer%3DA"
    private static let twice = once.replacing("%", with: "%25")

    private func undressed(_ text: String) -> String? {
        ClothedLinks.undressed(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "Percent-encoded links are decoded as often as their colon says",
        arguments: [
            once,
            once.lowercased().replacing("gezdgnbv", with: "GEZDGNBV").replacing("issuer%3da", with: "issuer%3DA")
                .replacing("%2fa%3a", with: "%2FA%3A"), "https://x.example/chart?chs=200&chl=\(once)&choe=UTF-8",
            "<img src=\"https://x.example/?data=\(once)\">", "see (\(once)).", "u=\(twice)&k=1",
            "%3D\(once)", "otpauth://totp%2FA%3Aa%40b%3Fsecret%3DGEZDGNBV%26issuer%3DA",
        ])
    func encoded(text: String) { #expect(undressed("x\n\(text)\ny") == "x\n\(Self.link)\ny") }

    @Test(
        "Escaped links are read without their escapes",
        arguments: [
            #""uri":"otpauth:\/\/totp\/A:a@b?secret=GEZDGNBV&issuer=A","#,
            #"otpauth://totp/A:a@b\?secret\=GEZDGNBV\&issuer\=A"#,
            #""otpauth://totp/A:a@b?secret=GEZDGNBV\u0026issuer=A""#,
            #"otpauth://totp/A:a@b?secret\x3dGEZDGNBV\x26issuer=A\nnext"#,
        ])
    func escaped(text: String) { #expect(undressed("x\n\(text)\ny") == "x\n\(Self.link)\ny") }

    @Test(
        "Other texts stay as they are",
        arguments: [
            "", "text", link, "\(link)&image=https%3A%2F%2Fx.example%3Fa", "notpauth%3A%2F%2Ftotp", "otpauth%3A",
            "otpauth%3Atotp", #"a \ b \n c"#, #"otpauth://totp/a?secret=GE\zDGNBV"#, "100%3A otpauth",
            "otpauth://totp/A%3Fb?secret=GEZDGNBV", "otpauth%2525253A%2F%2Ftotp",
        ])
    func others(text: String) { #expect(undressed(text) == nil) }

    @Test("Several links, also with plain ones on the same line")
    func several() {
        #expect(undressed("\(Self.once) \(Self.once)\r\nx") == "\(Self.link) \(Self.link)\r\nx")
        #expect(undressed("\(Self.link) \(Self.once)\n\(Self.link)") == "\(Self.link)  \(Self.link)\n\(Self.link)")
        #expect(undressed("a=\(Self.once)&b=\(Self.link)") == "\(Self.link) \(Self.link)")
    }

    @Test("A long text of half links takes no longer than its length")
    func hostile() {
        #expect(undressed(String(repeating: "otpauth%3A", count: 20_000)) == nil)
        #expect(undressed(String(repeating: "otpauth:\\z", count: 20_000)) == nil)
        #expect(undressed(String(repeating: "%3F", count: 50_000)) == nil)
    }
}
