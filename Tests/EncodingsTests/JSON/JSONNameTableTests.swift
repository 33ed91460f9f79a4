import Testing

@testable import Encodings

@Suite("A table of names")
struct JSONNameTableTests {
    @Test("It contains its names and no others, however many and however similar they are")
    func contains() {
        let names = (0..<1000).map { "member\($0)name" } + ["", "a", "ab", "abc", "period", "Period", "naïve"]
        var table = JSONNameTable(names)
        #expect(names.allSatisfy { table.contains(Array($0.utf8)[...]) })
        #expect(table.count == names.count)
        for other in ["b", "ba", "member1000name", "member1nam", "periods", "eriod", "member0namf"] {
            #expect(!table.contains(Array(other.utf8)[...]), "\(other)")
        }
        table.insert(Array("period".utf8)[...])
        #expect(table.count == names.count)
    }

    @Test("A name may be part of a longer text")
    func slice() {
        let text = Array("{\"period\":1}".utf8)
        #expect(JSONNameTable(["period"]).contains(text[2..<8]))
        #expect(!JSONNameTable(["period"]).contains(text[2..<9]))
    }
}
