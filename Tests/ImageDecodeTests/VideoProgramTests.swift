import Encodings
import FixtureSupport
import Foundation
import Images
import QRScan
import TOTPDomain
import Testing

@testable import ImageDecode

/// `ffmpeg` is another program that reads a hostile file, as those of ``PDFProgramTests``.
struct VideoProgramTests {
    private let programs: FakePrograms

    private static let takesAll = "cat > /dev/null; "
    /// More than a pipe holds.
    private static let film =
        Array("\0\0\0\u{10}ftypisom\0\0\0\0\0\u{10}\0\u{8}mdat".utf8) + [UInt8](repeating: 0xFF, count: 1 << 20)

    init() throws { programs = try FakePrograms() }

    /// Prints frames of 100 x 50 pixels, all of one color each, given as letters.
    private static func frames(_ colors: String) -> String {
        "for color in \(colors.map { "\($0)" }.joined(separator: " ")); do "
            + #"printf 'P5\n100 50\n255\n'; head -c 5000 /dev/zero | tr '\0' $color; done"#
    }

    private func pages(_ limits: ImageLimits = ImageLimits(), _ film: [UInt8] = film) throws(SourceError)
        -> any ImagePages
    {
        try VideoDecoder(limits: limits, searchPath: programs.folder.path).pages(of: film)
    }

    private func failure(_ limits: ImageLimits = ImageLimits()) -> SourceError? {
        do throws(SourceError) {
            _ = try pages(limits).decode(page: 0, over: .white)
            return nil
        } catch { return error }
    }

