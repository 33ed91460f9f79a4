import Links
import TOTPDomain
import Testing

/// `formats/otpauth.md`, “File” and “Syntax”.
struct KeyURISyntaxTests {
    @Test
    func readsEveryField() throws {
        let item = try KeyURI.item(
            "otpauth://totp/Acme:alice?secret=JBSWY3DPEHPK3PXP&issuer=Acme&algorithm=SHA256&digits=8&period=60")
        #expect((item.issuer, item.name) == ("Acme", "alice"))
        #expect(item.secret.base32 == "JBSWY3DPEHPK3PXP")
        #expect(item.parameters == (try OTPParameters(kind: .totp, algorithm: .sha256, digits: 8, period: 60)))
        #expect(item.pin == nil)
    }

    @Test
    func hasTheDefaultsOfTheFormat() throws {
        #expect(
            try KeyURI.totp("alice").parameters == OTPParameters(kind: .totp, algorithm: .sha1, digits: 6, period: 30))
    }

    @Test(arguments: [
        ("totp", OTPKind.totp), ("hotp", .hotp), ("steam", .steam), ("TOTP", .totp), ("Hotp", .hotp), ("sTeAm", .steam),
    ])
    func readsTypesOfAnyCase(type: String, kind: OTPKind) throws {
        #expect(try KeyURI.item("otpauth://\(type)/a?secret=JBSWY3DPEHPK3PXP").parameters.kind == kind)
    }

    @Test
    func schemesAndParametersHaveAnyCase() throws {
        let item = try KeyURI.item(
            "OTPAuth://totp/x?SECRET=jbswy3dpehpk3pxp&Issuer=Case&ALGORITHM=sha512&diGits=7&Period=9")
        #expect((item.issuer, item.name) == ("Case", "x"))
        #expect(item.secret.base32 == "JBSWY3DPEHPK3PXP")
        #expect(item.parameters == (try OTPParameters(kind: .totp, algorithm: .sha512, digits: 7, period: 9)))
    }

    @Test(arguments: [
        "&issuer=First&issuer=Second", "&issuer=First&ISSUER=Second",
        "&issuer=First&digits=6&digits=6&period=30&period=30&algorithm=SHA1&algorithm=sha1",
    ])
    func theFirstIssuerCountsAndEqualValuesAreOne(parameters: String) throws {
        let expected = try KeyURI.totp("a", "&issuer=First")
        #expect(try KeyURI.totp("a", parameters).linkContent == expected.linkContent)
    }

    @Test(arguments: [
        "icon=https%3A%2F%2Fexample.com%2Fa.png", "image=a", "serial=1", "deviceid=x", "data=y", "codeDisplay=%7B%7D",
        "lock=true", "digit=9", "xdigits=9", "digitss=9", "unknown", "=", "=5", "", "&&",
    ])
    func otherParametersAreIgnored(parameter: String) throws {
        let expected = try KeyURI.totp("a")
        #expect(try KeyURI.totp("a", "&\(parameter)").linkContent == expected.linkContent)
        let leading = try KeyURI.item("otpauth://totp/a?\(parameter)&secret=JBSWY3DPEHPK3PXP")
        #expect(leading.linkContent == expected.linkContent)
    }

    @Test(arguments: ["algorithm", "digits", "period", "issuer"])
    func anEmptyOrNullValueIsTheDefault(parameter: String) throws {
        let expected = try KeyURI.totp("a")
        for value in ["", "=", "=null"] {
            #expect(try KeyURI.totp("a", "&\(parameter)\(value)").linkContent == expected.linkContent)
        }
    }

    @Test(arguments: [
        "QR-Code:", "  ", "\t", "1. ", "<", "see http://example.com/ and ", "otpauth:/ ", "EAN-13:", "\u{FEFF}",
    ])
    func textBeforeTheSchemeIsSkipped(text: String) throws {
        let link = "otpauth://totp/Acme:alice?secret=JBSWY3DPEHPK3PXP"
        #expect(try KeyURI.item(text + link).linkContent == KeyURI.item(link).linkContent)
    }

    @Test(
        "A field with two links, or with a letter before the scheme, is rejected",
        arguments: ["otpauth:// ", "x", "otpauth://totp/b?secret=AAAA ", "otpauth://totp/b?secret=AAAA"])
    func aFieldHoldsOneLink(text: String) {
        let link = "otpauth://totp/Acme:alice?secret=JBSWY3DPEHPK3PXP"
        let isGlued = text == "x"
        #expect(throws: EntryError(isGlued ? .notALink : .linksRunTogether, "")) { try KeyURI.item(text + link) }
    }

    @Test("White space after the link is skipped", arguments: [" ", "\t", "\r", "\r\n", " \n\n"])
    func blanksBehindTheLinkAreSkipped(blanks: String) throws {
        let item = try KeyURI.totp("a", "&issuer=Acme\(blanks)")
        #expect((item.issuer, item.name) == ("Acme", "a"))
    }

    @Test
    func aHashEndsTheQueryAndNotTheLabel() throws {
        let item = try KeyURI.totp("with#1", "&digits=8#&issuer=Hidden&digits=8")
        #expect((item.issuer, item.name) == ("", "with#1"))
        #expect(item.parameters.digits == 8)
    }

    @Test
    func onlyTheFirstQuestionMarkBeginsTheQuery() throws {
        #expect(try KeyURI.totp("a", "&issuer=What?").issuer == "What?")
    }

    @Test(arguments: ["otpauth://totp/?secret=JBSWY3DPEHPK3PXP", "otpauth://totp?secret=JBSWY3DPEHPK3PXP"])
    func anAccountWithoutANameIsKept(link: String) throws {
        let item = try KeyURI.item(link)
        #expect((item.issuer, item.name) == ("", ""))
    }

    @Test(
        "A secret may have lower case, spaces, hyphens and padding",
        arguments: [
            "JBSWY3DPEHPK3PXP", "jbswy3dpehpk3pxp", "JBSW%20Y3DP-EHPK+3PXP", "JBSWY3DPEHPK3PXP%3D%3D",
            "JBSWY3DPEHPK3PXP==",
            "JBSWY3DPEHPK3PXP%3d", " JBSW Y3DP EHPK 3PXP",
        ])
    func secretsAreReadGenerously(secret: String) throws {
        #expect(try KeyURI.item("otpauth://totp/a?secret=\(secret)&digits=6").secret.base32 == KeyURI.exampleSecret)
    }

    @Test
    func aHOTPLinkShouldNameItsCounter() throws {
        let without = try KeyURI.reading("otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP")
        #expect(without.account.parameters.counter == 0)
        #expect(without.warning == "the link has no counter; it starts at 0")
        let with = try KeyURI.reading("otpauth://hotp/a?secret=JBSWY3DPEHPK3PXP&counter=9007199254740993&period=0")
        #expect(with.account.parameters == (try OTPParameters(kind: .hotp, counter: 9_007_199_254_740_993)))
        #expect(with.warning == nil)
        #expect(try KeyURI.reading("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP").warning == nil)
    }
}
