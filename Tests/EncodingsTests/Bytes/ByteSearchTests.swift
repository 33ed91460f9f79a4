import FixtureSupport
import Testing

@testable import Encodings

@Suite("Searching bytes eight at a time")
struct ByteSearchTests {
    @Test("Finds what a search byte by byte finds, from every index", arguments: 1...20 as ClosedRange<UInt64>)
    func likeOneByOne(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet: [UInt8] = Array("\"[]{}\\aYy_".utf8) + [0, 0x7F, 0x80, 0xFF, 0x21, 0x23, 0x22 | 0x80]
        let search = ByteSearch(UInt8(ascii: "\""), 0x7F, settingBits: 0x26)
        func isWanted(_ byte: UInt8) -> Bool { "\"[]{}".utf8.contains(byte) }
        for count in 0..<60 {
            let rarity = Int.random(in: 1...12, using: &generator)
            let bytes = (0..<count).map { _ in
                Int.random(in: 0..<rarity, using: &generator) == 0
                    ? alphabet.randomElement(using: &generator) ?? 0 : UInt8(ascii: "x")
            }
            for start in 0...(count + 2) {
                let found = search.index(in: bytes.span, from: start, where: isWanted)
                let expected = bytes.indices.dropFirst(start).first { isWanted(bytes[$0]) }
                #expect(found < count ? found == expected : expected == nil, "\(bytes) from \(start)")
            }
        }
    }
}
