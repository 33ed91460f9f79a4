import Testing

@testable import FormatEngine

@Suite("Tags of HTML pages")
struct HTMLTagsTests {
    private static func tags(_ text: String, _ names: Set<String>) -> [String] {
        let bytes = Array(text.utf8)
        var tags = HTMLTags(bytes, names: names), found: [String] = []
        while let tag = tags.next() {
            let texts = [tag.before, tag.after].map { String(decoding: bytes[$0], as: UTF8.self) }
            found.append("\(texts[0])|\(tag.name)|\(texts[1])\(tag.isClosed ? "" : "…")")
        }
        return found
    }

    @Test(
        "Each tag has the text before and after it",
        arguments: [
            ("<p>Seed: <code>A</code></p>", ["Seed: |code|A"]), ("a<CODE class='x'>b</Code>", ["a|code|b"]),
            ("<h3>x</h3><h4>y</h4>", ["|h3|x", "|h4|y"]), ("<h3>x<br>y</h3>", ["|h3|x…"]),
            ("<codes>x</codes><code2>y</code2>", []), ("</div>", ["|/div|…"]), ("<code>", ["|code|…"]),
            ("a<code", ["a|code|…"]), ("<code>x</code", ["|code|x"]), ("<code>x</cod", ["|code|x…"]),
            // A tag without an end does not take the next one with it.
            ("<code <code>x</code>", ["|code|…", "|code|x"]), ("<<code>x</code>", ["|code|x"]), ("", []), ("<", []),
            (">a<code>b</code>c<h3>d</h3>", [">a|code|b", "c|h3|d"]),
        ] as [(String, [String])])
    func tags(text: String, expected: [String]) {
        #expect(Self.tags(text, ["code", "h3", "h4", "/div"]) == expected)
        let count = HTMLTags.count(of: "<code", in: Array(text.utf8))
        #expect(count == expected.count { $0.contains("|code|") })
    }
}
