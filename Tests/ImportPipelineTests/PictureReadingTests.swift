import Encodings
import FixtureSupport
import Images
import Importers
import TOTPDomain
import Testing

@testable import ImportPipeline

@Suite("Reading of images")
struct PictureReadingTests {
    let folder: TemporaryFolder
    private let decoder = ScriptedDecoder()
    private static let alice = "otpauth://totp/Acorn:alice?secret=JBSWY3DPEHPK3PXP"
    private static let bob = "otpauth://totp/Birch:bob?secret=GEZDGNBVGY3TQOJQ"
    private static let web = "https://example.com/"

    init() throws { folder = try TemporaryFolder() }

    @Test("Every code that is about accounts is read, in order")
    func accounts() async throws {
        let result = try await read("code \(Self.bob)\ncode \(Self.alice)")
        #expect(result.status == .ok)
        #expect(result.format == "png")
        #expect(result.codes == 2)
        #expect(result.items.map(\.label) == ["Birch: bob", "Acorn: alice"])
        #expect(result.entries.map(\.format) == ["otpauth", "otpauth"])
        #expect(result.warnings == [])
        #expect(result.failure == nil)
    }

    @Test(
        "Everything else in an image is reported, and decides the status",
        arguments: [
            (
                "", .noCode, 0,
                [
                    "no QR code found; if you see one, take the image again, sharp and large, with the whole code and "
                        + "white around it"
                ]
            ),
            (
                "signs", .noCode, 0,
                ["a QR code can be seen but not read; take the image again, sharp and with the whole QR code"]
            ),
            ("code \(web)", .noCode, 0, ["1 QR code found, but no account: a web address or other text"]),
            (
                "code \(web)\ncode WIFI:S:home;;", .noCode, 0,
                ["2 QR codes found, but no account: a web address or other text"]
            ),
            ("code \(web)\ncode \(alice)", .ok, 1, ["code 1 is not an account; skipped"]),
            (
                "code \(alice)\ncode x\ncode \(bob)\ncode y", .ok, 2,
                ["codes 2, 4 are not accounts; skipped"]
            ),
            ("unread 1", .partial, 0, ["a QR code was found but not read; use a larger or sharper image"]),
            (
                "code \(alice)\nunread 2", .partial, 1,
                ["2 QR codes were found but not read; use a larger or sharper image"]
            ),
            ("incomplete 1", .partial, 0, ["contains only a part of a larger QR code; put all parts on one image"]),
            (
                "code \(alice)\ndamage cut off", .partial, 1,
                ["the image is cut off; copy the file again if a code is missing"]
            ),
            (
                "code \(web)\nunread 1\ndamage cut off", .partial, 0,
                [
                    "the image is cut off; copy the file again if a code is missing",
                    "a QR code was found but not read; use a larger or sharper image",
                    "1 QR code found, but no account: a web address or other text",
                ]
            ),
        ] as [(script: String, status: SourceResult.Status, accounts: Int, warnings: [String])])
    func others(script: String, status: SourceResult.Status, accounts: Int, warnings: [String]) async throws {
        let result = try await read(script)
        #expect(result.status == status)
        #expect(result.items.count == accounts)
        #expect(result.warnings.map(\.message) == warnings)
        #expect(result.failure == nil)
    }

    @Test("An image without a code counts the same in a folder")
    func inFolder() async throws {
        let path = try folder.write(ScriptedPicture.bytes(""), to: "picture.png")
        let result = await reader().read(Input(name: path, location: .file(path: path), folder: folder.path))
        #expect(result.status == .noCode)
    }

    @Test("An account that is rejected names its code, not a line")
    func rejections() async throws {
        let result = try await read("code \(Self.alice)\ncode otpauth://totp/Cedar:carol\ncode \(Self.bob)")
        #expect(result.status == .partial)
        #expect(result.items.count == 2)
        #expect(result.rejections.map(\.position.description) == ["code 2"])
        #expect(result.rejections.map(\.label) == ["Cedar: carol"])
    }

    @Test("A damaged migration code is a rejected entry of its code")
    func migration() async throws {
        let result = try await read("code \(Self.alice)\ncode otpauth-migration://offline?data=XXXX")
        #expect(result.rejections.map(\.position.description) == ["code 2"])
        #expect(result.entries.map(\.format) == ["otpauth", "google-migration"])
    }

