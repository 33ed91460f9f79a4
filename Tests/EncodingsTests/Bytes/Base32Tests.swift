import Encodings
import FixtureSupport
import Testing

struct Base32Tests {
    /// RFC 4648, section 10.
    static let vectors = [
        ("", ""), ("f", "MY======"), ("fo", "MZXQ===="), ("foo", "MZXW6==="), ("foob", "MZXW6YQ="),
        ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI======"),
    ]

    @Test(arguments: vectors)
    func followsTheVectorsOfRFC4648(text: String, encoded: String) throws {
        #expect(try decode(encoded) == Array(text.utf8))
        #expect(try Base32.decodeStrictly(Array(encoded.utf8).span) == Array(text.utf8))
        #expect(Base32.encode(Array(text.utf8)) == encoded.filter { $0 != "=" })
        #expect(Base32.encode(Array(text.utf8), isPadded: true) == encoded)
    }

    @Test(arguments: [
        "MZXW6YTBOI", "mzxw6ytboi", "MzXw6yTbOi", "MZXW 6YTB OI", "mzxw-6ytb-oi", " MZXW6YTBOI\t\r\n", "MZXW6YTBOI==",
        "MZ==XW6=YTBOI", "====MZXW6YTBOI", "M Z-X=W\n6Y T-B=O I",
    ])
    func ignoresCaseSpacesHyphensAndPadding(text: String) throws {
        #expect(try decode(text) == Array("foobar".utf8))
    }

    /// The number of bytes that this many characters give: 1, 3 and 6 beyond a multiple of eight occur in real exports.
    @Test(arguments: [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 3), (6, 3), (7, 4), (8, 5), (9, 5), (11, 6), (14, 8)])
    func acceptsAnyLength(characters: Int, bytes: Int) throws {
        #expect(try decode(String(repeating: "K", count: characters)).count == bytes)
    }

    /// The last character of seven carries three bits that no byte takes.
    @Test("Bits that make no whole byte are ignored", arguments: ["ABCDEFA", "ABCDEFB", "ABCDEFG", "ABCDEFH"])
    func dropsLeftOverBits(text: String) throws {
        let bytes = try decode(text)
        #expect(bytes == [0x00, 0x44, 0x32, 0x14])
        #expect(Base32.encode(bytes) == "ABCDEFA")
    }

    @Test(arguments: [
        ("0BSWY3DP", 1), ("JBSW1Y3D", 5), ("JBSWY3D8", 8), ("JB-SW=0", 7), ("JBSWY3DP!", 9), ("JBSWé", 5), ("ＪＢＳＷ", 1),
        ("JB_SW", 3), ("JBSWY3DP\u{0}", 9), ("JBSW+Y3DP", 5),
    ])
    func namesThePlaceOfTheFirstBadCharacter(text: String, place: Int) {
        #expect(throws: Base32Error.character(index: place - 1)) { try decode(text) }
    }

    @Test(
        "The strict form refuses other characters, wrong padding and unused bits",
        arguments: [
            ("mzxw6===", .character(index: 0)), ("MZXW-6==", .character(index: 4)), ("MZXW 6==", .character(index: 4)),
            ("MZ=XW6==", .character(index: 2)), ("MZXW6", .padding), ("MZXW6==", .padding), ("MZXW6====", .padding),
            ("MZXW6YTB========", .padding), ("========", .padding), ("M=======", .padding), ("MZX=====", .padding),
            ("MZXW6Y==", .padding), ("MZ======", .unusedBits), ("MZXW6Z==", .padding), ("MZXR====", .unusedBits),
            ("0", .character(index: 0)),
        ] as [(String, Base32Error)])
    func strictFormRefuses(text: String, error: Base32Error) {
        #expect(throws: error) { try Base32.decodeStrictly(Array(text.utf8).span) }
    }

    @Test
    func readsBackWhatItWrote() throws {
        var random = SeededGenerator(seed: 4648)
        for _ in 0..<4000 {
            let bytes = random.bytes(Int.random(in: 0...80, using: &random))
            let text = Base32.encode(bytes)
            #expect(try decode(text) == bytes)
            let padded = Base32.encode(bytes, isPadded: true)
            #expect(try Base32.decodeStrictly(Array(padded.utf8).span) == bytes)
            #expect(padded.filter { $0 != "=" } == text)
            #expect(text.utf8.count == (bytes.count * 8 + 4) / 5)
        }
    }

    private func decode(_ text: String) throws(Base32Error) -> [UInt8] { try Base32.decode(text) }
}
