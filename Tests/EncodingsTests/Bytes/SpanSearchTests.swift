import Encodings
import FixtureSupport
import Testing

/// Bytes that follow each other, in a long text.
struct SpanSearchTests {
    @Test(
        "The first place of a pattern is found, or nil",
        arguments: [
            ("", "a", nil), ("a", "a", 0), ("ab", "b", 1), ("aaab", "aab", 1), ("ababac", "abac", 2),
            ("abc", "abcd", nil),
            ("a<b", "<", 1), ("0123456789<title>", "<title>", 10), ("0123456789<title", "<title>", nil),
        ] as [(String, String, Int?)])
    func finds(text: String, pattern: String, expected: Int?) {
        #expect(Array(text.utf8).span.firstIndex(of: Array(pattern.utf8)) == expected)
    }

    @Test(
        "A word is found in any case, and a byte that differs in more than its case is no letter of it",
        arguments: [
            ("a SeCrEt here", 2), ("SECRET", 0), ("secre", nil), ("\u{13}ecret secret", 7), ("sEcre\u{54}", 0),
        ] as [(String, Int?)])
    func findsWord(text: String, expected: Int?) {
        #expect(Array(text.utf8).span.firstIndex(ofWord: "secret") == expected)
    }

    @Test("The search finds the same place as that of the standard library")
    func isRight() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...2, using: &random) }
            let pattern = (0..<Int.random(in: 1...5, using: &random)).map { _ in UInt8.random(in: 0...2, using: &random)
            }
            #expect(text.span.firstIndex(of: pattern) == text.firstRange(of: pattern)?.lowerBound)
        }
    }
}