    @Test("A code that cannot be opened is a rejected entry, and the other codes are read")
    func sealedCode() async throws {
        let path = try folder.write(
            ScriptedPicture.bytes("code \(Self.alice)\ncode sealed word\ncode \(Self.bob)"), to: "picture.png")
        let reader = reader([SealedFormat()] + FormatRegistry.standard.formats)
        let result = await reader.read(Input(name: path, location: .file(path: path)))
        #expect(result.status == .partial)
        #expect(result.items.map(\.label) == ["Acorn: alice", "Birch: bob"])
        #expect(result.rejections.map(\.position.description) == ["code 2"])
        #expect(result.rejections.map(\.code.rawValue) == ["password-required"])
    }

    @Test("A warning of the format names its code")
    func warnings() async throws {
        let result = try await read("code \(Self.alice)\ncode otpauth://hotp/Cedar:carol?secret=JBSWY3DP")
        #expect(result.status == .ok)
        #expect(result.warnings == ["code 2 (Cedar: carol): the link has no counter; it starts at 0"])
    }

    @Test(
        "An image that cannot be read fails, and says why",
        arguments: [
            ("broken", .imageDamaged, "no picture can be made of it"),
            ("damage cut off", .imageDamaged, "without a QR code"),
        ] as [(String, SourceError.Code, String)])
    func failures(script: String, code: SourceError.Code, words: String) async throws {
        let result = try await read(script)
        #expect(result.status == .failed)
        #expect(result.failure?.code == code)
        #expect(result.failure?.message.contains(words) == true)
    }

    @Test(
        "A kind of image without a decoder names the kinds that can be read",
        arguments: [[0xFF, 0xD8, 0xFF], Array("GIF89a".utf8)])
    func otherKinds(magic: [UInt8]) async throws {
        let result = try await read(bytes: magic + [0, 0, 0, 0])
        #expect(result.status == .failed)
        #expect(result.failure?.code == .unsupportedImage)
        #expect(result.failure?.message.hasSuffix("images, only PNG; save it as PNG") == true)
    }

    // MARK: - Files of several pictures

