import TOTPDomain
import Testing

@testable import Links

/// What a link has beside the values of its parameters.
struct LinkLeftoversTests {
    private static let link = "otpauth://totp/Acme:ann?secret=\(Secrets.sha1)&issuer=Acme"

    @Test(
        "A parameter behind a separator of another place is read",
        arguments: [
            "&amp;digits=8", "&amp;amp;digits=8", "&#38;digits=8", "&#x26;digits=8", #"\u0026digits=8"#, #"\&digits=8"#,
            "&digits =8", "&dig\u{AD}its=8".replacing("\u{AD}", with: ""), "&%64igits=8",
        ])
    func readsOtherSeparators(rest: String) throws {
        let reading = try KeyURI.reading(Self.link + rest)
        #expect(reading.account.parameters.digits == 8 && reading.account.issuer == "Acme" && reading.warning == nil)
        #expect(try LinkChecker.standard().verdict(Self.link + rest).rules.worst != .error)
    }

    @Test(
        "A parameter in a place where no app reads it is refused, also by validate",
        arguments: [
            ";digits=8", ",digits=8", "|digits=8", "%26digits=8", "%2526digits=8", "?digits=8", "#digits=8",
            "#&digits=8",
            "&digits:8", "&digits%3D8", "&image=https://acme.example/a.png;digits=8", ";period=60",
            "%3Balgorithm%3DSHA256",
        ])
    func refusesMisplaced(rest: String) throws {
        #expect(throws: EntryError(.parameterMisplaced, "")) { try KeyURI.reading(Self.link + rest) }
        #expect(try LinkChecker.standard().ids(Self.link + rest).contains("parameter-misplaced"))
    }

    @Test(
        "Kinds with fixed parameters have a secret all the same, and Steam a period",
        arguments: [
            ("steam", "%26period=60", true), ("steam", "#secret=MZQXO3TFNZ2GK43UMVZHG5DJ", true),
            ("yaotp", "%26secret=MZQXO3TFNZ2GK43UMVZHG5DJ", true), ("steam", "%26digits=8", false),
            ("yaotp", "%26period=60", false), ("steam", "%26period=30", false),
        ])
    func refusesMisplacedForFixedKinds(type: String, rest: String, isRefused: Bool) throws {
        let link = "otpauth://\(type)/Acme:ann?secret=\(Secrets.sha1)&issuer=Acme\(rest)"
        #expect(try LinkChecker.standard().ids(link).contains("parameter-misplaced") == isRefused)
    }

    @Test("A parameter before the question mark is refused", arguments: ["&", ";", ",", "%26", " ", "&amp;"])
    func refusesInLabel(separator: String) throws {
        let link = "otpauth://totp/Acme:ann\(separator)digits=8?secret=\(Secrets.sha1)&issuer=Acme"
        #expect(throws: EntryError(.parameterMisplaced, "")) { try KeyURI.reading(link) }
        #expect(try LinkChecker.standard().ids(link).contains("parameter-misplaced"))
    }

    @Test(
        "The value that the account has says nothing in another place, and neither do other words",
        arguments: [
            "#top=1", "&image=https://acme.example/a.png?digits=6&period=30", "%20(2digits=8)",
            "&image=a.png?size=8",
            "&color=digits",
        ])
    func acceptsEqualValues(rest: String) throws {
        #expect(try KeyURI.reading(Self.link + rest).account.parameters == OTPParameters(kind: .totp))
    }

    @Test(
        "A parameter under the name of another app is read",
        arguments: [
            ("&algo=SHA256", "SHA256 6 30"), ("&hash=sha-512", "SHA512 6 30"), ("&step=60", "SHA1 6 60"),
            ("&interval=20", "SHA1 6 20"), ("&length=8", "SHA1 8 30"),
        ])
    func readsSynonyms(rest: String, values: String) throws {
        let reading = try KeyURI.reading(Self.link + rest), parameters = reading.account.parameters
        #expect(
            "\(parameters.algorithm.rawValue) \(parameters.digits) \(parameters.period ?? 0)" == values
                && reading.warning == nil)
        #expect(try LinkChecker.standard().ids(Self.link + rest).contains("spelling-case"))
    }

    @Test(
        "A synonym with another value than the parameter, another type and an unknown encoder are refused",
        arguments: [
            ("&digits=6&length=8", "field-damaged"), ("&type=hotp", "type-unknown"),
            ("&tokenType=steam", "type-unknown"),
            ("&encoder=base10", "type-unknown"),
        ])
    func refusesContradictions(rest: String, code: RejectionCode) throws {
        #expect(throws: EntryError(code, "")) { try KeyURI.reading(Self.link + rest) }
        #expect(try LinkChecker.standard().verdict(Self.link + rest).rules.worst == .error)
    }

    @Test(
        "What is not used is named",
        arguments: [
            ("&t0=100", "\"t0\" in its link is not read"),
            ("&issuer=Birch", "a second \"issuer\" in its link is not read"),
            ("&counter=7", "\"counter\" in its link is not read"), ("&hash=4f2a", "\"hash\" in its link is not read"),
            ("#digits=6", "what follows the # in its link is not read"),
            ("\"&digits=8", "its issuer ends with a quote"),
            ("&pin=1234&suffix=9", "\"pin\", \"suffix\" in its link are not read"),
        ])
    func namesUnused(rest: String, problem: String) throws {
        #expect(try KeyURI.reading(Self.link + rest).warning?.problem == problem)
    }

    @Test(
        "What an app writes for itself, a default and an empty value say nothing",
        arguments: [
            "&color=blue", "&uuid=7", "&image=a.png", "&counter=0", "&counter=1", "&issuer=Acme", "&note=",
            "&type=totp",
            "&encoder=null",
        ])
    func knowsHarmless(rest: String) throws { #expect(try KeyURI.reading(Self.link + rest).warning == nil) }

    @Test("Separators are undone once, however many escapes a hostile link has")
    func undoesEscapesOnce() {
        let escapes = String(repeating: "\\", count: 200_000)
        #expect(throws: EntryError.self) { try KeyURI.reading("\(Self.link)\(escapes)&digits=8") }
    }

    @Test("A link with one slash is read, and validate warns about it")
    func readsOneSlash() throws {
        let link = Self.link.replacing("otpauth://", with: "otpauth:/")
        #expect(try KeyURI.item(link).linkContent == KeyURI.item(Self.link).linkContent)
        #expect(try LinkChecker.standard().verdict(link).rules.worst == .warning)
        #expect(NormalForm(of: Array(link.utf8).span) == NormalForm(of: Array(Self.link.utf8).span))
    }
}
