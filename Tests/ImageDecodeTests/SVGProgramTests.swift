import Encodings
import FixtureSupport
import Foundation
import QRDraw
import QRScan
import TOTPDomain
import Testing

@testable import ImageDecode

/// `rsvg-convert` is another program that reads a hostile file, as those of ``PDFProgramTests``.
struct SVGProgramTests {
    private let programs: FakePrograms

    private static let takesAll = "cat > /dev/null; "
    /// More than a pipe holds.
    private static let file = Array("<svg>\(String(repeating: "<g/>", count: 1 << 18))</svg>".utf8)

    init() throws { programs = try FakePrograms() }

    private func failure(_ limits: ImageLimits = ImageLimits()) -> SourceError? {
        let decoder = SVGDecoder(limits: limits, searchPath: programs.folder.path)
        do throws(SourceError) {
            _ = try decoder.decode(Self.file, over: .white)
            return nil
        } catch { return error }
    }

    private func picture() throws -> String {
        let files = try FixtureFolder.files(below: FixtureFolder.images.appending(path: "plain"))
        return try #require(files.first { $0.pathExtension == "png" }).path
    }

    @Test("Without its program, a drawing is refused with what to install")
    func missing() {
        #expect(failure()?.code == .unsupportedImage)
        #expect(
            failure()?.message
                == "a drawing (SVG): it needs rsvg-convert, which is not installed; take a screenshot of the QR code "
                + "in it, or install librsvg2-bin (brew: librsvg)")
    }

    @Test(
        "It gets the drawing without a name, and limits before it",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/limits"), "the system has no prlimit"))
    func call() throws {
        try programs.install("rsvg-convert", "\(FakePrograms.says)\(Self.takesAll)cat '\(try picture())'")
        setenv("TOTP_IMPORT_TEST_OF_SVG", "hidden", 1)
        defer { unsetenv("TOTP_IMPORT_TEST_OF_SVG") }
        #expect(failure() == nil)
        let name = "rsvg-convert"
        #expect(
            try programs.folder.text("\(name).calls") == "--format=png --keep-aspect-ratio --width=1600 --height=1600\n"
        )
        #expect(!(try programs.folder.text("\(name).environment").contains("TOTP_IMPORT_TEST_OF_SVG")))
        #expect(try programs.hasOnlyStreams(name))
        #expect(try programs.limit("Max address space", of: name) == ["\(Limit.pdfMemory)", "\(Limit.pdfMemory)"])
        #expect(try programs.limit("Max cpu time", of: name) == ["\(Limit.pdfPageTime)", "\(Limit.pdfPageTime + 1)"])
    }

    @Test(
        "If the program crashes, fails or writes no image, the drawing is damaged",
        arguments: [
            ("a flood", "cat /dev/zero"), ("nothing", ""), ("an error", "exit 1"), ("a crash", "kill -SEGV $$"),
            ("another kind", "echo hello"), ("half a picture", #"printf '\211PNG\r\n\032\n\0\0\0'"#),
        ])
    func lies(name: String, script: String) throws {
        try programs.install("rsvg-convert", script)
        #expect(failure()?.code == .imageDamaged)
        #expect(failure()?.message == "the drawing cannot be drawn; take a screenshot of the QR code in it")
    }

    @Test("A program that hangs is ended, with those that it started")
    func hanging() throws {
        try programs.install("rsvg-convert", FakePrograms.hangs)
        var limits = ImageLimits()
        limits.pdfPageWait = .milliseconds(500)
        #expect(failure(limits)?.code == .limitExceeded)
        #expect(try programs.hasEnded(startedBy: "rsvg-convert"))
    }

    private static let draws = ExternalProgram(named: "rsvg-convert") != nil

    /// The modules of a code, each a square of one unit, with or without white behind it.
    private static func drawing(_ text: String, _ color: String, _ more: String = "") throws -> [UInt8] {
        let matrix = try QRMatrix(Array(text.utf8))
        var path = ""
        let side = matrix.size
        for y in 0..<side { for x in 0..<side where matrix.isDark(x, y) { path += "M\(x) \(y)h1v1h-1z" } }
        return Array(
            """
            <?xml version="1.0"?>
            <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
            viewBox="0 0 \(side) \(side)">\(more)<path fill="\(color)" d="\(path)"/></svg>
            """.utf8)
    }

    @Test(
        "A code without a quiet zone is read, dark and light", .enabled(if: draws, "rsvg-convert is missing"),
        arguments: ["black", "white"])
    func real(color: String) throws {
        let text = "otpauth://totp/Acorn:alice?secret=GEZDGNBVGY3TQOJQ"
        let file = try Self.drawing(text, color)
        #expect(SourceContent(file).kind == .image(.svg))
        let image = try SVGDecoder().decode(file, over: color == "white" ? .black : .white)
        #expect(image.hasTransparency)
        #expect(LadderScanner().scan(image.luma).payloads.map(\.bytes) == [Array(text.utf8)])
    }

    @Test("No other file is drawn", .enabled(if: draws, "rsvg-convert is missing"))
    func outside() throws {
        let path = try picture()
        for address in [path, "file://\(path)"] {
            let image = "<image xlink:href=\"\(address)\" width=\"9\" height=\"9\"/>"
            let with = try SVGDecoder().decode(Self.drawing("a", "black", image), over: .white)
            let without = try SVGDecoder().decode(Self.drawing("a", "black"), over: .white)
            #expect(with.luma == without.luma)
        }
    }

    @Test(
        "A text whose first element is svg is a drawing, unless it contains a link",
        arguments: [
            ("<svg/>", true), ("\n <svg:svg xmlns:svg='x'>", true), ("<!-- <html> --><?a?>\n<svg\n>", true),
            ("<!DOCTYPE svg [<!ENTITY a \"b\">]><svg>", true), ("<svgs>", false), ("<html><svg/></html>", false),
            ("svg", false), ("<svg><text>otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ</text></svg>", false),
            ("<!-- ", false),
        ])
    func detected(text: String, isDrawing: Bool) {
        #expect((SourceContent(Array(text.utf8)).kind == .image(.svg)) == isDrawing)
    }
}
