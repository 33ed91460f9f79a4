import QRDraw
import QRScan
import TOTPDomain
import Testing

@testable import ImageDecode

@Suite("QR codes that a terminal printed")
struct PrintedDecoderTests {
    private static let link = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP&issuer=Acorn"

    /// How a program prints the modules of two rows, the upper and the lower one; true is dark.
    struct Style: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Whether a line has two rows, and a column one module.
        let isHalf: Bool
        let draw: @Sendable (_ upper: Bool, _ lower: Bool) -> String

        static let all = [
            half("UTF-8, light", "█▄▀ "), half("UTF-8, dark", " ▀▄█"), full("##", "  ", "ASCII"),
            full("  ", "##", "ASCII, inverse"), full("██", "  ", "blocks"),
            full("\u{1B}[40m  \u{1B}[0m", "\u{1B}[47m  \u{1B}[0m", "ANSI"),
            full("\u{1B}[48;5;16m  \u{1B}[0m", "\u{1B}[48;5;231m  \u{1B}[0m", "256 colors"),
            full("\u{1B}[48;2;0;0;0m  \u{1B}[0m", "\u{1B}[48;2;255;250;240m  \u{1B}[0m", "24 bits"),
            full("\u{1B}[49m  \u{1B}[0m", "\u{1B}[7m  \u{1B}[0m", "reversed"),
            full("\u{1B}[40m  \u{1B}[0m", "  ", "dark modules on a white terminal"),
            // A terminal takes the nearest number that it knows.
            full(
                "\u{1B}[48;2;-9223372036854775808;0;0m  \u{1B}[0m",
                "\u{1B}[48;2;9223372036854775807;999;256m  \u{1B}[0m",
                "numbers out of range"),
        ]

        private static func full(_ dark: String, _ light: String, _ name: String) -> Style {
            Style(testDescription: name, isHalf: false) { upper, _ in upper ? dark : light }
        }

        /// - Parameter characters: for both light, the upper dark, the lower dark, both dark.
        private static func half(_ name: String, _ characters: String) -> Style {
            let characters = Array(characters)
            return Style(testDescription: name, isHalf: true) { "\(characters[($0 ? 1 : 0) + ($1 ? 2 : 0)])" }
        }

        func text(_ content: String, margin: Int) throws -> String {
            let code = try QRMatrix(Array(content.utf8))
            func isDark(_ x: Int, _ y: Int) -> Bool {
                (0..<code.size).contains(x) && (0..<code.size).contains(y) && code.isDark(x, y)
            }
            return stride(from: -margin, to: code.size + margin, by: isHalf ? 2 : 1).map { y in
                (-margin..<code.size + margin).map { draw(isDark($0, y), isDark($0, y + 1)) }.joined() + "\n"
            }.joined()
        }
    }

    private func payloads(_ text: String) throws -> [String] {
        let image = try PrintedDecoder().decode(Array(text.utf8), over: .white)
        return LadderScanner().scan(image.luma).payloads.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test("Every style is read, with a prompt before and words behind", arguments: Style.all, [4, 1])
    func styles(style: Style, margin: Int) throws {
        let text = "$ show\n" + (try style.text(Self.link, margin: margin)) + "scan it\n"
        #expect(SourceContent(Array(text.utf8)).kind == .image(.printed))
        #expect(try payloads(text) == [Self.link])
        let words = try #require(PrintedDecoder().besides(Array(text.utf8))).text
        #expect(
            words.split { $0 == 10 || $0 == 32 }.map { String(decoding: $0, as: UTF8.self) } == [
                "$", "show", "scan", "it",
            ])
    }

    @Test("Large codes, several in one text, and lines without the spaces at their end", arguments: Style.all)
    func several(style: Style) throws {
        let large = Self.link + "&x=" + String(repeating: "A", count: 900)
        let text = try style.text(Self.link, margin: 4) + "\nand\n" + style.text(large, margin: 2)
        let trimmed = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in line.lastIndex { $0 != " " }.map { line[...$0] } ?? "" }.joined(separator: "\n")
        #expect(try payloads(text) == [Self.link, large])
        #expect(try payloads(trimmed) == [Self.link, large])
    }

    @Test(
        "Other texts with blocks, colors and number signs are texts",
        arguments: [
            "## Heading\n\n#### more ####\n", "\u{1B}[31merror\u{1B}[0m: \u{1B}[47m  x \u{1B}[0m\n", "████▄▄▀▀ 80 %\n",
            String(repeating: "# ### #\n", count: 20), "######\n#    #\n######\n",
        ])
    func others(text: String) { #expect(SourceContent(Array(text.utf8)).kind == .text) }
}
