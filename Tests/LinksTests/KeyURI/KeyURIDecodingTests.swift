import Encodings
import Links
import TOTPDomain
import Testing

/// `formats/otpauth.md`, “Decoding”.
struct KeyURIDecodingTests {
    @Test(
        "A label is percent-decoded, and malformed sequences stay as they are",
        arguments: [
            ("ben+tag%40example.org", "ben+tag@example.org"),
            ("with space|#1/2@x", "with space|#1/2@x"),
            ("100%25", "100%"),
            ("%C3%A9t%c3%a9", "été"),
            ("été", "été"),
            ("%F0%9F%91%BB", "👻"),
            ("👻", "👻"),
            ("%2B", "+"),
            ("a%3Fb", "a?b"),
            ("%25%34%31", "%41"),
            // Malformed sequences stay as they are.
            ("100%", "100%"),
            ("%4", "%4"),
            ("%", "%"),
            ("%%41", "%A"),
            ("%G1%1G", "%G1%1G"),
            ("%41%4", "A%4"),
            ("%-1", "%-1"),
            // No UTF-8 behind the sequences: they stay, too.
            ("caf%E9", "caf%E9"),
            ("%C3", "%C3"),
            ("%FF%41", "%FF%41"),
        ])
    func decodesLabels(label: String, name: String) throws {
        #expect(try Array(KeyURI.totp(label).name.utf8) == Array(name.utf8))
    }

    @Test(
        "A value is percent-decoded, and its plus signs are spaces",
        arguments: [
            ("Air+Canada", "Air Canada"), ("Air%20Canada", "Air Canada"), ("Air%2BCanada", "Air+Canada"),
            ("A+%2B+B", "A + B"),
            ("A=B", "A=B"), ("A%26B", "A&B"), ("A%23B", "A#B"), ("50%", "50%"), ("%E9+x", "%E9+x"), ("a/b:c", "a/b:c"),
        ])
    func decodesQueryValues(value: String, issuer: String) throws {
        #expect(try KeyURI.totp("a", "&issuer=\(value)").issuer == issuer)
    }

    /// An old list in Latin-1: the label may look odd, but no account is lost to it.
    @Test
    func readsBytesThatAreNoUTF8AsLatin1() throws {
        let link = Array("otpauth://totp/caf".utf8) + [0xE9] + Array("%41?secret=JBSWY3DPEHPK3PXP".utf8)
        let item = try KeyURI.read(link.span).account
        #expect(item.name == "café%41")
    }

    @Test
    func aNULInALabelStays() throws {
        let item = try KeyURI.totp("a%00b")
        #expect(item.name == "a\u{0}b")
        #expect(item.label == "a\u{FFFD}b")
    }

    @Test(
        "The name of a parameter is read with white space around it, or percent-encoded",
        arguments: [" digits=8", "digits =8", "\tDigits=8", "d%69gits=8", "%20digits=8"])
    func decodesNames(parameter: String) throws {
        #expect(
            try KeyURI.totp("a", "&\(parameter)&period=60").parameters
                == KeyURI.totp("a", "&digits=8&period=60").parameters)
    }

    @Test(
        "A number may be percent-encoded, and have spaces and zeros before it",
        arguments: [("digits=%37", 7), ("digits=+8+", 8), ("digits=%208%20", 8), ("digits=08", 8)])
    func numbersAreDecodedToo(parameter: String, digits: Int) throws {
        #expect(try KeyURI.totp("a", "&\(parameter)").parameters.digits == digits)
    }

    @Test(arguments: [
        ("", ""), ("AZaz09-._~", "AZaz09-._~"), (" ", "%20"), ("+", "%2B"), ("a:b", "a%3Ab"), ("%", "%25"),
        ("é", "%C3%A9"),
        ("e\u{301}", "e%CC%81"), ("👻", "%F0%9F%91%BB"), ("\u{0}\n", "%00%0A"),
        ("!*'();@&=$,/?#[]", "%21%2A%27%28%29%3B%40%26%3D%24%2C%2F%3F%23%5B%5D"),
    ])
    func encodesAllButUnreservedCharacters(text: String, encoded: String) {
        #expect(PercentCoding.encode(text) == encoded)
    }
}
