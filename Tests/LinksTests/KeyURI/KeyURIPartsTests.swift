import Encodings
import Links
import TOTPDomain
import Testing

struct KeyURIPartsTests {
    @Test
    func findsEveryPartOfAnOTPAuthLink() throws {
        let link =
            "otpauth://YaOTP/Ac%20me:alice?secret=S&Issuer=I&algorithm=A&digits=D&period=P&counter=C&pin=N&pin_length=L"
            + "&encoder=E&steam=T&secret=x#&issuer=y"
        let parts = try parts(link)
        #expect(parts.scheme == .otpauth)
        #expect(link[parts.type] == "YaOTP")
        #expect(link[parts.label] == "Ac%20me:alice")
        let values = [
            parts.secret, parts.issuer, parts.algorithm, parts.digits, parts.period, parts.counter, parts.pin,
            parts.pinLength, parts.encoder, parts.steam,
        ]
        #expect(values.map { $0.map { link[$0] } } == ["S", "I", "A", "D", "P", "C", "N", "L", "E", "T"])
    }

    @Test
    func tellsAnEmptyParameterFromAnAbsentOne() throws {
        let link = "otpauth://totp/a?secret=&steam&issuer"
        let parts = try parts(link)
        #expect(parts.secret.map { link[$0] } == "")
        #expect(parts.steam?.isEmpty == true)
        #expect(parts.issuer?.isEmpty == true)
        #expect(parts.digits == nil)
    }

    @Test(arguments: [
        ("otpauth://totp/a/b:c#1?x", "totp", "a/b:c#1"), ("otpauth://totp?secret=S", "totp", ""),
        ("otpauth://totp/", "totp", ""),
        ("otpauth://", "", ""), ("otpauth:///a", "", "a"), ("motp://VPN:a?secret=S", "", "VPN:a"),
        ("motp:/VPN:a?secret=S", "", "VPN:a"), ("motp:///a", "", "/a"), ("motp:/", "", ""),
        ("otpauth-migration://offline?data=x", "offline", ""),
    ])
    func findsTypeAndLabel(link: String, type: String, label: String) throws {
        let parts = try parts(link)
        #expect(link[parts.type] == type)
        #expect(link[parts.label] == label)
    }

    @Test(arguments: [
        ("steam://ABC", "ABC"), ("steam://ABC/x?secret=y", "ABC"), ("steam://ABC?x", "ABC"), ("steam://#ABC", ""),
    ])
    func findsTheSecretOfASteamLink(link: String, secret: String) throws {
        #expect(try parts(link).secret.map { link[$0] } == secret)
    }

    @Test(
        "The first complete scheme of a line starts the link, ignoring case",
        arguments: [
            ("otpauth://totp/a", KeyURIScheme.otpauth, 0), ("x OTPAUTH://totp/a", .otpauth, 2), ("motp:/a", .motp, 0),
            ("QR-Code:steam://A", .steam, 8), ("apple-otpauth://totp/a", .apple, 0),
            ("x Apple-OTPAUTH://totp/a", .apple, 2), ("apple-otpauth-migration://offline?data=x", .appleMigration, 0),
            ("Otpauth-Migration://offline?data=x", .migration, 0),
            ("steam://A otpauth://totp/a", .steam, 0), ("otpauth:/motp:/a", .motp, 9),
            ("ootpauth:// motp:/", .motp, 12),
        ])
    func findsTheFirstSchemeOfALine(line: String, scheme: KeyURIScheme, start: Int) throws {
        let found = try #require(find(line))
        #expect(found == (scheme, start))
    }

    @Test(
        "A line without a complete scheme contains no link",
        arguments: [
            "", "o", "otpauth:", "otpauth:/", "otpauth-migration:/", "motp", "steam:/", "http://example.com/",
        ])
    func findsNoneWhereThereIsNone(line: String) {
        #expect(find(line) == nil)
    }

    private func parts(_ link: String) throws -> KeyURIParts {
        KeyURIParts(Array(link.utf8).span, scheme: try #require(find(link)).scheme)
    }

    private func find(_ line: String) -> (scheme: KeyURIScheme, start: Int)? {
        KeyURIScheme.find(in: Array(line.utf8).span)
    }
}

extension String {
    /// The text of a range of bytes.
    fileprivate subscript(range: Range<Int>) -> String { String(decoding: Array(utf8)[range], as: UTF8.self) }
}
