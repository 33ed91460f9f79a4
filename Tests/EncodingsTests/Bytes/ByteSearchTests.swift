import FixtureSupport
import Testing

@testable import Encodings

@Suite("Searching bytes eight at a time")
struct ByteSearchTests {
    /// Bytes that may be wanted, and bytes that are.
    struct Search: Sendable {
        let candidates: @Sendable (UInt64) -> UInt64
        let isWanted: @Sendable (UInt8) -> Bool
    }

    private static let searches = [
        Search(
            candidates: {
                ByteWord.places(of: UInt8(ascii: "\""), in: $0) | ByteWord.places(of: 0x7F, in: $0, settingBits: 0x26)
            },
            isWanted: { "\"[]{}".utf8.contains($0) }),
        Search(
            candidates: {
                ByteWord.places(of: 0x62, in: $0, settingBits: 0x42)
                    | ByteWord.places(of: 0x7E, in: $0, settingBits: 0x42)
            },
            isWanted: { "\"`<>".utf8.contains($0) }),
        Search(
            candidates: { ByteWord.places(below: 0x0E, in: $0) | ByteWord.places(of: 0xE2, in: $0, settingBits: 0x20) },
            isWanted: { $0 < 0x0E || $0 == 0xC2 || $0 == 0xE2 }),
    ]

    @Test("Finds what a search byte by byte finds, from every index", arguments: 1...20 as ClosedRange<UInt64>)
    func likeOneByOne(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet: [UInt8] =
            Array("\"[]{}\\aYy_`<>b ~|\r\n".utf8) + [0, 0x0D, 0x0E, 0x7F, 0x80, 0xC2, 0xE2, 0xFF, 0x21, 0x23, 0xA2]
        for count in 0..<60 {
            let rarity = Int.random(in: 1...12, using: &generator)
            let bytes = (0..<count).map { _ in
                Int.random(in: 0..<rarity, using: &generator) == 0
                    ? alphabet.randomElement(using: &generator) ?? 0 : UInt8(ascii: "x")
            }
            for (number, search) in Self.searches.enumerated() {
                for start in 0...(count + 2) {
                    let found = bytes.span.index(
                        from: start, candidates: search.candidates, where: search.isWanted)
                    let expected = bytes.indices.dropFirst(start).first { search.isWanted(bytes[$0]) }
                    #expect(
                        found < count ? found == expected : expected == nil, "\(bytes) from \(start), search \(number)")
                }
            }
        }
    }
}
