import Encodings
import FixtureSupport
import Testing

@Suite("The text in a file, and its spaces")
struct TextDecodingTests {
    @Test(
        "Text is read in UTF-8, and in UTF-16 with a byte order mark, whatever set the user names",
        arguments: [
            (Array("ä".utf8), "ä"), ([0xEF, 0xBB, 0xBF] + Array("ä".utf8), "ä"),
            ([0xFF, 0xFE, 0xE4, 0, 0x3D, 0xD8, 0, 0xDE], "ä😀"),
            ([0xFE, 0xFF, 0, 0xE4], "ä"), ([0xFF, 0xFE], ""),
            ([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF], "\u{FEFF}"),
        ] as [([UInt8], String)])
    func decoded(bytes: [UInt8], text: String) {
        #expect(TextDecoding.decode(bytes) == DecodedText(bytes: Array(text.utf8)))
        #expect(TextDecoding.decode(bytes, as: TextEncoding(named: "GBK")) == DecodedText(bytes: Array(text.utf8)))
    }

    @Test("UTF-16 without a byte order mark is known by its first twelve characters")
    func unmarkedUTF16() {
        let text = "otpauth://totp/ä😀"
        for isLittle in [true, false] {
            let bytes = text.utf16.flatMap {
                isLittle ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)]
            }
            #expect(TextDecoding.decode(bytes)?.bytes == Array(text.utf8))
            #expect(TextDecoding.isUTF16(bytes) && TextDecoding.isUTF16(Array(bytes[..<24])))
            #expect(!TextDecoding.isUTF16(Array(bytes[..<23])))
            // Its last character is cut off.
            #expect(TextDecoding.decode(Array(bytes.dropLast())) == nil)
            #expect(TextDecoding.decode(Array(bytes.dropLast(2))) == nil)
        }
        #expect(!TextDecoding.isUTF16([UInt8](repeating: 0, count: 24)))
        #expect(!TextDecoding.isUTF16([1, 0] + Array(text.utf16.prefix(11).flatMap { [UInt8($0), 0] })))
    }

    /// Mixes texts with bytes.
    private static func bytes(_ parts: Any...) -> [UInt8] {
        parts.flatMap { part in (part as? String).map { Array($0.utf8) } ?? (part as? [Int])?.map(UInt8.init) ?? [] }
    }

    @Test("What nobody can know is read as Windows-1252, and said to be a guess")
    func guessed() {
        let bytes = Array("Characters such as: ".utf8) + [0x80, 0x93, 0x81, 0xE9]
        let text = "Characters such as: €“\u{81}é"
        #expect(TextDecoding.decode(bytes) == DecodedText(bytes: Array(text.utf8), doubt: .guessed))
        #expect(TextDecoding.lenientString(bytes) == text)
        // Nobody knows less of a text with a control character, or with NULs for line ends; data of programs has both.
        for (control, doubt) in [([7], TextDoubt.guessed), ([0], .guessed), ([0, 5], nil)] as [([UInt8], TextDoubt?)] {
            let text = Array(String(repeating: "words ", count: 20).utf8) + control + [0x80, 0x93, 0x81, 0xE9]
            #expect(TextDecoding.decode(text)?.doubt == doubt)
        }
        #expect(TextDecoding.lenientString(Array("Café".utf8)) == "Café")
    }

    @Test(
        "A text that is mostly UTF-8 stays so, and the lines of its damaged bytes are known",
        arguments: [
            (bytes("é\nb", [0xFF], "b"), "é\nb\u{FFFD}b", [2]),
            (bytes("日本\n", [0xE6, 0x97], "a\n", [0xA9]), "日本\n\u{FFFD}\u{FFFD}a\n\u{FFFD}", [2, 3]),
            (bytes([0xEF, 0xBB, 0xBF], "a", [0xE9]), "a\u{FFFD}", [1]),
        ])
    func damaged(bytes: [UInt8], text: String, lines: [Int]) {
        #expect(
            TextDecoding.decode(bytes) == DecodedText(bytes: Array(text.utf8), doubt: .damaged(lines: lines)))
    }

    @Test(
        "A text that is not Unicode is in the set that the user names",
        arguments: [
            ("windows-1251", [0xCF, 0xEE, 0xF7, 0xF2, 0xE0], "Почта"), ("cp1250", [0xA3, 0xF3, 0x64, 0x9F], "Łódź"),
            ("Shift_JIS", [0x8B, 0x9E, 0x93, 0x73], "京都"), ("gbk", [0xC4, 0xE3, 0xBA, 0xC3], "你好"),
            // The last character is kept until the next one says whether they are one.
            ("CP1258", [0xE9, 0x61], "éa"),
        ] as [(String, [UInt8], String)])
    func named(name: String, bytes: [UInt8], text: String) throws {
        let encoding = try #require(TextEncoding(named: name))
        #expect(TextDecoding.decode(bytes, as: encoding) == DecodedText(bytes: Array(text.utf8)))
        let long = Array([[UInt8]](repeating: bytes, count: 5000).joined())
        #expect(TextDecoding.decode(long, as: encoding)?.bytes.count == 5000 * text.utf8.count)
    }

    @Test("The first line with bytes that the set does not have is known")
    func undecodable() throws {
        let encoding = try #require(TextEncoding(named: "windows-1252"))
        let bytes = Array("é".utf8) + Array("\na\n".utf8) + [0x81]
        #expect(
            TextDecoding.decode(bytes, as: encoding)
                == DecodedText(bytes: Array("Ã©\na\n\u{81}".utf8), doubt: .undecodable(encoding, line: 3)))
    }

    @Test(
        "Only the name of a set is one, and a file may name only the usual sets",
        arguments: [
            ("KOI8-R", true, true), ("windows-1257", true, true), ("UTF-7", true, false), ("ISO-2022-KR", true, false),
            ("", false, false), ("UTF-8//IGNORE", false, false), ("gb,", false, false), ("gb-none", false, false),
        ])
    func names(name: String, isKnown: Bool, isUsual: Bool) {
        #expect((TextEncoding(named: name) != nil) == isKnown)
        #expect((TextEncoding(declared: name) != nil) == isUsual)
    }

    @Test(
        "XML and pages that are not UTF-8 are in the set that they name, if they can be",
        arguments: [
            ("<?xml version='1.0' encoding='windows-1251'?><a>", nil), ("\n<html><meta charset=Windows-1251><p>", nil),
            ("<meta content=\"text/html; charset=windows-1251\">", nil), ("<meta charset=utf-8>", .guessed),
            ("<?xml version=\"1.0\"?>", .guessed), ("charset=windows-1251", .guessed),
            ("<meta charset=shift_jis>", .guessed),
        ] as [(String, TextDoubt?)])
    func declared(start: String, doubt: TextDoubt?) {
        let name = doubt == nil ? "По" : "Ïî"
        let text = TextDecoding.decode(Array(start.utf8) + [0xCF, 0xEE, 0x20])
        #expect(text == DecodedText(bytes: Array("\(start)\(name) ".utf8), doubt: doubt))
        // UTF-8 is known without a name.
        let whole = Array("\(start)é".utf8)
        #expect(TextDecoding.decode(whole) == DecodedText(bytes: whole))
    }

    @Test(
        "Binary data is not text",
        arguments: [
            [0x61, 0], [0xFF, 0xFE, 0x61], [0xFF, 0xFE, 0, 0xD8], [0xFE, 0xFF, 0xDC, 0], [1, 2, 3, 0x61],
            (0x80...0xFF).map { $0 },
        ] as [[UInt8]])
    func binary(bytes: [UInt8]) { #expect(TextDecoding.decode(bytes) == nil) }

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
        }
        #expect(!isValid([0x61, 0x80]))
        #expect(!isValid([0xE0, 0x80]))
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

    private func isValid(_ bytes: [UInt8]) -> Bool { UTF8Text.isValid(bytes.span) }
}
