import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import AppFormats

@Suite("Java's object streams")
struct JavaStringMapTests {
    private func pairs(_ bytes: [UInt8]) throws -> [String] {
        try JavaStringMap(bytes).pairs.map { "\($0.key)=\($0.value)" }
    }

    private func failure(_ bytes: [UInt8]) -> SourceError? {
        #expect(throws: SourceError.self) { try pairs(bytes) }
    }

    @Test("Short and long texts are read, and so are references to those before")
    func texts() throws {
        var stream = JavaStream(pairs: 3)
        stream.add("a")
        stream.addLong("b")
        stream.add("")
        stream.addReference(3)
        stream.addReference(2)
        stream.addReference(4)
        #expect(try pairs(stream.ended) == ["a=b", "=b", "a="])
    }

    @Test(
        "Java has an encoding of its own",
        arguments: [
            ([0x41, 0xC3, 0xAB, 0xE6, 0x97, 0xA5], "Aë日"), ([0xC0, 0x80], "\0"),
            ([0xED, 0xA0, 0xBD, 0xED, 0xB4, 0x91], "🔑"),
        ] as [([UInt8], String)])
    func encoding(raw: [UInt8], text: String) throws {
        var stream = JavaStream(pairs: 1)
        stream.add("k")
        stream.add(raw: raw)
        #expect(try pairs(stream.ended) == ["k=\(text)"])
    }

    @Test(
        "Bytes that the encoding does not allow are damaged",
        arguments: [[0x00], [0x80], [0xC3], [0xE6, 0x97], [0xED, 0xA0, 0xBD], [0xF0, 0x9F, 0x94, 0x91], [0xFF]]
            as [[UInt8]])
    func badEncoding(raw: [UInt8]) {
        var stream = JavaStream(pairs: 1)
        stream.add("k")
        stream.add(raw: raw)
        #expect(failure(stream.ended)?.code == .corrupt)
    }

    @Test("References ahead, to the map itself and to its class are damage", arguments: [-1, 0, 1, 3, 4, 0x1_0000])
    func references(handle: Int) {
        var stream = JavaStream(pairs: 1)
        stream.add("k")
        stream.addReference(handle)
        #expect(failure(stream.ended)?.code == .corrupt)
    }

    @Test("Another class is not read", arguments: ["java.util.HashSet", "java.util.hashmap", "evil.Gadget", ""])
    func classes(name: String) { #expect(failure(JavaStream(pairs: 0, className: name).ended)?.code == .corrupt) }

    @Test(
        "Objects, nulls and arrays in the place of a text are damage",
        arguments: [0x70, 0x72, 0x73, 0x75, 0x76, 0x78, 0x7D])
    func objects(mark: UInt8) {
        var stream = JavaStream(pairs: 1)
        stream.add("k")
        #expect(failure(stream.bytes + [mark, 0, 0x7E, 0, 2, 0x78])?.code == .corrupt)
    }

    @Test("A count that is too small or too large is damage, and so is every end too early")
    func counts() {
        for count in [0, 2] {
            var stream = JavaStream(pairs: count)
            stream.add("k")
            stream.add("v")
            #expect(failure(stream.ended)?.code == .corrupt)
        }
        var stream = JavaStream(pairs: 1)
        stream.add("k")
        stream.addLong("value")
        for count in 0..<stream.ended.count { #expect(failure(Array(stream.ended.prefix(count)))?.code == .corrupt) }
    }

    @Test("As many pairs as the limit are read; a claim of more is refused before any is")
    func pairLimit() throws {
        let limit = Limit.javaPairs
        var stream = JavaStream(pairs: limit)
        stream.add("k")
        for _ in 1..<(2 * limit) { stream.addReference(2) }
        #expect(try JavaStringMap(stream.ended).pairs.count == limit)
        for count in [limit + 1, 0x7FFF_FFFF] {
            let refusal = SourceError(.limitExceeded, LimitMessage.javaPairs(count, limit))
            #expect(failure(JavaStream(pairs: count).ended) == refusal)
        }
    }

    @Test("One long text that is referred to again and again is a bomb; a short one is not")
    func repetition() throws {
        for (length, isRead) in [(8, true), (60_000, false)] {
            var stream = JavaStream(pairs: 2000)
            stream.add("0")
            stream.add(String(repeating: "x", count: length))
            for key in 1..<2000 {
                stream.add("\(key)")
                stream.addReference(3)
            }
            if isRead {
                #expect(try pairs(stream.ended).count == 2000)
            } else {
                #expect(failure(stream.ended)?.code == .limitExceeded)
            }
        }
    }
}
