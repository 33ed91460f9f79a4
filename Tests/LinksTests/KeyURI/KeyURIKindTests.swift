import Links
import TOTPDomain
import Testing

/// Steam, Yandex and Mobile-OTP in `formats/otpauth.md`.
struct KeyURIKindTests {
    // MARK: - Steam

    @Test(
        "The type, a parameter or the issuer says that an account is of Steam",
        arguments: [
            "otpauth://steam/Game:a?secret=JBSWY3DPEHPK3PXP",
            // KeePassXC's sign, Stratum's with and without a value, and the name.
            "otpauth://totp/Game:a?secret=JBSWY3DPEHPK3PXP&encoder=steam",
            "otpauth://totp/Game:a?secret=JBSWY3DPEHPK3PXP&encoder=STEAM",
            "otpauth://totp/Game:a?secret=JBSWY3DPEHPK3PXP&steam",
            "otpauth://totp/Game:a?secret=JBSWY3DPEHPK3PXP&steam=true",
            "otpauth://totp/Steam:a?secret=JBSWY3DPEHPK3PXP",
            "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&issuer=Steam",
            "otpauth://totp/Steam?secret=JBSWY3DPEHPK3PXP",
            // Their other parameters are ignored.
            "otpauth://totp/Steam?secret=JBSWY3DPEHPK3PXP&digits=5&period=30&algorithm=SHA1",
            "otpauth://totp/Steam?secret=JBSWY3DPEHPK3PXP&digits=&period=null&algorithm=hmac-sha-1",
            "otpauth://totp/Game:a?secret=JBSWY3DPEHPK3PXP&steam=1&digits=8&algorithm=SHA512",
            "otpauth://steam/Game:a?secret=JBSWY3DPEHPK3PXP&digits=99&period=0&counter=-1",
        ])
    func knowsSteamBySeveralSigns(link: String) throws {
        #expect(try KeyURI.item(link).parameters == OTPParameters(kind: .steam))
    }

    @Test(
        "A link that only resembles Steam's is an ordinary one",
        arguments: [
            "otpauth://totp/steam?secret=JBSWY3DPEHPK3PXP", "otpauth://totp/Steam%20Deck:a?secret=JBSWY3DPEHPK3PXP",
            "otpauth://totp/Game:Steam?secret=JBSWY3DPEHPK3PXP", "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&encoder=",
            "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&issuer=x&name=Steam",
            // A sign that denies it.
            "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&steam=0", "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&steam=false",
            "otpauth://totp/a?steam=No&secret=JBSWY3DPEHPK3PXP", "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&steam=",
            // The issuer, with codes that are not Steam's.
            "otpauth://totp/Steam:a?secret=JBSWY3DPEHPK3PXP&digits=6",
            "otpauth://totp/Steam?secret=JBSWY3DPEHPK3PXP&period=60",
            "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&issuer=Steam&algorithm=SHA256",
        ])
    func takesNothingElseForSteam(link: String) throws {
        #expect(try KeyURI.item(link).parameters.kind == .totp)
    }

    @Test(arguments: ["&steam", "&encoder=steam", "&issuer=Steam"])
    func hotpIsNeverSteam(parameters: String) throws {
        let item = try KeyURI.item("otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP&counter=1\(parameters)")
        #expect(item.parameters.kind == .hotp)
    }

    @Test(arguments: [
        "steam://JBSWY3DPEHPK3PXP", "STEAM://jbswy3dpehpk3pxp", "steam://JBSWY3DPEHPK3PXP/",
        "steam://JBSWY3DPEHPK3PXP?x=y",
        "steam://JBSWY3DPEHPK3PXP#x", "QR-Code:steam://JBSWY3DPEHPK3PXP%3D%3D ",
    ])
    func readsSteamLinks(link: String) throws {
        let item = try KeyURI.item(link)
        #expect((item.issuer, item.name) == ("", ""))
        #expect(item.secret.base32 == KeyURI.exampleSecret)
        #expect(item.parameters == (try OTPParameters(kind: .steam)))
    }

