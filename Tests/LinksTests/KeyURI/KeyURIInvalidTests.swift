import Encodings
import FixtureSupport
import Links
import TOTPDomain
import Testing

/// `formats/otpauth.md`, “Invalid”.
struct KeyURIInvalidTests {
    @Test(
        "A link without a secret is rejected",
        arguments: [
            "otpauth://totp/a", "otpauth://totp/a?", "otpauth://totp/a?issuer=Bad", "otpauth://totp/a?secret=",
            "otpauth://totp/a?secret", "otpauth://totp/a?secret=null", "otpauth://totp/a?secret=%20",
            "otpauth://totp/a?secret==",
            "otpauth://totp/a?secret=A", "otpauth://totp/a#?secret",
            "otpauth://totp/a?x=1#&secret=JBSWY3DPEHPK3PXP", "otpauth://yaotp/a", "motp://VPN:a",
            "motp://VPN:a?secret=",
            "steam://", "steam:///JBSWY3DPEHPK3PXP", "steam://?secret=JBSWY3DPEHPK3PXP",
        ])
    func hasNoSecret(link: String) { expect(.secretMissing, link) }

    @Test("An unknown type is named as it is written", arguments: [("to+tp", "to+tp"), ("to%2Btp", "to+tp")])
    func namesTheType(written: String, name: String) {
        let link = Array("otpauth://\(written)/a?secret=JBSWY3DPEHPK3PXP".utf8)
        let problem = #expect(throws: EntryError.self) { try KeyURI.read(link.span) }
        #expect(problem?.code == .typeUnknown && problem?.problem.contains(name) == true)
    }

    @Test(
        "A secret that is not base32 is rejected",
        arguments: [
            "otpauth://totp/a?secret=ABC1DEF8", "otpauth://hotp/a?secret=JBSWY3DP!", "otpauth://steam/a?secret=%C3%A9",
            "otpauth://totp/a?secret=https%3A%2F%2Fexample.com", "steam://ABC1",
        ])
    func hasASecretThatIsNotBase32(link: String) { expect(.secretNotBase32, link) }

    /// As the browser extension Authenticator writes them; its JSON says that they are hexadecimal.
    @Test(
        "A secret that looks hexadecimal is rejected with that reason",
        arguments: [
            ("018922b3a352c9a026bd06625292c026", true), ("018922B3A352C9A02", true), ("018922b3", false),
            ("018922b3a352c9a026bg", false),
        ])
    func saysThatASecretIsHexadecimal(secret: String, isHexadecimal: Bool) {
        let link = Array("otpauth://totp/a?secret=\(secret)".utf8)
        let problem = #expect(throws: EntryError.self) { try KeyURI.read(link.span) }
        #expect(problem?.code == .secretNotBase32)
        #expect(problem?.reason.hasPrefix("the secret is hexadecimal") == isHexadecimal)
    }

    @Test(
        "A secret of motp that is not hexadecimal is rejected",
        arguments: [
            "motp://VPN:a?secret=xyz", "motp://VPN:a?secret=e3152", "motp://VPN:a?secret=JBSWY3DP",
            "motp://a?secret=e3+5",
        ])
    func hasASecretThatIsNotHexadecimal(link: String) { expect(.secretNotHex, link) }

    @Test(
        "A Yandex secret of fewer than 16 bytes is rejected",
        arguments: ["TH5XUVUI2OTLCJ2F", "AJPTKT3Y4GYMHAPKPDCIW62S", "AA"])
    func hasAYandexSecretThatIsTooShort(secret: String) {
        expect(.secretTooShort, "otpauth://yaotp/a?secret=\(secret)")
    }

    @Test("A secret longer than the limit is rejected")
    func hasASecretThatIsTooLong() {
        expect(.secretTooLong, "otpauth://totp/a?secret=" + String(repeating: "A", count: 6_560))
        expect(.secretTooLong, "otpauth://totp/a?secret=" + String(repeating: "A", count: 20_000))
    }

    @Test(
        "An unknown type is rejected",
        arguments: [
            "otpauth://push/a?secret=JBSWY3DPEHPK3PXP", "otpauth:///a?secret=JBSWY3DPEHPK3PXP",
            "otpauth://?secret=JBSWY3DPEHPK3PXP", "otpauth://", "otpauth://totpp/a?secret=JBSWY3DPEHPK3PXP",
            "otpauth://toto/a?secret=JBSWY3DPEHPK3PXP", "otpauth://motp/a?secret=JBSWY3DPEHPK3PXP",
            "otpauth://yandex/a?secret=JBSWY3DPEHPK3PXP", "otpauth:// totp/a?secret=JBSWY3DPEHPK3PXP",
        ])
    func hasAnUnknownType(link: String) { expect(.typeUnknown, link) }

