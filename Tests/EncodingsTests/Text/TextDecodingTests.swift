import Encodings
import FixtureSupport
import Testing

@Suite("The text in a file, and its spaces")
struct TextDecodingTests {
    @Test(
        "Text is read in UTF-8, in UTF-16 with a byte order mark, and in Latin-1",
        arguments: [
            (Array("ä".utf8), "ä"), ([0xEF, 0xBB, 0xBF] + Array("ä".utf8), "ä"),
            ([0xFF, 0xFE, 0xE4, 0, 0x3D, 0xD8, 0, 0xDE], "ä😀"),
            ([0xFE, 0xFF, 0, 0xE4], "ä"), ([0xFF, 0xFE], ""),
            ([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF], "\u{FEFF}"),
        ] as [([UInt8], String)])
    func decoded(bytes: [UInt8], text: String) {
        #expect(TextDecoding.utf8(bytes) == Array(text.utf8))
    }

    @Test("UTF-16 without a byte order mark is known by its first twelve characters")
    func unmarkedUTF16() {
        let text = "otpauth://totp/ä😀"
        for isLittle in [true, false] {
            let bytes = text.utf16.flatMap {
                isLittle ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)]
            }
            #expect(TextDecoding.utf8(bytes) == Array(text.utf8))
            #expect(TextDecoding.isUTF16(bytes) && TextDecoding.isUTF16(Array(bytes[..<24])))
            #expect(!TextDecoding.isUTF16(Array(bytes[..<23])))
            // Its last character is cut off.
            #expect(TextDecoding.utf8(Array(bytes.dropLast())) == nil)
            #expect(TextDecoding.utf8(Array(bytes.dropLast(2))) == nil)
        }
        #expect(!TextDecoding.isUTF16([UInt8](repeating: 0, count: 24)))
        #expect(!TextDecoding.isUTF16([1, 0] + Array(text.utf16.prefix(11).flatMap { [UInt8($0), 0] })))
    }

    @Test("Latin-1 passes as it is, and reads as Latin-1")
    func latin1() {
        let bytes = Array("Caf".utf8) + [0xE9]
        #expect(TextDecoding.utf8(bytes) == bytes)
        #expect(TextDecoding.lenientString(bytes) == "Café")
        #expect(TextDecoding.lenientString(Array("Café".utf8)) == "Café")
    }

    @Test(
        "Binary data is not text",
        arguments: [
            [0x61, 0], [0xFF, 0xFE, 0x61], [0xFF, 0xFE, 0, 0xD8], [0xFE, 0xFF, 0xDC, 0], [1, 2, 3, 0x61],
            (0x80...0xFF).map { $0 },
        ] as [[UInt8]])
    func binary(bytes: [UInt8]) { #expect(TextDecoding.utf8(bytes) == nil) }

    @Test("A long text in Chinese is text, wherever its first 64 KiB end", arguments: 0..<4)
    func cut(offset: Int) {
        let text = Array((String(repeating: "a", count: offset) + String(repeating: "你好世界", count: 20_000)).utf8)
        #expect(TextDecoding.looksLikeText(text))
        #expect(TextDecoding.looksLikeText(Array(text.prefix(1 << 16))))
    }

    @Test("Bytes are UTF-8 if and only if a String can be made of them")
    func validity() {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<4000 {
            var bytes = Array(RandomJSON.string(&random).utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0x70...0xFF, using: &random)
            }
            let isText = String(validating: bytes, as: UTF8.self) != nil
            #expect(isValid(bytes) == isText)
            // Cut anywhere, it may be the start of a valid text.
            for end in bytes.indices where isText { #expect(isValid(Array(bytes[..<end]), isWhole: false)) }
        }
        #expect(!isValid([0x61, 0x80], isWhole: false))
        #expect(!isValid([0xE0, 0x80], isWhole: false))
    }

    @Test
    func trimsSpaceOnBothEnds() {
        #expect(" \t\r\n\u{B}\u{C}\u{A0}\u{3000}a b\u{3000}\u{A0}\u{C}\u{B}\n\r\t ".trimmingWhitespace == "a b")
        #expect(" \u{A0}".trimmingWhitespace.isEmpty && " \u{A0}".isBlank && "".isBlank && !" a".isBlank)
        #expect("".trimmingWhitespace.isEmpty)
        // A control character is not a space: it is not hidden by trimming.
        #expect("\u{0} a".trimmingWhitespace == "\u{0} a")
    }

    @Test
    func trimsBytes() {
        #expect(Array(" \t\na b\r\n ".utf8).trimmingWhitespace.elementsEqual("a b".utf8))
        #expect(Array(" \n".utf8).trimmingWhitespace.isEmpty && [UInt8]().trimmingWhitespace.isEmpty)
        #expect(Array(" \n{".utf8).firstNonSpace == UInt8(ascii: "{") && Array("  ".utf8).firstNonSpace == nil)
        #expect(" 01 ab\n".utf8WithoutSpace == Array("01ab".utf8))
    }

    private func isValid(_ bytes: [UInt8], isWhole: Bool = true) -> Bool {
        UTF8Text.isValid(bytes.span, isWhole: isWhole)
    }
}
