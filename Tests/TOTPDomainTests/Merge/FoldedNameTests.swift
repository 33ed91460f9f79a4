import FixtureSupport
import Testing

@testable import TOTPDomain

@Suite("Names as they are compared")
struct FoldedNameTests {
    @Test("Case and spaces do not matter")
    func folded() {
        #expect(FoldedName.of(" A c\u{A0}m e ") == "acme")
        #expect(FoldedName.of("ZO\u{CB}") == FoldedName.of("zoe\u{308}"))
    }

    @Test(
        "However many combining marks a name has, few are in a row; also once the spaces between them are gone",
        arguments: ["", " ", "\u{A0}", "\u{3000}"])
    func marks(space: String) {
        for count in MarkRuns.tooMany {
            let name = MarkRuns.text(count).unicodeScalars.map { "\($0)\(space)" }.joined()
            #expect(MarkRuns.longest(in: FoldedName.of(name)) <= 30)
        }
    }

    @Test("A character separates marks from the 31st on", arguments: [(30, 0), (31, 1), (60, 1), (61, 2)])
    func separated(count: Int, separators: Int) {
        let folded = FoldedName.of("a" + String(repeating: "\u{301}", count: count))
        #expect(folded.unicodeScalars.count { $0 == "\u{34F}" } == separators)
    }

    /// Of class 0, but it decomposes into two marks in the wrong order.
    @Test("A character that stands for two marks is one")
    func decomposed() {
        let name = "a" + String(repeating: "\u{F73}", count: 200)
        #expect(FoldedName.of(name).unicodeScalars.contains("\u{34F}"))
    }
}