    @Test(
        "A period in range is kept",
        arguments: ["steam/a?", "totp/a?encoder=steam&", "totp/a?steam&digits=6&"])
    func keepsThePeriod(start: String) throws {
        let item = try KeyURI.item("otpauth://\(start)secret=JBSWY3DPEHPK3PXP&period=60")
        #expect(item.parameters == (try OTPParameters(kind: .steam, period: 60)))
        #expect((item.parameters.period, item.parameters.digits) == (60, 5))
    }

    @Test("A format that says itself what is a Steam account does not ask the issuer")
    func issuerOnly() throws {
        let link = Array("otpauth://totp/Steam:a?secret=JBSWY3DPEHPK3PXP&issuer=Steam".utf8)
        #expect(try KeyURI.read(link.span, knowsSteamByIssuer: false).account.parameters.kind == .totp)
        let marked = link + Array("&encoder=steam".utf8)
        #expect(try KeyURI.read(marked.span, knowsSteamByIssuer: false).account.parameters.kind == .steam)
    }

    // MARK: - Enrollment in two steps

    @Test(
        "The server's half of a secret is not one",
        arguments: ["2step_salt=8", "2step_output=20", "2step_difficulty=10000", "2STEP_SALT=8&2step_output=20"])
    func halfOfSecret(parameters: String) {
        for type in ["totp", "hotp", "steam"] {
            #expect(throws: EntryError(.secretIncomplete, "")) {
                try KeyURI.item("otpauth://\(type)/a?secret=JBSWY3DPEHPK3PXP&counter=1&\(parameters)")
            }
        }
    }

    // MARK: - Yandex

    /// 16 bytes, and the same with the checksum that Yandex appends.
    @Test(arguments: ["AJPTKT3Y4GYMHAPKPDCIW62SNA", "AJPTKT3Y4GYMHAPKPDCIW62SNBQXY"])
    func aYandexSecretIsItsFirst16Bytes(secret: String) throws {
        let item = try KeyURI.item(
            "otpauth://yaotp/user%40example.org?secret=\(secret)&pin_length=4&name=user&digits=6")
        #expect((item.issuer, item.name) == ("Yandex", "user@example.org"))
        #expect(item.secret.bytes.count == 16)
        #expect(item.secret.base32 == "AJPTKT3Y4GYMHAPKPDCIW62SNA")
        #expect(item.parameters == (try OTPParameters(kind: .yandex)))
        #expect(item.pin == nil)
    }

    @Test
    func aYandexIssuerIsNotReplaced() throws {
        let link = "otpauth://YAOTP/a?secret=AJPTKT3Y4GYMHAPKPDCIW62SNA&issuer=Ya"
        #expect(try KeyURI.item(link).issuer == "Ya")
    }

    @Test(arguments: [("GU3TQNQ", "5786"), ("gu3tqnq%3D", "5786"), ("YOU4HKI", "éé"), ("", nil), ("null", nil)])
    func aYandexPINIsBase32OfItsText(parameter: String, pin: String?) throws {
        let link = "otpauth://yaotp/a?secret=AJPTKT3Y4GYMHAPKPDCIW62SNA&pin=\(parameter)"
        #expect(try KeyURI.item(link).pin?.text == pin)
    }

    // MARK: - Mobile-OTP

    @Test(arguments: [
        ("motp://VPN:carol?secret=e3152afee62599c8", "VPN", "carol"),
        ("motp:/VPN%20two:dave?secret=E3152AFEE62599C8", "VPN two", "dave"),
        ("MOTP://carol?secret=e3152afee62599c8&issuer=VPN", "VPN", "carol"),
        ("motp://?secret=e3152afee62599c8", "", ""),
        ("motp://VPN:carol?secret=e3152afee62599c8&digits=8&period=30&algorithm=SHA384", "VPN", "carol"),
    ])
    func readsMOTPLinks(link: String, issuer: String, name: String) throws {
        let item = try KeyURI.item(link)
        #expect((item.issuer, item.name) == (issuer, name))
        #expect(item.secret.bytes == [0xE3, 0x15, 0x2A, 0xFE, 0xE6, 0x25, 0x99, 0xC8])
        #expect(item.parameters == (try OTPParameters(kind: .motp)))
        #expect(item.pin == nil)
    }

    @Test
    func readsTheMOTPPINThatItWrites() throws {
        #expect(try KeyURI.item("motp://VPN:carol?secret=e3152afee62599c8&pin=GU3TQNQ").pin?.text == "5786")
    }
}