    @Test("An unknown algorithm is rejected", arguments: ["SHA384", "SHA224", "SHA3-512", "none", "SHA", "%FF"])
    func hasAnUnknownAlgorithm(algorithm: String) {
        expect(.algorithmUnknown, "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&algorithm=\(algorithm)")
        expect(.algorithmUnknown, "otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP&counter=1&algorithm=\(algorithm)")
    }

    @Test(
        "Digits that are not a number from 1 to 10 are rejected",
        arguments: ["0", "11", "99", "-6", "x", "6.0", "1e1", "%2B6", "6%006", "99999999999999999999", "٦"])
    func hasDigitsOutOfRange(digits: String) {
        expect(.digitsOutOfRange, "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&digits=\(digits)")
        expect(.digitsOutOfRange, "otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP&counter=1&digits=\(digits)")
    }

    @Test(
        "A period that is not a number from 1 to 2147483 is rejected",
        arguments: ["0", "-5", "x", "30s", "2147484", "99999999999999999999"])
    func hasAPeriodOutOfRange(period: String) {
        expect(.periodOutOfRange, "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&period=\(period)")
        if period != "0" { expect(.periodOutOfRange, "otpauth://steam/a?secret=JBSWY3DPEHPK3PXP&period=\(period)") }
    }

    @Test(
        "A counter that is not a number of 63 bits is rejected", arguments: ["-1", "x", "1.5", "9223372036854775808"])
    func hasACounterOutOfRange(counter: String) {
        expect(.counterOutOfRange, "otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP&counter=\(counter)")
    }

    @Test(
        "A link with two values of a parameter that codes depend on is rejected, and one value twice is not",
        arguments: [
            "secret=JBSWY3DPEHPK3PXP&secret=GEZDGNBVGY3TQOJQ", "secret=&secret=JBSWY3DPEHPK3PXP",
            "secret=JBSWY3DPEHPK3PXP&digits=6&digits=8", "secret=JBSWY3DPEHPK3PXP&period=30&PERIOD=60",
            "secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&algorithm=SHA256",
        ])
    func contradictsItself(query: String) throws {
        expect(.fieldDamaged, "otpauth://totp/a?\(query)")
        expect(.fieldDamaged, "otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP&counter=5&counter=9")
        let twice =
            "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&secret=jbswy3dpehpk3pxp&digits=8&digits=8&issuer=A&issuer=B"
        let item = try KeyURI.read(Array(twice.utf8).span).account
        #expect(item.issuer == "A" && item.parameters.digits == 8)
    }

    @Test(
        "A Yandex PIN that is damaged is rejected", arguments: ["pin=1", "pin=77777777", "pin=5786", "pin_length=four"])
    func hasADamagedPIN(parameter: String) {
        expect(.pinDamaged, "otpauth://yaotp/a?secret=AJPTKT3Y4GYMHAPKPDCIW62SNA&\(parameter)")
    }

    @Test(
        "A line without a link of one account is rejected as not a link",
        arguments: [
            "", " ", "this line is no link", "https://example.com/?secret=JBSWY3DPEHPK3PXP",
            "otpauth:totp/a?secret=JBSWY3DPEHPK3PXP",
            "otpauth//totp/a?secret=JBSWY3DPEHPK3PXP", "steam:JBSWY3DPEHPK3PXP", "WIFI:S:example;T:WPA;P:x;;",
            "JBSWY3DPEHPK3PXP",
            "otpauth-migration://offline?data=CgoKCGZvbw",
        ])
    func isNoLinkOfAnAccount(line: String) { expect(.notALink, line) }

    @Test("A link longer than the limit is rejected")
    func isTooLong() throws {
        let room = Limit.link - "otpauth://totp/?secret=JBSWY3DPEHPK3PXP".utf8.count
        #expect(try KeyURI.totp(String(repeating: "a", count: room)).name.utf8.count == room)
        let long = "otpauth://totp/\(String(repeating: "a", count: room + 1))?secret=JBSWY3DPEHPK3PXP"
        expect(.notALink, long)
        let problem = #expect(throws: EntryError.self) { try KeyURI.item(long) }
        #expect(problem?.reason == LimitMessage.link(Limit.link))
    }

    /// The line is refused for this reason, and the sentence about it holds nothing of the secret.
    private func expect(_ code: RejectionCode, _ line: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let problem = #expect(throws: EntryError.self, sourceLocation: sourceLocation) { try KeyURI.item(line) }
        #expect(problem?.code == code, sourceLocation: sourceLocation)
        guard let reason = problem?.reason else { return }
        #expect(!reason.isEmpty, sourceLocation: sourceLocation)
        for secret in ["JBSW", "AJPTKT", "ABC1", "AAAA", "xyz", "e3152"] {
            #expect(!reason.contains(secret), sourceLocation: sourceLocation)
        }
    }
}