    @Test("Each page is an image of its own, and a problem names its page")
    func pages() async throws {
        let script = "code \(Self.alice)\u{C}broken\u{C}unread 1\u{C}code \(Self.web)\ncode otpauth://totp/A:b"
        let path = try folder.write(Array("%PDF-\(script)".utf8), to: "pages.pdf")
        let images = ImageReader(decoders: [ScriptedPages()], scanner: ScriptedScanner())
        let reader = SourceReader(registry: .standard, images: images)
        let result = await reader.read(Input(name: path, location: .file(path: path)))
        #expect(result.status == .partial)
        #expect(result.format == "pdf")
        #expect(result.codes == 3)
        #expect(result.items.map(\.label) == ["Acorn: alice"])
        #expect(result.entries.count == 2)
        if case .rejected(let rejection) = result.entries.last?.outcome {
            #expect(rejection.position.description == "page 4, code 2")
        } else {
            Issue.record("the link without a secret was not rejected")
        }
        #expect(
            result.warnings == [
                "page 2: the image is not readable: no picture can be made of it; copy the file again if a code is missing",
                "page 3: a QR code was found but not read; use a larger or sharper image",
                "page 4, code 1 is not an account; skipped",
            ])
    }

    @Test("Pages beyond the pixel limit are not read, and one message says so")
    func pixelsOfPages() throws {
        // The number of pixels of each page is the number of characters in its script, plus one for the end of its
        // line.
        let page = "code \(Self.alice)1"
        let pages = (1...4).map { "\(page.dropLast())\($0)" }
        let bytes = Array("%PDF-\(pages.joined(separator: "\u{C}"))".utf8)
        for (pixels, read) in [(2 * page.count + 2, 2), (2 * page.count + 3, 3), (4 * page.count + 4, 4)] {
            let reader = ImageReader(decoders: [ScriptedPages()], scanner: ScriptedScanner(), filePixels: pixels)
            let readings = try reader.read(bytes, kind: .pdf)
            #expect(readings.count { !$0.scan.payloads.isEmpty } == read)
            #expect(readings.count == min(4, read + 1))
            if read < 4 {
                let warning = try #require(readings.last?.warnings.first)
                let limit = LimitMessage.filePixels(pixels / 1_000_000).prefix { $0 != ";" }
                #expect(
                    warning.message.hasPrefix("page \(read + 1): the image is not read, nor any after it: \(limit)"))
            }
        }
    }

    @Test("The limit of pixels that is used is that of the table")
    func pixels() {
        let reader = ImageReader(decoders: [ScriptedPages()], scanner: ScriptedScanner())
        #expect(reader.filePixels == Limit.filePixels)
    }

    @Test("A code on several images of a file counts once, and an image that is repeated is not scanned")
    func repeatedCodes() throws {
        let scripts = [
            "code a\ncode b", "code b\ncode c", "repeated\nunread 1", "nothing", "repeated\ndamage cut\ncode d",
        ]
        let bytes = Array("%PDF-\(scripts.joined(separator: "\u{C}"))".utf8)
        let readings = try ImageReader(decoders: [ScriptedPages(name: "frame")], scanner: ScriptedScanner())
            .read(bytes, kind: .pdf)
        let found = readings.map { reading in
            "\(reading.page ?? 0) " + reading.scan.payloads.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        }
        #expect(found == ["1 ab", "2 c", "5 d"])
        #expect(readings.map(\.isPartial) == [false, false, true])
    }

    @Test(
        "A code in a video counts as unread once, and only if no frame beside it shows it",
        arguments: [
            ("unread 1|code a|nothing|code b|unread 1|nothing", ""), ("unread 1|unread 1|code a", "1"),
            ("code a|unread 1|unread 1|unread 1|nothing|unread 1", "3 6"), ("code a\nunread 1|code a\nunread 1", "1"),
            ("code a|code a\nrepeated|unread 1|nothing|unread 2", "5"), ("unread 1|unread 1", "1"), ("nothing", ""),
        ])
    func film(frames: String, unread: String) throws {
        let bytes = Array("%PDF-\(frames.split(separator: "|").joined(separator: "\u{C}"))".utf8)
        func unreadFrames(showsTime: Bool) throws -> String {
            let decoder = ScriptedPages(name: "frame", showsTime: showsTime)
            return try ImageReader(decoders: [decoder], scanner: ScriptedScanner()).read(bytes, kind: .pdf)
                .filter { $0.scan.unread > 0 }.map { "\($0.page ?? 1)" }.joined(separator: " ")
        }
        #expect(try unreadFrames(showsTime: true) == unread)
        // An animation shows what is in it.
        #expect(
            try unreadFrames(showsTime: false).split(separator: " ").count
                == frames.split(separator: "|").count { $0.contains("unread") })
    }

    @Test("A video is kept, because not every frame of it is read")
    func videoIsKept() async throws {
        let decoder = ScriptedPages(kinds: [.video], name: "frame", showsTime: true)
        let reader = SourceReader(
            registry: .standard, images: ImageReader(decoders: [decoder], scanner: ScriptedScanner()))
        let path = try folder.write(Array("FLV\u{1}\u{5}code \(Self.alice)\u{C}nothing".utf8), to: "film.flv")
        let result = await reader.read(Input(name: path, location: .file(path: path)))
        #expect(result.status == .ok && result.items.count == 1)
        #expect(result.keepsakes == [.original("a video")])
    }

    @Test("If a limit stops the reading, the input is partly read, and one message names how many images were")
    func limitedImages() async throws {
        let path = try folder.write(Array("%PDF-code \(Self.alice)\u{C}nothing".utf8), to: "frames.pdf")
        let images = ImageReader(decoders: [ScriptedPages(name: "frame", total: 9)], scanner: ScriptedScanner())
        let reader = SourceReader(registry: .standard, images: images)
        let result = await reader.read(Input(name: path, location: .file(path: path)))
        #expect(result.status == .partial && result.items.count == 1)
        #expect(
            result.warnings == [
                "page 3: the image is not read, nor any after it: so many are the limit (2 of 9 frames were read); name others"
            ])
        let only = ImageReader(decoders: [ScriptedPages(name: "frame", total: 2)], scanner: ScriptedScanner())
        let readings = try only.read(Array("%PDF-code a".utf8), kind: .pdf)
        #expect(readings.map(\.page) == [1, 2] && readings.map(\.isPartial) == [false, true])
        #expect(readings[1].warnings.first?.message.contains("(1 of 2 frames was read)") == true)
    }

    // MARK: - Transparent pictures

    @Test(
        "Only a transparent image without a code over white is scanned over black",
        arguments: [
            ("code \(alice)", [.white], .ok),
            ("", [.white], .noCode),
            ("clear white \(alice)", [.white, .black], .ok),
            ("clear white \(alice)\nclear white \(bob)", [.white, .black], .ok),
            ("code \(alice)\nclear white \(bob)", [.white], .ok),
            ("clear white \(web)", [.white, .black], .noCode),
            ("clear nothing", [.white, .black], .noCode),
            ("clear nothing\nunread 1", [.white, .black], .partial),
        ] as [(String, [ImageBackground], SourceResult.Status)])
    func backgrounds(script: String, expected: [ImageBackground], status: SourceResult.Status) async throws {
        let result = try await read(script)
        #expect(decoder.calls.all == expected)
        #expect(result.status == status)
    }

    // MARK: - Drawings

    /// Reads no QR code.
    private struct BlindScanner: QRCodeScanner {
        func scan(_ image: LumaImage) -> QRScanResult { QRScanResult(payloads: []) }
        func scan(_ image: any LargeImage) -> QRScanResult { QRScanResult(payloads: []) }
    }

    @Test("The images of a run are drawn up to a limit")
    func drawings() throws {
        let drawer = PictureDrawer(scanner: BlindScanner())
        let image = try #require(LumaImage(width: 1, height: 1, pixels: [0]))
        for _ in 0..<Limit.drawnImages { #expect(drawer.draw(image, QRScanResult(payloads: [])) != nil) }
        #expect(drawer.draw(image, QRScanResult(payloads: [])) == nil)
    }

    @Test(
        "Each pixel of a drawing is the mean of those it shows, of at most seven rows and columns",
        arguments: [(5, 3), (200, 1), (301, 97), (2, 60_000)])
    func means(width: Int, height: Int) throws {
        var random = SeededGenerator(seed: 96)
        let pixels = (0..<width * height).map { _ in UInt8.random(in: 200...255, using: &random) }
        let image = try #require(LumaImage(width: width, height: height, pixels: pixels))
        let drawing = image.reduced(to: 96)
        #expect(max(drawing.width, drawing.height) == min(96, max(width, height)))
        for row in 0..<drawing.height {
            let rows = Self.some(row * height / drawing.height..<(row + 1) * height / drawing.height)
            #expect(1...7 ~= rows.count)
            for column in 0..<drawing.width {
                let columns = Self.some(column * width / drawing.width..<(column + 1) * width / drawing.width)
                let sum = rows.reduce(0) { sum, y in columns.reduce(sum) { $0 + Int(pixels[y * width + $1]) } }
                let mean = sum / (rows.count * columns.count)
                #expect(Int(drawing.pixels[row * drawing.width + column]) == mean, "\(column), \(row)")
            }
        }
    }

    /// Every n-th, so that at least four remain.
    private static func some(_ places: Range<Int>) -> [Int] {
        Array(stride(from: places.lowerBound, to: places.upperBound, by: max(1, places.count / 4)))
    }

    @Test("An image with many QR codes is drawn too small to read them", arguments: [(0, 96), (1, 20)])
    func manyCodes(surplus: Int, side: Int) throws {
        let image = try #require(LumaImage(width: 100, height: 100, pixels: [UInt8](repeating: 255, count: 10_000)))
        let corners = [(1, 1), (3, 1), (3, 3), (1, 3)].map { QRPayload.Point(x: $0.0, y: $0.1) }
        let payload = QRPayload(bytes: [1], corners: corners, engine: "script", variant: "full")
        let scan = QRScanResult(payloads: Array(repeating: payload, count: Limit.coveredCodes + surplus))
        #expect(PictureDrawer(scanner: BlindScanner()).draw(image, scan)?.drawing.width == side)
    }

    // MARK: -

    private func read(_ script: String) async throws -> SourceResult {
        try await read(bytes: ScriptedPicture.bytes(script))
    }

    private func read(bytes: [UInt8]) async throws -> SourceResult {
        let path = try folder.write(bytes, to: "picture.png")
        return await reader(decoder: decoder).read(Input(name: path, location: .file(path: path)))
    }
}