    @Test("Without its program, a video is refused with what to install")
    func missing() {
        #expect(failure()?.code == .unsupportedImage)
        #expect(
            failure()?.message
                == "a video: it needs ffmpeg, which is not installed; take a screenshot of each QR code in it, or "
                + "install ffmpeg")
    }

    @Test("All frames are read, in order, whatever the program does first", arguments: ["", takesAll, "exec 0<&-; "])
    func frames(first: String) throws {
        try programs.install("ffmpeg", first + Self.frames("00Pp0"))
        let pages = try pages()
        var seen = "", page = 0
        while page < pages.count {
            let image = try pages.decode(page: page, over: .white)
            #expect(image.luma.width == 100 && image.luma.height == 50)
            seen += String(decoding: image.luma.pixels.prefix(1), as: UTF8.self) + (image.isRepeated ? "=" : "")
            page += 1
        }
        #expect(seen == "00=Pp0")
        #expect(throws: SourceError.self) { try pages.decode(page: 2, over: .white) }
    }

    @Test("Frames may be passed over")
    func passed() throws {
        try programs.install("ffmpeg", Self.frames("abcdef"))
        let pages = try pages()
        for (page, color) in [(1, "b"), (4, "e")] {
            #expect(try pages.decode(page: page, over: .white).luma.pixels.first == color.utf8.first)
        }
    }

    @Test("If the program fails after some frames, these are read, and the error comes after them")
    func endings() throws {
        let endings: [(String, SourceError.Code?)] = [
            ("exit 0", nil), ("exit 1", .imageDamaged), ("kill -SEGV $$", .imageDamaged), ("exit 255", .limitExceeded),
        ]
        for (ending, code) in endings {
            try programs.install("ffmpeg", "\(Self.takesAll)\(Self.frames("ab")); \(ending)")
            let pages = try pages()
            for page in 0..<2 { _ = try pages.decode(page: page, over: .white) }
            #expect(pages.count == (code == nil ? 2 : 3))
            guard let code else { continue }
            let failure = #expect(throws: SourceError.self) { try pages.decode(page: 2, over: .white) }
            #expect(failure?.code == code)
        }
    }

    @Test("A file that says that it is longer has more frames than are read")
    func cutOff() throws {
        try programs.install("ffmpeg", Self.takesAll + Self.frames("ab"))
        let pages = try pages(ImageLimits(), Self.film.dropLast())
        for page in 0..<2 { _ = try pages.decode(page: page, over: .white) }
        let failure = #expect(throws: SourceError.self) { try pages.decode(page: 2, over: .white) }
        #expect(failure?.message.hasPrefix("the video is damaged or cut off; ") == true)
    }

    @Test(
        "Containers say how long they are",
        arguments: [
            ("AVI", [82, 73, 70, 70, 8, 0, 0, 0, 65, 86, 73, 32, 1, 2, 3, 4], VideoContainer.avi, 16),
            ("an AVI that nobody finished", [82, 73, 70, 70, 255, 255, 255, 255, 65, 86, 73, 32], .avi, 8),
            ("Matroska", [0x1A, 0x45, 0xDF, 0xA3, 0x81, 9, 0x18, 0x53, 0x80, 0x67, 0x40, 2, 1, 2], .matroska, 14),
            (
                "a live recording",
                [0x1A, 0x45, 0xDF, 0xA3, 0x81, 9, 0x18, 0x53, 0x80, 0x67, 1, 255, 255, 255, 255, 255, 255, 255, 1],
                .matroska, 18
            ),
            ("MP4", Array("\0\0\0\u{10}ftypisom\0\0\0\0\0\0\0\u{9}mdat1".utf8), .mov, 25),
            ("MP4 with a long box", Array("\0\0\0\u{1}mdat\0\0\0\0\0\0\0\u{12}12".utf8), .mov, 18),
            ("MP4 with a box up to its end", Array("\0\0\0\0mdat123".utf8), .mov, 9),
            ("MP4 with bytes after it", Array("\0\0\0\u{9}mdat1\0\0".utf8), .mov, 9),
        ] as [(name: String, file: [UInt8], container: VideoContainer, shortest: Int)])
    func lengths(name: String, file: [UInt8], container: VideoContainer, shortest: Int) {
        #expect(!container.isCutOff(file))
        #expect(!container.isCutOff(Array(file.prefix(shortest))))
        if shortest == file.count, name != "MP4 with a box up to its end" {
            #expect(container.isCutOff(file.dropLast()))
        }
    }

    @Test(
        "It gets the video without a name, no other protocol than pipes, and limits before it",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/limits"), "the system has no prlimit"))
    func call() throws {
        try programs.install("ffmpeg", "\(FakePrograms.says)\(Self.takesAll)\(Self.frames("a"))")
        setenv("TOTP_IMPORT_TEST_OF_VIDEO", "hidden", 1)
        defer { unsetenv("TOTP_IMPORT_TEST_OF_VIDEO") }
        #expect(failure() == nil)
        let call = try programs.folder.text("ffmpeg.calls")
        #expect(call.contains("-protocol_whitelist pipe "))
        #expect(call.contains("-f mov -i pipe:0 "))
        #expect(call.contains("-frames:v \(Limit.videoFrames + 1) "))
        #expect(call.hasSuffix("-f image2pipe -c:v pgm pipe:1\n"))
        #expect(!(try programs.folder.text("ffmpeg.environment").contains("TOTP_IMPORT_TEST_OF_VIDEO")))
        #expect(try programs.hasOnlyStreams("ffmpeg"))
        #expect(
            try programs.limit("Max address space", of: "ffmpeg") == ["\(Limit.videoMemory)", "\(Limit.videoMemory)"])
        #expect(try programs.limit("Max cpu time", of: "ffmpeg") == ["\(Limit.videoTime)", "\(Limit.videoTime + 1)"])
    }

    @Test(
        "If the program crashes, fails or writes no frames, the video is damaged",
        arguments: [
            ("a flood", "cat /dev/zero"), ("a flood of text", "while :; do echo P5; done"), ("nothing", ""),
            ("an error", "exit 1"), ("a crash", "kill -SEGV $$"),
            ("a huge size", #"printf 'P5\n99999999999 99999999999\n255\n'; head -c 100 /dev/zero"#),
            ("more than there is", #"printf 'P5\n1000 1000\n255\n'; head -c 999999 /dev/zero"#),
            ("no size", #"printf 'P5\n0 0\n255\n'"#), ("a negative size", #"printf 'P5\n-1 -1\n255\n1'"#),
            ("color", #"printf 'P6\n10 10\n255\n'; head -c 300 /dev/zero"#), ("half a head", #"printf 'P5\n1000'"#),
        ])
    func lies(name: String, script: String) throws {
        try programs.install("ffmpeg", script)
        let failure = failure()
        #expect(failure?.code == .imageDamaged)
        #expect(failure?.message == LimitMessage.videoMemory())
    }

    @Test("A frame with more pixels than were asked for is refused", arguments: [1000, 1001])
    func pixels(height: Int) throws {
        let width = Limit.videoPixels / 1000
        try programs.install(
            "ffmpeg", "printf 'P5\\n\(width) \(height)\\n255\\n'; head -c \(width * height) /dev/zero")
        #expect((failure() == nil) == (height == 1000))
    }

    @Test("A program that hangs is ended, with those that it started")
    func hanging() throws {
        try programs.install("ffmpeg", FakePrograms.hangs)
        var limits = ImageLimits()
        limits.videoWait = .milliseconds(500)
        #expect(failure(limits)?.message == LimitMessage.videoWait())
        #expect(try programs.hasEnded(startedBy: "ffmpeg"))
    }

    @Test("A program whose frames nobody reads any more is ended")
    func letGo() throws {
        try programs.install("ffmpeg", "sleep 600 & echo $! > \"$0.sleeper\"; \(Self.frames("ab")); wait")
        _ = try pages().decode(page: 0, over: .white)
        #expect(try programs.hasEnded(startedBy: "ffmpeg"))
    }

    @Test("The processor time is limited")
    func working() throws {
        try programs.install("ffmpeg", "\(Self.takesAll)\(Self.frames("a")); while :; do :; done")
        var limits = ImageLimits()
        limits.videoTime = .seconds(1)
        // Where the system cannot limit the processor time of another process.
        #if !os(Linux)
            limits.videoWait = .seconds(3)
        #endif
        let pages = try pages(limits)
        _ = try pages.decode(page: 0, over: .white)
        #expect(pages.count == 2)
        let failure = #expect(throws: SourceError.self) { try pages.decode(page: 1, over: .white) }
        #expect(failure?.message == LimitMessage.videoTime())
        #expect(Limit.videoTime > Limit.pdfPageTime)
    }

    @Test("Frames after the limit are not read")
    func limited() throws {
        try programs.install("ffmpeg", Self.frames("abcd"))
        var limits = ImageLimits()
        limits.videoFrames = 2
        let pages = try pages(limits)
        for page in 0..<2 { _ = try pages.decode(page: page, over: .white) }
        #expect(pages.count == 3)
        let failure = #expect(throws: SourceError.self) { try pages.decode(page: 2, over: .white) }
        #expect(failure?.message == LimitMessage.videoFrames(2))
        limits.videoFrames = 4
        let all = try self.pages(limits)
        for page in 0..<4 { _ = try all.decode(page: page, over: .white) }
        #expect(all.count == 4)
    }

    // MARK: - The index

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        UInt32(content.count + 8).bytes(.big) + Array(name.utf8) + content
    }

    private static func places<Place: FixedWidthInteger & UnsignedInteger>(_ name: String, _ places: [Place]) -> [UInt8]
    {
        box(name, [0, 0, 0, 0] + UInt32(places.count).bytes(.big) + places.flatMap { $0.bytes(.big) })
    }

    private static func index(_ places: [UInt8]) -> [UInt8] {
        ["stbl", "minf", "mdia", "trak", "moov"].reduce(places) { box($1, box("junk", [1]) + $0) }
    }

    @Test("An index at the end is moved before the content, and its places with it")
    func movedIndex() {
        let head = Self.box("ftyp", Array("isom".utf8)), content = Self.box("mdat", [UInt8](repeating: 7, count: 40))
        let tail = Self.box("free", [])
        // The last place is not in the content.
        for wide in [false, true] {
            func index(_ distance: Int) -> [UInt8] {
                let places = [20 + distance, 30 + distance, 9]
                return Self.index(
                    wide
                        ? Self.places("co64", places.map { UInt64($0) })
                        : Self.places("stco", places.map { UInt32($0) }))
            }
            let size = index(0).count
            #expect(MovieIndex.first(in: head + content + index(0) + tail) == head + index(size) + content + tail)
            #expect(MovieIndex.first(in: head + index(0) + content) == head + index(0) + content)
        }
    }

    @Test("A damaged index leaves the file as it is")
    func damagedIndex() {
        let head = Self.box("ftyp", Array("isom".utf8)), content = Self.box("mdat", [UInt8](repeating: 7, count: 40))
        let tooMany = Self.box("stco", [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1])
        for index in [
            Self.index(tooMany), Self.index(Self.box("stco", [])), Self.index(Self.box("co64", [0, 0, 0, 0])),
            Self.box("moov", [0xFF]), [0, 0, 0, 1] + Array("moov".utf8) + [UInt8](repeating: 0xFF, count: 8),
            [0, 0, 0, 2] + Array("moov".utf8), [0, 0, 0, 0] + Array("moov".utf8),
        ] {
            let film = head + content + index
            #expect(MovieIndex.first(in: film).count == film.count)
        }
        var deep = Self.box("stco", [])
        for _ in 0..<1000 { deep = Self.box("trak", deep) }
        #expect(MovieIndex.first(in: head + content + Self.box("moov", deep)).count > 8000)
        let whole = Array((head + content + Self.index(Self.places("stco", [UInt32(20)]))))
        for count in 0..<whole.count { #expect(MovieIndex.first(in: Array(whole[..<count])).count == count) }
    }

    // MARK: - The program itself

    private static let ffmpeg = ExternalProgram(named: "ffmpeg")

    @Test(
        "Every container is read, with its index before or after the content",
        .enabled(if: ffmpeg != nil, "ffmpeg is missing"),
        arguments: [
            ("mp4", "-c:v mpeg4"), ("mp4", "-c:v mpeg4 -movflags faststart"), ("mov", "-c:v mjpeg"),
            ("mkv", "-c:v mpeg4"),
            ("avi", "-c:v mpeg4"), ("flv", "-c:v flv"), ("wmv", "-c:v wmv2"), ("mpg", "-c:v mpeg2video"),
        ])
    func containers(ending: String, options: String) throws {
        let folder = try TemporaryFolder()
        let parts = FixtureFolder.images.appending(path: "google-parts")
        var arguments = ["-v", "error", "-y"]
        for part in 1...3 {
            arguments += [
                "-loop", "1", "-t", "1.5", "-r", "25", "-i", parts.appending(path: "complete-\(part).png").path,
            ]
        }
        let scaled = (0..<3).map { "[\($0)]scale=480:480,format=yuvj420p[v\($0)];" }.joined()
        arguments += ["-filter_complex", "\(scaled)[v0][v1][v2]concat=n=3"]
        arguments += options.split(separator: " ").map(String.init) + ["-q:v", "2", folder.path("film.\(ending)")]
        #expect(try #require(Self.ffmpeg).run(arguments).exitCode == 0)
        // No longer than one frame.
        if ending == "mp4" {
            let moment = ["-v", "error", "-i", folder.path("film.mp4"), "-frames:v", "1", folder.path("moment.mp4")]
            #expect(try #require(Self.ffmpeg).run(moment).exitCode == 0)
            let short = try FixtureFolder.bytes(URL(filePath: folder.path("moment.mp4")))
            #expect(try VideoDecoder().pages(of: short).decode(page: 0, over: .white).luma.width == 480)
        }
        let bytes = try FixtureFolder.bytes(URL(filePath: folder.path("film.\(ending)")))
        #expect(SourceContent(bytes).kind == .image(.video))
        let pages = try VideoDecoder().pages(of: bytes)
        var payloads: [[UInt8]] = [], page = 0
        while page < pages.count {
            let image = try pages.decode(page: page, over: .white)
            for payload in LadderScanner().scan(image.luma).payloads where !payloads.contains(payload.bytes) {
                payloads.append(payload.bytes)
            }
            page += 1
        }
        #expect((9...12).contains(page), "\(page) frames")
        let expected = try (1...3).map { part in
            let file = try FixtureFolder.bytes(parts.appending(path: "complete-\(part).png"))
            return LadderScanner().scan(try PNGDecoder().decode(file, over: .white).luma).payloads.map(\.bytes)
        }
        #expect(payloads == expected.flatMap { $0 })
    }
}
