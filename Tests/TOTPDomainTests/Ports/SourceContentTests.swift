import Encodings
import FixtureSupport
import TOTPDomain
import Testing

struct SourceContentTests {
    // MARK: - Magic numbers

    @Test(arguments: [
        ("89504E47 0D0A1A0A", SourceContent.Kind.image(.png)), ("FFD8FFE0 0010", .image(.jpeg)),
        ("474946383961", .image(.gif)), ("52494646 10000000 57454250", .image(.webp)),
        ("424D 36000000 00000000 36000000 28000000 01000000 01000000 0100", .image(.bmp)), ("49492A00", .image(.tiff)),
        ("4D4D002A", .image(.tiff)), ("255044462D312E37", .image(.pdf)), ("00000018 66747970 68656963", .image(.heif)),
        ("00000018 66747970 6D696631", .image(.heif)), ("00000018 66747970 61766966", .image(.avif)),
        ("00000018 66747970 69736F6D", .image(.video)), ("00000018 66747970 4D344120", .binary),
        ("1A45DFA3 01", .image(.video)), ("52494646 10000000 41564920 FF", .image(.video)),
        ("464C5601 FF", .image(.video)), ("000001BA 44", .image(.video)), ("000001B3 44", .image(.video)),
        ("3026B2758E66CF11", .image(.video)), ("00000001 6D646174 FF", .image(.video)),
        ("53514C69746520666F726D6174203300 1000", .sqlite), ("504B0304 1400", .zip),
    ])
    func knowsFilesByTheirFirstBytes(hex: String, kind: SourceContent.Kind) {
        let bytes = [UInt8](hex: hex)
        let content = SourceContent(bytes)
        #expect(content.kind == kind)
        #expect(content.bytes == bytes)
        #expect(content.text.isEmpty)
    }

    @Test(
        "Text is text, even if it begins with the letters of a signature",
        arguments: [
            "BM", "BMW: otpauth://totp/a?secret=JBSWY3DPEHPK3PXP", "RIFF and WEBP", "SQLite format 3", "PK", "GIF",
            "%PDF",
            "abcdftyp", "abcdmoov", "\nabcmdat", "0&\u{B2}",
            "II*", "<xml/>", "{}",
        ])
    func takesTextForText(text: String) {
        let content = SourceContent(Array(text.utf8))
        #expect(content.kind == .text)
        #expect(content.text == Array(text.utf8))
    }

    @Test
    func knowsAnEmptyFile() {
        #expect(SourceContent([]).kind == .empty)
        #expect(SourceContent([]).text.isEmpty)
    }

    // MARK: - Encodings

    private static let text = "otpauth://totp/Zürich:日本👻?secret=JBSWY3DPEHPK3PXP\r\n"

    @Test
    func dropsTheMarkOfUTF8() {
        let content = SourceContent([0xEF, 0xBB, 0xBF] + Array(Self.text.utf8))
        #expect(content.kind == .text)
        #expect(content.text == Array(Self.text.utf8))
    }

    @Test
    func dropsOneMarkAndNoMore() {
        let content = SourceContent([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + Array("a".utf8))
        #expect(content.kind == .text)
        #expect(content.text == Array("\u{FEFF}a".utf8))
    }

    @Test(arguments: [true, false])
    func convertsUTF16(isLittleEndian: Bool) {
        let units = [0xFEFF] + Array(Self.text.utf16)
        let bytes = units.flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isLittleEndian ? [low, high] : [high, low]
        }
        let content = SourceContent(bytes)
        #expect(content.kind == .text)
        #expect(content.text == Array(Self.text.utf8))
        #expect(content.bytes == bytes)
    }

    /// Half a unit, a high surrogate without its low one, and the other way round.
    @Test(arguments: ["FFFE 6100 62", "FFFE 3DD8 6100", "FEFF DC7B 0061"])
    func takesDamagedUTF16ForBinary(hex: String) {
        #expect(SourceContent([UInt8](hex: hex)).kind == .binary)
    }

    @Test("A byte order mark alone is an empty text", arguments: ["FFFE", "FEFF", "EFBBBF"])
    func aMarkAloneIsEmptyText(hex: String) {
        let content = SourceContent([UInt8](hex: hex))
        #expect(content.kind == .text)
        #expect(content.text.isEmpty)
    }

    // MARK: - Text or not

    @Test("A text that is not Unicode is converted, and its set is in doubt")
    func latin1() {
        let bytes = Array("otpauth://totp/Z".utf8) + [0xFC] + Array("rich?secret=JBSWY3DPEHPK3PXP\n".utf8)
        let content = SourceContent(bytes)
        #expect(content.kind == .text)
        #expect(content.text == Array("otpauth://totp/Zürich?secret=JBSWY3DPEHPK3PXP\n".utf8))
        #expect(content.doubt == .guessed && SourceContent(content.text).doubt == nil)
        #expect(SourceContent(bytes, as: TextEncoding(named: "ISO-8859-1")).doubt == nil)
    }

    @Test(arguments: ["日本語のアカウント", "אבג דהו", "😀😀😀😀"])
    func textWithoutASCIIIsText(text: String) {
        #expect(SourceContent(Array(text.utf8)).kind == .text)
    }

    @Test
    func aNULMakesItBinary() {
        #expect(SourceContent(Array("otpauth://totp/a\u{0}b".utf8)).kind == .binary)
    }

    @Test
    func manyControlCharactersMakeItBinary() {
        let line = Array("an ordinary line of fifty characters and a newline\n".utf8)
        #expect(SourceContent(line + [0x1B]).kind == .text)
        #expect(SourceContent(line + [0x1B, 0x01, 0x02]).kind == .binary)
    }

    @Test
    func randomBytesAreBinary() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 { #expect(SourceContent([0x7F] + random.bytes(400)).kind == .binary) }
    }

    /// Ciphertext without a NUL and without control characters is still none.
    @Test
    func highBytesThatAreNoUTF8AreBinary() {
        var random = SeededGenerator(seed: 8)
        let bytes = (0..<400).map { _ in UInt8.random(in: 0x20...0xFF, using: &random) }
        #expect(SourceContent([0x61] + bytes).kind == .binary)
    }

    @Test
    func textFromElsewhereIsTakenAsItIs() {
        let payload: [UInt8] = [0xEF, 0xBB, 0xBF, 0x00, 0xFF]
        let content = SourceContent(text: payload)
        #expect(content.kind == .text)
        #expect(content.text == payload)
    }
}
