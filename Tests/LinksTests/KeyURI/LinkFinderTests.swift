import Encodings
import FixtureSupport
import Links
import TOTPDomain
import Testing

/// `Docs/formats/otpauth.md`, “Where a link ends”: every scheme starts a link, and no link contains another.
struct LinkFinderTests {
    private static let alice = "otpauth://totp/Acme:alice?secret=JBSWY3DPEHPK3PXP"
    private static let bob = "otpauth://hotp/Bolt:bob?secret=GEZDGNBV&issuer=Bolt"
    private static let part = "otpauth-migration://offline?data=CgoKCGZvbw%3D%3D"
    private static let carol = "motp://VPN:carol?secret=e3152afee62599c8"
    private static let dave = "steam://JBSWY3DPEHPK3PXP"
    private static let all = [alice, bob, part, carol, dave]

    private static func links(_ text: String) -> [String] { links(Array(text.utf8)) }

    private static func links(_ text: [UInt8]) -> [String] {
        var links: [String] = []
        LinkRecords.forEachRecord(in: text.span, isJSON: LinkRecords.isJSON(text.span)) { record, bytes in
            if case .link = record.kind {
                links.append(String(decoding: bytes.withUnsafeBufferPointer { Array($0) }, as: UTF8.self))
            }
            return true
        }
        return links
    }

    /// Text that may be between two links; neither gets any of it.
    private static let separators = [
        " ", "  ", "\t", ",", ", ", ";", "; ", "|", " | ", ". ", ",,", " .;|, ", "\n", "\r", "\r\n", "\n\n", "\n\r",
        "\u{85}", "\u{2028}", "\u{2029}", "\u{B}", "\u{C}", "\0", "\"", "\" \"", "\",\"", "<", ">", "<br>", "<br/>",
        "</p><p>", "</li>\n<li>", "`", "` and `", "\">x</a> <a href=\"", "> <", "\n# comment\n", " (", " [", " {", " '",
        "(", "'",
    ]

    @Test("Links with any separator between them are found one by one", arguments: separators)
    func separatesLinks(separator: String) {
        for first in Self.all {
            for second in Self.all {
                #expect(Self.links(first + separator + second) == [first, second], "\(first) \(second)")
            }
        }
        #expect(Self.links(Self.all.joined(separator: separator)) == Self.all)
        #expect(Self.links(Self.all.map { $0 + separator }.joined()).count == Self.all.count)
    }

    /// Text that may be around a link.
    @Test(arguments: [
        ("\"", "\""), ("'", "'"), ("`", "`"), ("<", ">"), ("(", ")"), ("[", "]"), ("{", "}"), ("[link](", ")"),
        ("![](", ")"), ("<a href=\"", "\">code</a>"), ("<a href='", "'>code</a>"), ("<a href=", ">code</a>"),
        ("<code>", "</code>"), ("<td>1</td><td>", "</td>"), ("- ", ""), ("* ", " "), ("1. ", "  "), ("QR-Code:", ""),
        ("QR-Code: ", "\r\n"), ("1,", ""), ("id;", ""), ("name\t", ""), ("url=", ""), ("OTP ", ""),
        ("see <", "> or ask."),
        ("a = \"", "\";"), ("x: '", "',"), ("export OTP='", "'"), ("(see `", "`)"), ("链接：", ""), ("é", ""),
        ("“", "\n”"),
        ("https://example.com ", ""), ("mailto:a@b ", ""), ("otpauth:/ ", ""), ("otpauth ", ""), ("steam: ", ""),
        ("[\"", "\"]"), ("{\"uri\":\"", "\"}"), ("  [ \"", "\" ]"), ("{\"a\":{\"b\":[\"x\",\"", "\"]}}"),
    ])
    func findsALinkAmongOtherText(before: String, after: String) {
        for link in Self.all {
            #expect(Self.links(before + link + after) == [link])
            #expect(Self.links(before + link + after + "\n" + before + link + after) == [link, link])
            if after.contains(where: { !$0.isWhitespace }) {
                #expect(Self.links(before + link + after + " " + before + link + after) == [link, link])
            }
            #expect(Self.links(before + link.uppercased() + after) == [link.uppercased()])
        }
    }

