import Encodings
import FixtureSupport
import Foundation
import Images
import TOTPDomain
import Testing

@testable import ImageDecode

/// `pdfinfo`, `pdftoppm` and `pdftotext` are other programs that read a hostile file: whatever they do, it takes little time and
/// memory, and nothing that they write is believed.
struct PDFProgramTests {
    private let programs: FakePrograms
    private var folder: TemporaryFolder { programs.folder }

    /// More than a pipe holds.
    private static let file = Array("%PDF-\(String(repeating: "x", count: 1 << 20))\n%%EOF\n".utf8)
    /// A page of a square inch is drawn with a thousand pixels per side.
    private static let onePage = "Pages: 1\\nPage    1 size:  72 x 72 pts\\nPage    1 rot:   0\\n"
    private static let white = #"printf 'P5\n1000 1000\n255\n'; head -c 1000000 /dev/zero | tr '\0' '\377'"#
    private static let takesAll = "cat > /dev/null; "

    init() throws { programs = try FakePrograms() }

    private func install(_ summary: String = "\(takesAll)printf '\(onePage)'", drawing: String) throws {
        try programs.install("pdfinfo", summary)
        try programs.install("pdftoppm", drawing)
    }

    private func decoder(_ limits: ImageLimits = ImageLimits()) -> PDFDecoder {
        PDFDecoder(limits: limits, searchPath: folder.path)
    }

    private func failure(_ limits: ImageLimits = ImageLimits(), file: [UInt8] = file) -> SourceError? {
        do throws(SourceError) {
            _ = try decoder(limits).decode(file, over: .white)
            return nil
        } catch { return error }
    }

