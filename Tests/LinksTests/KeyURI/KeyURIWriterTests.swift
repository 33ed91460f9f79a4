import Links
import TOTPDomain
import Testing

/// `formats/otpauth.md`, “Writer”.
struct KeyURIWriterTests {
    @Test
    func alwaysWritesAllParameters() throws {
        let totp = try item("Acme", "alice", OTPParameters(kind: .totp))
        #expect(
            KeyURI.write(totp)
                == "otpauth://totp/Acme:alice?secret=JBSWY3DPEHPK3PXP&issuer=Acme&algorithm=SHA1&digits=6&period=30")
        let hotp = try item("Acme", "alice", OTPParameters(kind: .hotp, algorithm: .sha512, digits: 8, counter: 41))
        #expect(
            KeyURI.write(hotp)
                == "otpauth://hotp/Acme:alice?secret=JBSWY3DPEHPK3PXP&issuer=Acme&algorithm=SHA512&digits=8&counter=41")
    }

    @Test(
        arguments: [
            ("Air Canada", "ben+tag@example.org", "Air%20Canada:ben%2Btag%40example.org?", "&issuer=Air%20Canada&"),
            ("A:B", "c:d", "A%3AB:c%3Ad?", "&issuer=A%3AB&"),
            ("Acme", "", "Acme:?", "&issuer=Acme&"),
            ("日本", "👻", "%E6%97%A5%E6%9C%AC:%F0%9F%91%BB?", "&issuer=%E6%97%A5%E6%9C%AC&"),
            ("100%", "\"q\" & #1", "100%25:%22q%22%20%26%20%231?", "&issuer=100%25&"),
        ] as [(issuer: String, name: String, label: String, parameter: String)])
    func encodesIssuerAndName(issuer: String, name: String, label: String, parameter: String) throws {
        let link = KeyURI.write(try item(issuer, name, OTPParameters(kind: .totp)))
        #expect(link.hasPrefix("otpauth://totp/\(label)secret="))
        #expect(link.contains(parameter))
    }

    @Test(
        "Without an issuer, the link has no issuer, and a colon only if the name has one",
        arguments: [("alice", "alice"), ("", ""), ("a:b", ":a%3Ab")])
    func writesNoIssuerWhereThereIsNone(name: String, label: String) throws {
        let link = KeyURI.write(try item("", name, OTPParameters(kind: .totp)))
        #expect(link == "otpauth://totp/\(label)?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30")
    }

    @Test(arguments: [("alice", ":alice"), ("", ":"), ("a:b", ":a%3Ab")])
    func writesAColonIfAsked(name: String, label: String) throws {
        let item = try item("", name, OTPParameters(kind: .totp))
        let link = KeyURI.write(item, label: .alwaysColon)
        #expect(link == "otpauth://totp/\(label)?secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30")
        let read = try KeyURI.read(Array(link.utf8).span).account
        #expect(read.issuer.isEmpty && read.name == name)
    }

    @Test
    func writesTheOtherKinds() throws {
        let steam = try item("Game", "a", OTPParameters(kind: .steam))
        #expect(
            KeyURI.write(steam)
                == "otpauth://steam/Game:a?secret=JBSWY3DPEHPK3PXP&issuer=Game&algorithm=SHA1&digits=5&period=30")
        let yandex = try item("Yandex", "a", OTPParameters(kind: .yandex), pin: OTPPin("5786"))
        #expect(
            KeyURI.write(yandex)
                == "otpauth://yaotp/Yandex:a?secret=JBSWY3DPEHPK3PXP&issuer=Yandex&algorithm=SHA256&digits=8&period=30"
                + "&pin=GU3TQNQ")
        let motp = try item("VPN two", "a:b", OTPParameters(kind: .motp))
        #expect(KeyURI.write(motp) == "motp://VPN%20two:a%3Ab?secret=48656c6c6f21deadbeef&issuer=VPN%20two")
    }

    private func item(_ issuer: String, _ name: String, _ parameters: OTPParameters, pin: OTPPin? = nil) throws
        -> Account
    {
        Account(
            issuer: issuer, name: name, secret: try OTPSecret(base32: KeyURI.exampleSecret), parameters: parameters,
            pin: pin)
    }
}