    @Test(
        "A link ends with its line or what surrounds it, not at a space within it",
        arguments: [
            // White space and separators within a link stay.
            (
                "otpauth://totp/Acme Inc.: alice, b|c;d?secret=AAAA",
                ["otpauth://totp/Acme Inc.: alice, b|c;d?secret=AAAA"]
            ),
            // At the end of a line, only white space is dropped.
            ("\(alice)&issuer=Acme Inc. ", ["\(alice)&issuer=Acme Inc."]), ("\(alice).", ["\(alice)."]),
            ("\(alice),", ["\(alice),"]), ("\(alice) and more", [alice]),
            // A partner ends a link only if its other half is right before the scheme.
            ("otpauth://totp/Acme (EU):a?secret=AAAA", ["otpauth://totp/Acme (EU):a?secret=AAAA"]),
            ("(x otpauth://totp/Acme (EU):a?secret=AAAA)", ["otpauth://totp/Acme (EU):a?secret=AAAA)"]),
            ("(otpauth://totp/Acme (EU):a?secret=AAAA)", ["otpauth://totp/Acme (EU):a?secret=AAAA"]),
            ("otpauth://totp/O'Hara:a?secret=AAAA", ["otpauth://totp/O'Hara:a?secret=AAAA"]),
            ("'\(alice), '", [alice]), ("(\(alice).)", [alice]), ("[\(alice) | ]", [alice]),
            ("\"\(alice). \"", ["\(alice)."]),
            // Not a scheme: a part of a longer word, or too few slashes.
            ("x\(alice)", []), ("1\(alice)", []), ("-\(alice)", []), (".\(alice)", []), ("+\(alice)", []),
            ("%22\(alice)", []), ("%\(alice)", []), ("otpauth:/totp/a?secret=AAAA", ["otpauth:/totp/a?secret=AAAA"]),
            ("otpauth:/push/a", []), ("otpauth:totp", []),
            ("motp:VPN:a?secret=e3", []), ("steam:/AAAA", []), ("otpauth-migration:/offline?data=A", []),
            ("otpauths://totp/a?secret=AAAA", []), ("https://otpauth/totp", []), ("", []), (":/", []), ("://", []),
            // Glued to the link before it: one link, which is refused.
            ("\(alice)\(bob)", ["\(alice)\(bob)"]), ("\(alice)-\(dave)", ["\(alice)-\(dave)"]),
            ("otpauth://totp/otpauth://totp/a?secret=AAAA", ["otpauth://totp/", "otpauth://totp/a?secret=AAAA"]),
            ("otpauth://totp/steam://x?secret=AAAA", ["otpauth://totp/", "steam://x?secret=AAAA"]),
            ("otpauth://otpauth://totp/a", ["otpauth://", "otpauth://totp/a"]),
            ("motp:/VPN:a?secret=e3", ["motp:/VPN:a?secret=e3"]),
            // Comments.
            ("# \(alice)", []), ("  #\(alice)\n\(bob)", [bob]), ("#\r\(alice)", [alice]), ("# \(alice) \(bob)", []),
            // HTML.
            ("<a href=\"\(alice)&amp;issuer=A&amp;digits=6\">", ["\(alice)&issuer=A&digits=6"]),
            ("<a href='\(alice)&amp;issuer=A'>", ["\(alice)&issuer=A"]),
            ("<a HREF=\(alice)&amp;issuer=A>", ["\(alice)&issuer=A"]),
            ("\(alice)&amp;issuer=A", ["\(alice)&issuer=A"]), ("<b>\(alice)&amp;issuer=A</b>", ["\(alice)&issuer=A"]),
            ("<p>\(alice)&#38;issuer=A&#x26;digits=8&#X0026;a=b</p>", ["\(alice)&issuer=A&digits=8&a=b"]),
            ("\(alice)&amp;amp;issuer=A&#38;amp;digits=8", ["\(alice)&issuer=A&digits=8"]),
            ("\(alice)&#39;s&#38", ["\(alice)&#39;s&#38"]), ("\(alice)&issuer=a&b&#", ["\(alice)&issuer=a&b&#"]),
            ("\"\(alice)&issuer=A&ampB\"", ["\(alice)&issuer=A&ampB"]),
        ] as [(String, [String])])
    func endsLinks(text: String, links: [String]) { #expect(Self.links(text) == links) }

    private static let names = [
        "The \"Big\" Co", "A\"B", "A `B` C", "A<B", "A > B", "<b>A</b>", "(EU) Ltd", "A (EU)", "A [1] B", "{A} B",
        "O'Hara",
        "what \"now\"?", "A & \"B\" & C", "A|B", "A | B", ":)",
    ]

    private static let frames = [
        ("", ""), ("a ", ""), ("<", ">"), ("`", "`"), ("'", "'"), ("my [link](", ")"), ("x [", "]"), ("x {", "}"),
        ("<td>", "</td>"), ("\"", "\" x"),
    ]

    @Test("A quote or bracket in an issuer does not end a link if a parameter follows", arguments: names)
    func quotesInIssuers(name: String) {
        let link = "\(Self.alice)&issuer=\(name)&digits=8&period=60"
        for (before, after) in Self.frames where !(before == "<" && name.contains("> ")) {
            for text in [link, link.replacing("&digits", with: "&amp;digits")].map({ before + $0 + after }) {
                #expect(Self.links(text) == [link], "\(text)")
                #expect(Self.links("\(text) \(Self.bob)") == [link, Self.bob], "\(text)")
            }
        }
    }

    @Test(
        "A quote or bracket in a label does not end a link if its parameters follow",
        arguments: ["The \"Big\" Co", "A<B", "(EU) Ltd", "O'Hara", "A `B`"])
    func quotesInLabels(name: String) {
        let link = "otpauth://totp/\(name):a?secret=AAAA"
        for (before, after) in Self.frames {
            #expect(Self.links(before + link + after) == [link], "\(before)\(link)\(after)")
        }
    }

    @Test(
        "A quote or bracket ends a link if a parameter of something else follows",
        arguments: [
            "<a href=\(alice)>a</a> <img src=/qr?size=3&data=x>", "\"\(alice)\", \"x&issuer=B\"",
            "<td>\(alice)</td><script>\"a=1&secret=\"</script>", "<p>\(alice)<br>Tom &amp; Jerry",
            "'\(alice)' -d 'a=1&period=2'", "(\(alice)) (x&digits=8)", "\(alice)\" &nbsp; x&digits=8",
        ])
    func quotesAfterLinks(text: String) { #expect(Self.links(text) == [Self.alice]) }

    /// Each quote is looked at a few times, however many there are.
    @Test func quotesMayBeMany() {
        for quotes in ["\"", "(", ")", "\" & ", ")&a=b"] {
            let text = "(\(Self.alice)&issuer=" + String(repeating: quotes, count: 1 << 17) + "&digits=8)"
            #expect(Self.links(text).count == 1)
        }
    }

    @Test(
        arguments: [
            ("[\"\(alice)\",\"\(bob)\"]", [alice, bob]),
            ("{\"a\":\"\(alice)\",\"b\":[\"\(bob)\",null,1]}", [alice, bob]),
            (
                "{\"a\":\"otpauth:\\/\\/totp\\/a?secret=AAAA\\u0026issuer=B\"}",
                ["otpauth://totp/a?secret=AAAA&issuer=B"]
            ),
            ("[\"otpauth:\\u002F\\u002ftotp/\\u00e9\\ud83d\\ude00?secret=AAAA\"]", ["otpauth://totp/é😀?secret=AAAA"]),
            ("[\"\\u006ftpauth://totp/a\"]", ["otpauth://totp/a"]),
            ("[\"\(alice)\\n\(bob)\\tx\"]", [alice, bob]),
            ("[\n  \"\(alice)\",\n  \"\(bob)\"\n]\n", [alice, bob]), ("[\r\"\(alice)\",\r\"\(bob)\"\r]", [alice, bob]),
            ("{\"\(alice)\":1}", [alice]), ("{\"a\":\"{\\\"uri\\\":\\\"\(alice)\\\"}\"}", [alice]),
            ("[\"\(alice) \(bob)\"]", [alice, bob]), ("[\"\(alice)&amp;issuer=A\"]", ["\(alice)&issuer=A"]),
            ("[\"note: \(alice).\"]", ["\(alice)."]), ("{\"a\":\"\(alice)\"}\n{\"a\":\"\(bob)\"}", [alice, bob]),
            // Not JSON, or damaged: all links are found.
            ("[1] \(alice)", [alice]), ("[a](\(alice)) [b](\(bob))", [alice, bob]), ("{\(alice)}", [alice]),
            ("[\"\(alice)", [alice]), ("[\"a\\\" \(alice)", [alice]), ("{\"a: \(alice)\n\"\(bob)\"", [alice, bob]),
            ("[\"x\\", []), ("[\"\\ud83d \(alice)\\u12\"]", ["\(alice)\\u12"]),
            ("[section]\n# \(alice)\nk=\(bob)", [bob]),
        ] as [(String, [String])])
    func findsLinksInJSON(text: String, links: [String]) { #expect(Self.links(text) == links) }

    @Test func recordsSayWhereTheyAre() {
        let text = Array("# x\r\n\n\(Self.alice)\rno\n a \(Self.bob)\u{C}\(Self.dave), \(Self.carol)".utf8)
        var records: [LinkRecord] = []
        LinkRecords.forEachRecord(in: text.span, isJSON: false, firstLine: 10) { record, _ in
            records.append(record)
            return true
        }
        #expect(records.map(\.line) == [10, 11, 12, 13, 14, 14, 14])
        #expect(
            records.map(\.kind) == [
                .comment, .blank, .link(.otpauth), .noLink, .link(.otpauth), .link(.steam), .link(.motp),
            ])
        #expect(records.map(\.textAround.before) == [false, false, false, false, true, false, true])
        #expect(records.map(\.number) == [nil, nil, nil, nil, nil, 1, 2])
        for (record, link) in zip(
            records.filter { if case .link = $0.kind { true } else { false } },
            [
                Self.alice, Self.bob, Self.dave, Self.carol,
            ])
        {
            #expect(record.isVerbatim && Array(text[record.range]) == Array(link.utf8))
        }
    }

    @Test func stopsWhenToldTo() {
        let text = Array("a\n\(Self.alice) \(Self.bob)\n# x\n[\"\(Self.bob)\"]".utf8)
        for isJSON in [false, true] {
            for limit in 1...3 {
                var count = 0
                LinkRecords.forEachRecord(in: text.span, isJSON: isJSON) { _, _ in
                    count += 1
                    return count < limit
                }
                #expect(count <= limit)
            }
        }
    }

    /// No link contains the start of another one, and every byte of a link is in the text.
    @Test("In texts made of pieces, links are in order, and none contains another")
    func holdsForTextsMadeOfPieces() {
        var random = SeededGenerator(seed: 17)
        let pieces =
            Self.separators + Self.all + [
                "otpauth://", "OTPAUTH://totp/", "motp:/", "\\u002f", "\\/", "{", "[\"", "\\", "é", "a", "&amp;",
                "href=",
            ]
        for _ in 0..<4_000 {
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
            }
            let bytes = Array(text.joined().utf8)
            for isJSON in [false, true] {
                var end = 0
                LinkRecords.forEachRecord(in: bytes.span, isJSON: isJSON) { record, link in
                    #expect(record.range.lowerBound >= record.lineStart && record.range.upperBound <= bytes.count)
                    guard case .link(let scheme) = record.kind else { return true }
                    #expect(KeyURIScheme.find(in: link)?.scheme == scheme)
                    #expect(KeyURIScheme.find(in: link, from: 1) == nil)
                    if record.isVerbatim {
                        #expect(record.range.lowerBound >= end && record.range.count == link.count)
                        end = record.range.upperBound
                    }
                    return true
                }
            }
        }
    }
}
