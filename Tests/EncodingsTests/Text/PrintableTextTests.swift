import Encodings
import Testing

struct PrintableTextTests {
    @Test(arguments: [
        "\u{0}", "\u{7}", "\u{8}", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{80}", "\u{9B}",
        // Line and paragraph separators.
        "\u{2028}", "\u{2029}",
        // Marks, embeddings, overrides and isolates that change the direction of the following text.
        "\u{200E}", "\u{200F}", "\u{061C}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}",
        "\u{2067}", "\u{2068}", "\u{2069}",
        // Invisible ones: zero width space, byte order mark, soft hyphen.
        "\u{200B}", "\u{FEFF}", "\u{AD}",
    ])
    func replacesControlAndDirectionCharacters(character: String) {
        #expect("a\(character)b".printable(limit: 10) == "a\u{FFFD}b")
    }

    @Test(arguments: ["Zürich", "日本語", "אבג", "e\u{301}", "👩‍👩‍👧", "100 % + “quotes”", "\u{A0}"])
    func keepsEveryOtherCharacter(text: String) {
        #expect(Array(text.printable(limit: 20).utf8) == Array(text.utf8))
    }

    @Test(arguments: [(0, "…"), (2, "ab…"), (3, "abc"), (4, "abc")])
    func cutsAtTheLimit(limit: Int, text: String) {
        #expect("abc".printable(limit: limit) == text)
    }

    @Test(
        "A word of a file is shown if it is short or consists of words, and never if it may be a secret",
        arguments: [
            ("steam", #""steam""#), ("authenticator app", #""authenticator app""#),
            ("time-based one-time code", #""time-based one-time code""#),
            ("Google Authenticator", #""Google Authenticator""#), ("HMAC-SHA-3 variant", #""HMAC-SHA-3 variant""#),
            ("JBSWY3DPEHPK3PXP", "of 16 characters"), ("jbsw ydpe hpkp xpab", "of 19 characters"),
            ("abcdefgh-ijklmnop", "of 17 characters"), ("authenticatorapps", "of 17 characters"),
            ("two  spaces in here", "of 19 characters"), ("a word and 12345", "of 16 characters"),
            (String(repeating: "word and ", count: 4), "of 36 characters"), ("line\nbreak and so", "of 17 characters"),
        ])
    func quoted(text: String, shown: String) { #expect(text.quoted == shown) }
}
