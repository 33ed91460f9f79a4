import Encodings
import Links
import TOTPDomain
import Testing

/// Possible secrets outside of links, and texts that cannot be secrets.
struct BareSecretTests {
    private static func places(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return BareSecret.find(in: bytes.span, bytes.indices).map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }

    private static let secrets = [
        "K5QXEZBAMN2GK3LF", "k5qxezbamn2gk3lf", "K5QXEZBAMN2GK3LFON2A", "K5QX EZBA MN2G K3LF", "K5QX-EZBA-MN2G-K3LF",
        "k5qx ezba mn2g k3lf on2a", "K5QXEZBA MN2GK3LF", "K5QX EZBA MN2G K3LF ON", "K5QXE ZBAMN 2GK3L FON2A 7A7A",
        "K5QXEZBAMN2GK3LFON2AOZLSPFZGKY3SMV2HG33G",
    ]

    @Test("A text is a secret alone if only white space is around it, up to four times the longest secret")
    func isAll() {
        let secret = "K5QXEZBAMN2GK3LF", most = 4 * (OTPSecret.maximumByteCount / 5 * 8 + 8)
        func isAll(_ text: String) -> Bool { BareSecret.isAll(of: Array(text.utf8).span) }
        for text in [secret, " \(secret)\n", secret + String(repeating: " ", count: most - secret.utf8.count)] {
            #expect(isAll(text))
        }
        for text in [
            "", " ", "x \(secret)", "\(secret) x", "\(secret),\(secret)",
            secret + String(repeating: " ", count: most + 1 - secret.utf8.count),
        ] { #expect(!isAll(text)) }
    }

    @Test("Secrets are looked for up to one more than a file may have entries")
    func limit() {
        let line = Array("K5QXEZBAMN2GK3LF\n".utf8)
        let text = Array(repeatElement(line, count: Limit.entries + 3).joined())
        #expect(BareSecret.find(in: text.span, text.indices).count == Limit.entries + 1)
    }

    @Test("A secret is found in every surrounding", arguments: secrets)
    func finds(secret: String) {
        for (before, after) in [
            ("", ""), ("GitHub:", ""), ("GitHub: ", ""), ("GitHub=", ""), ("GitHub\t", ""), ("- ", ""), ("a,b,", ",c"),
            ("| GitHub | ", " |"), ("<td>", "</td>"), ("<field type=\"one_time_password\">", "</field>"),
            ("secret=\"", "\"/>"),
            ("my code is ", "."), ("(", ")"), ("`", "`"), ("**", "**"), ("“", "”"), ("&nbsp;", "&nbsp;"),
            ("GitHub：", ""),
            ("", "===="), ("'", "',"), ("Is it ", "?"),
        ] {
            #expect(Self.places(before + secret + after) == [secret], "\(before)")
            #expect(Self.places("x \(before)\(secret)\(after) y ; \(before)\(secret)\(after)").count == 2, "\(before)")
        }
    }

    @Test(
        "Prose, passwords, hashes, ids and addresses are not secrets",
        arguments: [
            "the quick brown fox jumps over the lazy dog 2 times", "INTERNATIONALIZATION OF EVERYTHING",
            "PASSWORDPASSWORD22", "ASTRASTRASTRASTR",
            "this link does also have some four word text", "d41d8cd98f00b204e9800998ecf8427e", "2345672345672345",
            "DEADBEEF22AB34CD5E6F77AA", "550e8400-e29b-41d4-a716-446655440000", "AKIAIOSFODNN7EXAMPLE",
            "ASIAIOSFODNN7EXAMPLE",
            "ABCDE-2FGHI-JKLMN-3OPQR-STUVW", "ABCDE 2FGHI JKLMN 3OPQR STUVW", "https://example.com/K5QXEZBAMN2GK3LF",
            "k5qxezbamn2gk3lf.onion", "x@k5qxezbamn2gk3lf.example", "#K5QXEZBAMN2GK3LF", "a_K5QXEZBAMN2GK3LF",
            "K5QXEZBAMN2GK3LF/x", "K5QXEZBAMN2GK3LF+x", "?a=K5QXEZBAMN2GK3LF&b=c", "K5QXEZBAmn2gk3lf",
            "K5QXEZBAMN2GK3L",
            "K5QXEZBAMN2GK3LFA", "K5QXEZBAMN2GK3L1", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "my-service-name-2b-prod-eu-west",
            "grid-2col-container-large", "K5QX EZBA MN2G", "2026-11-23T10:00:00", "", "     ", "====================",
            "correct horse battery staple", "Tr0ub4dor&3Tr0ub4dor&3",
            "data:image/png;base64,IVBORW0KGGOAAAANSUHEUGAA/2A",
        ])
    func findsNothing(text: String) { #expect(Self.places(text) == [], "\(text)") }

    @Test(
        "Words that name a secret are its label",
        arguments: [
            ("GitHub:", "GitHub"), ("Big Company: ", "Big Company"), ("x, GitHub = ", "GitHub"),
            ("{\"GitHub\": \"", "GitHub"),
            ("GitHub\t", ""), ("my code is ", ""), ("<td>", ""), ("", ""), (":", ""), ("K5QXEZBAMN2GK3LF:", ""),
            ("x?secret=", "secret"), ("\n GitHub: ", "GitHub"), (String(repeating: "x", count: 101) + ":", ""),
        ])
    func labels(before: String, label: String) {
        let bytes = Array("\(before)K5QXEZBAMN2GK3LF".utf8)
        #expect(BareSecret.label(before: before.utf8.count, in: bytes.span) == label)
    }

    /// Groups without end take one look each.
    @Test func readsLongTexts() {
        #expect(Self.places(String(repeating: "abcd ", count: 100_000)) == [])
        #expect(Self.places(String(repeating: "AB2D ", count: 100_000)) == [])
        #expect(Self.places(String(repeating: "AB2D", count: 100_000)) == [])
        #expect(Self.places(String(repeating: "K5QXEZBAMN2GK3LF ", count: 10_000)).count == 10_000)
    }
}
