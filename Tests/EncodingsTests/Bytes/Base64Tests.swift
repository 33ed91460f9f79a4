import Encodings
import FixtureSupport
import Platform
import Testing

@Suite("Base64 and hexadecimal digits")
struct Base64Tests {
    @Test(
        "The vectors of RFC 4648, section 10, are encoded and decoded",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(text.utf8))
        #expect(Base64.decodeStrictly(encoded) == Array(text.utf8))
    }

    @Test("Random bytes are written as another encoder writes them")
    func random() {
        var random = SeededGenerator(seed: 64)
        for _ in 0..<2000 {
            let bytes = random.bytes(Int.random(in: 0...100, using: &random))
            let text = Data(bytes).base64EncodedString()
            #expect(Base64.encode(bytes) == text)
            #expect(Base64.decodeStrictly(text) == bytes)
            #expect(Base64.decode(text) == bytes)
            let named = text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }.filter { $0 != "=" }
            #expect(Base64.decode(String(named)) == bytes)
            #expect(Base64.encodeForURL(bytes) == String(named))
            #expect(Base64.encodeUnpadded(bytes) == String(text.filter { $0 != "=" }))
            #expect(Hex.decode(Hex.encode(bytes)) == bytes)
            #expect(Hex.decode(Hex.encode(bytes).uppercased()) == bytes)
        }
    }

    @Test(
        "The lenient form needs no padding and knows both alphabets; the strict one refuses both",
        arguments: [
            ("Zg", [0x66]), ("Zg=", [0x66]), ("=Zg===", [0x66]), ("-_+/", [0xFB, 0xFF, 0xBF]), ("Zh==", [0x66]),
        ])
    func lenient(text: String, bytes: [UInt8]) {
        #expect(Base64.decode(text) == bytes)
        #expect(Base64.decodeStrictly(text) == nil)
    }

    @Test(
        "Neither form takes a space, another character, or a length that no bytes have",
        arguments: ["Z", "Zm9vY", "Zm9v Yg==", "Zm9v\n", "Zm9\u{e9}", "Zm9*", "Zm9v\u{0}Yg="])
    func refused(text: String) {
        #expect(Base64.decode(text) == nil && Base64.decodeStrictly(text) == nil)
    }

    @Test("The strict form takes padding at the end alone", arguments: ["====", "Zg=a", "Z===", "Zm9v====", "=Zg="])
    func padding(text: String) { #expect(Base64.decodeStrictly(text) == nil) }

    @Test(
        "Only base64 of whole blocks counts as encrypted",
        arguments: [
            (" \r\nMDEyMzQ1Njc4OWFiY2RlZg==\n", 16), ("MDEyMzQ1Njc4OWFiY2RlZg", 16), ("MDEyMzQ1Njc4OWFiY2Rl", nil),
            ("", nil), ("==", nil), ("MDEyMzQ1Njc4OWFiY2RlZg===", nil), ("MDEy MzQ1Njc4OWFiY2RlZg==", nil),
            ("-_-_-_-_-_-_-_-_-_-_-_", nil), ("MDEyMzQ1Njc4OWFiY2RlZg==x", nil),
        ] as [(String, Int?)])
    func blocks(text: String, count: Int?) {
        #expect(Base64.blocks(in: Array(text.utf8), of: 16)?.count == count)
    }

    @Test("Hexadecimal digits come in pairs", arguments: ["0", "0g", "abc", "0x10", "a b ", "é0"])
    func noHex(text: String) { #expect(Hex.decode(text) == nil) }
}