    @Test("Without its programs, a PDF is refused with what to install")
    func missing() throws {
        #expect(failure()?.code == .unsupportedImage)
        #expect(
            failure()?.message
                == "a PDF: it needs pdftoppm, which is not installed; install poppler-utils (brew: poppler), or "
                + "save the pages as PNG")
        try install(drawing: Self.white)
        try FileManager.default.removeItem(atPath: folder.path("pdfinfo"))
        #expect(failure()?.code == .unsupportedImage)
    }

    @Test("A text that cannot be read, ends early or is too long may be more than was read")
    func text() throws {
        func besides(_ file: [UInt8] = Self.file) -> BesideImages? {
            var limits = ImageLimits()
            limits.pdfPageWait = .seconds(2)
            return decoder(limits).besides(file)
        }
        try install(drawing: Self.white)
        #expect(besides()?.text == [] && besides()?.leftovers == Leftovers(.closedParts))
        try programs.install("pdftotext", "\(Self.takesAll)printf words")
        #expect(besides()?.text == Array("words".utf8) && besides()?.leftovers.isEmpty == true)
        let objects: [(String, Leftover.Kind)] = [
            ("/Annots [1 0 R]", .annotation), ("/EmbeddedFiles", .attachment), ("/AcroForm", .annotation),
            ("/Type/ObjStm", .closedParts),
        ]
        for (object, kind) in objects {
            #expect(besides(Array(object.utf8) + Self.file)?.leftovers == Leftovers(kind))
        }
        for rest in ["1234 5678", "1234 5678\n%%EOF", "one two three\n%%EOF"] {
            #expect(besides(Self.file + Array("\n\(rest)".utf8))?.leftovers == Leftovers(.data))
        }
        #expect(besides(Self.file + Array("\n7 0 obj\nstartxref\n%%EOF\n".utf8))?.leftovers.isEmpty == true)
        for failing in ["printf words; exit 1", "kill -9 $$", "sleep 9", "yes"] {
            try programs.install("pdftotext", failing)
            #expect(besides()?.leftovers == Leftovers(.closedParts))
        }
    }

    @Test(
        "Pages are drawn, whether the program reads first, writes first or reads nothing",
        arguments: ["\(takesAll)\(white)", "\(white); cat > /dev/null", white, "exec 0<&-; \(white)"])
    func order(drawing: String) throws {
        try install(drawing: drawing)
        let luma = try decoder().decode(Self.file, over: .white).luma
        #expect(luma.width == 1000 && luma.height == 1000 && luma.pixels.allSatisfy { $0 == 255 })
    }

    @Test("The programs get the file without a name, no other file, and no variables of ours")
    func call() throws {
        let says = FakePrograms.says
        try install("\(says)\(Self.takesAll)printf '\(Self.onePage)'", drawing: "\(says)\(Self.takesAll)\(Self.white)")
        setenv("TOTP_IMPORT_TEST_OF_PDF", "hidden", 1)
        defer { unsetenv("TOTP_IMPORT_TEST_OF_PDF") }
        _ = try decoder().decode(Self.file, over: .white)
        #expect(try folder.text("pdfinfo.calls") == "-f 1 -l 500 -\n")
        #expect(try folder.text("pdftoppm.calls") == "-q -gray -cropbox -scale-to 1000 -f 1 -l 1 -\n")
        for name in ["pdfinfo", "pdftoppm"] {
            #expect(!(try folder.text("\(name).environment").contains("TOTP_IMPORT_TEST_OF_PDF")))
            #expect(try programs.hasOnlyStreams(name))
        }
    }

    /// They reach both programs before a byte of the file does.
    @Test(
        "The programs have limits of memory and time, and dump no core",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/limits"), "the system has no prlimit"))
    func limits() throws {
        let says = Self.takesAll + FakePrograms.says
        try install("\(says)printf '\(Self.onePage)'", drawing: "\(says)\(Self.white)")
        _ = try decoder().decode(Self.file, over: .white)
        for name in ["pdfinfo", "pdftoppm"] {
            let memory = ["\(Limit.pdfMemory)", "\(Limit.pdfMemory)"]
            #expect(try programs.limit("Max address space", of: name) == memory)
            let time = ["\(Limit.pdfPageTime)", "\(Limit.pdfPageTime + 1)"]
            #expect(try programs.limit("Max cpu time", of: name) == time)
            #expect(try programs.limit("Max core file size", of: name) == ["0", "0"])
        }
    }

    @Test(
        "If the program crashes, fails or writes no page, the image is damaged",
        arguments: [
            ("a flood", "cat /dev/zero"), ("a flood of text", "while :; do echo P5; done"), ("nothing", ""),
            ("an error", "\(takesAll)\(white); exit 1"), ("a crash", "\(takesAll)\(white); kill -SEGV $$"),
            ("a huge size", #"printf 'P5\n99999999999 99999999999\n255\n'; head -c 100 /dev/zero"#),
            ("more than there is", #"printf 'P5\n1000 1000\n255\n'; head -c 999999 /dev/zero"#),
            ("less than there is", #"printf 'P5\n1000 999\n255\n'; head -c 1000000 /dev/zero"#),
            ("another size", #"printf 'P5\n100 10000\n255\n'; head -c 1000000 /dev/zero"#),
            ("no size", #"printf 'P5\n0 0\n255\n'"#), ("a negative size", #"printf 'P5\n-1 -1\n255\n1'"#),
            ("16 bits", #"printf 'P5\n500 1000\n65535\n'; head -c 1000000 /dev/zero"#),
            ("color", #"printf 'P6\n10 10\n255\n'; head -c 300 /dev/zero"#), ("half a head", #"printf 'P5\n1000'"#),
        ])
    func lies(name: String, drawing: String) throws {
        try install(drawing: drawing)
        let failure = failure()
        #expect(failure?.code == .imageDamaged)
        #expect(failure?.message == LimitMessage.pdfMemory())
    }

    @Test(
        "A summary of the pages that is wrong, missing or over a limit is refused",
        arguments: [
            ("no number", "echo Pages: many", SourceError.Code.imageDamaged),
            ("no page", "echo Pages: 0", .imageDamaged),
            ("fewer than none", "echo Pages: -5", .imageDamaged), ("a flood", "cat /dev/zero", .imageDamaged),
            ("too many pages", "echo Pages: 501", .limitExceeded),
            ("no size", "echo Pages: 1", .imageDamaged),
            ("an endless size", #"printf 'Pages: 1\nPage 1 size: inf x 72 pts\n'"#, .imageDamaged),
            ("no number as size", #"printf 'Pages: 1\nPage 1 size: nan x nan pts\n'"#, .imageDamaged),
            ("a size below zero", #"printf 'Pages: 1\nPage 1 size: -72 x 72 pts\n'"#, .imageDamaged),
            ("a size of another page", #"printf 'Pages: 1\nPage 2 size: 72 x 72 pts\n'"#, .imageDamaged),
            ("an error", "exit 1", .imageDamaged), ("a crash", "kill -SEGV $$", .imageDamaged),
        ])
    func summaries(name: String, summary: String, code: SourceError.Code) throws {
        try install(Self.takesAll + summary, drawing: Self.white)
        #expect(failure()?.code == code)
    }

    @Test("A title cannot say how many pages there are")
    func title() throws {
        let output =
            "Title: a\nPages: 7\nPage 1 size: 1 x 1 pts\nPages:           2\nPage    2 size:  9.5 x 1e3 pts (A4)\n"
        let summary = try #require(PDFSummary(Array(output.utf8)))
        #expect(summary.pages == 2 && summary.sizes.count == 1)
        #expect(try #require(summary.sizes[1]) == (9.5, 1000))
    }

    @Test("A program that hangs is ended, with those that it started", arguments: [true, false])
    func hanging(isOpening: Bool) throws {
        let hang = FakePrograms.hangs
        try isOpening ? install(hang, drawing: Self.white) : install(drawing: hang)
        var limits = ImageLimits()
        limits.pdfPageWait = .milliseconds(500)
        #expect(Limit.pdfPageWait > Limit.pdfPageTime)
        let failure = failure(limits)
        #expect(failure?.code == .limitExceeded)
        #expect(failure?.message == LimitMessage.pdfPageWait())
        #expect(try programs.hasEnded(startedBy: isOpening ? "pdfinfo" : "pdftoppm"))
    }

    @Test("The processor time of a page is limited, and that of all pages", arguments: [true, false])
    func working(isOnePage: Bool) throws {
        let summary = #"printf 'Pages: 2\nPage 1 size: 72 x 72 pts\nPage 2 size: 72 x 72 pts\n'"#
        let work = #"case "$*" in *"-f 2"*) while :; do :; done;; esac; \#(Self.white)"#
        try install(Self.takesAll + summary, drawing: work)
        var limits = ImageLimits()
        if isOnePage { limits.pdfPageTime = .seconds(1) } else { limits.pdfTime = .seconds(1) }
        // Where the system cannot limit the processor time of another process.
        #if !os(Linux)
            limits.pdfPageWait = .seconds(3)
        #endif
        #expect(Limit.pdfTime > Limit.pdfPageTime)
        let pages = try decoder(limits).pages(of: Self.file)
        #expect(try pages.decode(page: 0, over: .white).luma.width == 1000)
        let failure = #expect(throws: SourceError.self) { try pages.decode(page: 1, over: .white) }
        #expect(failure?.code == .limitExceeded)
        // Nothing is left for the first one either.
        let isDrawn = (try? pages.decode(page: 0, over: .white)) != nil
        #expect(isDrawn == isOnePage)
    }
}
