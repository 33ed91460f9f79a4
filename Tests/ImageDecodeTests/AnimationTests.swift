import Encodings
import FixtureSupport
import Images
import QRScan
import TOTPDomain
import Testing

@testable import ImageDecode

@Suite("Every image of a file that has several")
struct AnimationTests {
    private static let several = [
        "gif/animation-of-three.gif", "webp/animation-of-three.webp", "formats/animation-of-three.png",
        "formats/animation-in-layers.png", "jpeg/several.mpo", "heif/several.heic",
    ]

    private static func decoder(of bytes: [UInt8], limits: ImageLimits) throws -> any ImageDecoder {
        let kind = SourceContent(bytes).kind
        return try #require(
            ImageDecoders.all(limits: limits).first { decoder in decoder.kinds.contains { kind == .image($0) } })
    }

    private static func pages(_ path: String, limits: ImageLimits = ImageLimits()) throws -> any ImagePages {
        let bytes = try FixtureFolder.bytes(FixtureFolder.images.appending(path: path))
        return try decoder(of: bytes, limits: limits).pages(of: bytes)
    }

    @Test("All codes are read, whatever the order", arguments: several)
    func codes(path: String) throws {
        let needed = path.hasPrefix("gif") ? "GIF" : path.hasPrefix("heif") ? "HEIF" : nil
        if let needed, !KindFixture.traits.contains(needed) { return }
        let secrets = try ExpectedAccounts(of: FixtureFolder.images.appending(path: path)).items.map(\.secret)
        let pages = try Self.pages(path)
        #expect(pages.count >= 3 && pages.rest == nil)
        for order in [Array(0..<pages.count), Array((0..<pages.count).reversed())] {
            var found: Set<String> = []
            for page in order {
                for background in [ImageBackground.white, .black] {
                    let image = try pages.decode(page: page, over: background)
                    #expect(image.damage == nil)
                    for payload in LadderScanner().scan(image.luma).payloads {
                        found.insert(String(decoding: payload.bytes, as: UTF8.self))
                    }
                }
            }
            #expect(found.count == secrets.count)
            for secret in secrets { #expect(found.contains { $0.contains(secret) }, "\(order)") }
        }
    }

    @Test("A file of one image is read in one piece", arguments: ["gif/plain.gif", "webp/lossy.webp", "jpeg/rgb.jpg"])
    func one(path: String) throws {
        if path.hasPrefix("gif"), !KindFixture.traits.contains("GIF") { return }
        #expect(try Self.pages(path) is OnlyImage)
    }

    @Test("A frame that looks as one before it is known", arguments: ["webp/animation-of-three.webp"])
    func repeated(path: String) throws {
        // Programs that write animations omit repeated parts, so the second frame is shown twice.
        let bytes = try FixtureFolder.bytes(FixtureFolder.images.appending(path: path))
        let index = try #require(WebPFrames(bytes, most: 10))
        let doubled = Doubled(index)
        let pages = try AnimationPages(doubled, of: bytes, decoder: WebPDecoder(), limits: ImageLimits())
        let images = try (0..<pages.count).map { try pages.decode(page: $0, over: .white) }
        #expect(images.map(\.isRepeated) == (0..<pages.count).map { $0 % 2 == 1 })
    }

    private struct Doubled: AnimationIndex {
        let width, height, total: Int
        let isCutOff = false
        let frames: [AnimationFrame]

        init(_ index: WebPFrames) {
            (width, height) = (index.width, index.height)
            frames = index.frames.flatMap { [$0, $0] }
            total = frames.count
        }
    }

    @Test("A limit of frames or pixels stops the reading, and the rest is known")
    func limits() throws {
        var limits = ImageLimits()
        limits.frames = 2
        for path in ["webp/animation-of-three.webp", "jpeg/several.mpo", "formats/animation-of-three.png"] {
            let all = try Self.pages(path).count
            let pages = try Self.pages(path, limits: limits)
            #expect(pages.count == 2 && pages.rest?.total == all, "\(path)")
            let limit = LimitMessage.imageFrames(2)
            #expect(pages.rest?.reason.message.hasPrefix(limit) == true, "\(pages.rest?.reason.message ?? "")")
            _ = try pages.decode(page: 1, over: .white)
        }
        limits = ImageLimits()
        #expect(limits.frames == Limit.imageFrames && limits.framePixels == Limit.filePixels)
        limits.framePixels = 300_000
        let pages = try Self.pages("webp/animation-of-three.webp", limits: limits)
        _ = try pages.decode(page: 0, over: .white)
        let failure = #expect(throws: SourceError.self) { try pages.decode(page: 2, over: .white) }
        #expect(failure?.code == .limitExceeded)
    }

    // MARK: - Several JPEG images

    /// A file of several JPEG images, each with the code of its type.
    private static func multiPicture(_ pictures: [(type: UInt32, bytes: [UInt8])], stated: Int? = nil) -> [UInt8] {
        let count = stated ?? pictures.count, indexSize = 50 + 16 * pictures.count
        var index = Array("MM\0*".utf8) + UInt32(8).bytes(.big) + UInt16(3).bytes(.big)
        func add(_ tag: UInt16, _ type: UInt16, _ count: Int, _ value: [UInt8]) {
            index += tag.bytes(.big) + type.bytes(.big) + UInt32(count).bytes(.big) + value
        }
        add(0xB000, 7, 4, Array("0100".utf8))
        add(0xB001, 4, 1, UInt32(count).bytes(.big))
        add(0xB002, 7, 16 * count, UInt32(50).bytes(.big))
        index += UInt32(0).bytes(.big)
        // The index starts 10 bytes after the start of the file.
        var place = 0
        for (number, picture) in pictures.enumerated() {
            let size = picture.bytes.count + (number == 0 ? 8 + indexSize : 0)
            index += picture.type.bytes(.big) + UInt32(size).bytes(.big)
            index += UInt32(number == 0 ? 0 : place - 10).bytes(.big) + [0, 0, 0, 0]
            place += size
        }
        let segment = [0xFF, 0xE2] + UInt16(6 + index.count).bytes(.big) + Array("MPF\0".utf8) + index
        return [0xFF, 0xD8] + segment + pictures[0].bytes.dropFirst(2) + pictures.dropFirst().flatMap(\.bytes)
    }

    @Test("Of a photo, thumbnails and gain maps are not read, and other images are")
    func photos() throws {
        let jpeg = try FixtureFolder.bytes(FixtureFolder.images.appending(path: "jpeg/rgb.jpg"))
        func marked(_ name: String) -> [UInt8] {
            let body = Array("http://ns.adobe.com/xap/1.0/\0<x xmlns=\"\(name)\">".utf8)
            return [0xFF, 0xD8, 0xFF, 0xE1] + UInt16(body.count + 2).bytes(.big) + body + jpeg.dropFirst(2)
        }
        let first = (type: UInt32(0x2003_0000), bytes: jpeg)
        for (type, bytes, isRead) in [
            (0, jpeg, true), (0x02_0002, jpeg, true), (0x02_0003, jpeg, true), (0x04_0000, jpeg, true),
            (0x01_0001, jpeg, false), (0x4001_0002, jpeg, false), (0x05_0000, jpeg, false),
            (0, marked("http://ns.adobe.com/hdr-gain-map/1.0/"), false),
            (0, marked("http://ns.apple.com/HDRGainMap/1.0/"), false), (0, marked("http://example.com/"), true),
            (0, Array("no image".utf8), false), (0x04_0000, [], false),
        ] as [(UInt32, [UInt8], Bool)] {
            let file = Self.multiPicture([first, (type, bytes)])
            let (pictures, others) = MultiPicture.further(file)
            #expect(others == 0)
            #expect(pictures.map { Array(file[$0]) } == (isRead ? [bytes] : []))
            let pages = try JPEGDecoder().pages(of: file)
            #expect(pages.count == (isRead ? 2 : 1))
            #expect(
                try pages.decode(page: pages.count - 1, over: .white).luma
                    == JPEGDecoder().decode(jpeg, over: .white).luma)
        }
        let cut = try JPEGDecoder().pages(
            of: Self.multiPicture([first, (0x02_0002, jpeg)]).dropLast(jpeg.count).map { $0 })
        #expect(cut.count == 2)
        #expect(throws: SourceError.self) { try cut.decode(page: 1, over: .white) }
        // Offsets that lead into another picture.
        var wrong = Self.multiPicture([first, (0, jpeg), (0x01_0001, jpeg), (0, jpeg)])
        let last = 10 + 50 + 3 * 16 + 8
        wrong.replaceSubrange(last..<(last + 4), with: UInt32(jpeg.count + 500).bytes(.big))
        let places = MultiPicture.further(wrong).pictures.map(\.lowerBound)
        #expect(places == [wrong.count - 3 * jpeg.count, wrong.count - jpeg.count])
        let twice = Self.multiPicture([first, (0, jpeg), (0, jpeg)])
        #expect(MultiPicture.further(twice).pictures.count == 2)
        let pages = try JPEGDecoder().pages(of: Self.multiPicture([first], stated: 2000))
        #expect(try #require(pages.rest).total > 2000 - Limit.imageFrames)
        #expect(MultiPicture.further(jpeg).pictures.isEmpty)
    }

    #if HEIF
        @Test("Of a sequence, the first frame is read, and the others are known")
        func sequence() throws {
            let pages = try Self.pages("heif/sequence.avif")
            #expect(pages.count == 1 && pages.rest?.total == 4 && pages.name == "frame")
            #expect(LadderScanner().scan(try pages.decode(page: 0, over: .white).luma).payloads.count == 1)
        }
    #endif

    // MARK: - Layers

    /// Files of single frames: a letter per pixel, `#` black, `.` white, a space transparent.
    private struct Letters: ImageDecoder {
        let kinds: Set<SourceContent.ImageKind> = []

        func decode(_ bytes: [UInt8], over background: ImageBackground) throws(SourceError) -> DecodedImage {
            let clear: UInt8 = background == .white ? 255 : 0
            let pixels = bytes.map { $0 == UInt8(ascii: "#") ? 0 : $0 == UInt8(ascii: ".") ? 255 : clear }
            guard let luma = LumaImage(width: bytes.count, height: 1, pixels: pixels) else {
                throw SourceError(.imageDamaged, "no pixels")
            }
            return DecodedImage(luma: luma, hasTransparency: bytes.contains(UInt8(ascii: " ")))
        }
    }

    private struct Layers: AnimationIndex {
        let width = 4, height = 1, isCutOff = false
        let frames: [AnimationFrame]
        var total: Int { frames.count }
    }

    private static func frame(
        _ letters: String, at left: Int, _ disposal: AnimationFrame.Disposal = .stays, isBlended: Bool = true
    ) -> AnimationFrame {
        var frame = AnimationFrame(width: letters.count, height: 1) { _ in Array(letters.utf8) }
        (frame.left, frame.disposal, frame.isBlended) = (left, disposal, isBlended)
        return frame
    }

    @Test("Frames are laid over the ones before them, as the file says")
    func layers() throws {
        let frames = [
            Self.frame("##", at: 0), Self.frame("..#.", at: 0), Self.frame("# ", at: 0, .cleared),
            Self.frame("##", at: 2, .restored), Self.frame(" ", at: 3, isBlended: false), Self.frame("####", at: 2),
            Self.frame("#", at: 9), Self.frame("#", at: 0), Self.frame("....", at: 0),
        ]
        let pages = try AnimationPages(
            Layers(frames: frames), of: [], decoder: Letters(), limits: ImageLimits())
        // Transparent pixels show the background.
        let expected = ["##  ", "..#.", "#.#.", "  ##", "  # ", "  ##", "  ##", "# ##", "...."]
        for order in [Array(0..<9), [8, 0, 4, 3, 3, 7]] {
            for page in order {
                for (background, clear) in [(ImageBackground.white, UInt8(255)), (.black, 0)] {
                    let image = try pages.decode(page: page, over: background)
                    let pixels = expected[page].utf8.map {
                        $0 == UInt8(ascii: "#") ? 0 : $0 == UInt8(ascii: ".") ? 255 : clear
                    }
                    #expect(image.luma.pixels == pixels, "frame \(page)")
                    #expect(image.hasTransparency == expected[page].contains(" "), "frame \(page)")
                    #expect(image.isRepeated == [5, 6].contains(page), "frame \(page)")
                }
            }
        }
    }

    // MARK: - Hostile files

    @Test(
        "An animation that ends between two frames is known to be cut off",
        arguments: ["gif/animation-of-three.gif", "webp/animation-of-three.webp", "formats/animation-of-three.png"])
    func cutBetweenFrames(path: String) throws {
        if path.hasPrefix("gif"), !KindFixture.traits.contains("GIF") { return }
        let bytes = try FixtureFolder.bytes(FixtureFolder.images.appending(path: path))
        let decoder = try Self.decoder(of: bytes, limits: ImageLimits())
        let all = try decoder.pages(of: bytes).count
        var counts: Set<Int> = []
        for count in stride(from: bytes.count * 2 / 5, to: bytes.count - 16, by: max(1, bytes.count / 60)) {
            let pages = try decoder.pages(of: Array(bytes.prefix(count)))
            // Without its trailer, a GIF of one frame is as programs write it.
            if pages is OnlyImage { continue }
            counts.insert(pages.count)
            let outcome = Result { try pages.decode(page: pages.count - 1, over: .white) }
            if case .success(let image) = outcome { #expect(image.damage != nil, "\(count) bytes") }
        }
        #expect(counts.contains(all - 1))
    }

    @Test("Damaged files give an error, or no more images than the limit", arguments: several + ["heif/sequence.avif"])
    func damaged(path: String) throws {
        let bytes = try FixtureFolder.bytes(FixtureFolder.images.appending(path: path))
        var limits = ImageLimits()
        limits.frames = 3
        let decoder = try Self.decoder(of: bytes, limits: limits)
        for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
            var changed = bytes
            changed[count] ^= 0xFF
            for candidate in [Array(bytes.prefix(count)), changed] {
                guard let pages = try? decoder.pages(of: candidate) else { continue }
                #expect(pages.count <= limits.frames)
                for page in 0..<pages.count { _ = try? pages.decode(page: page, over: .black) }
            }
        }
    }

    #if GIF
        @Test("Very many small frames are counted, and end soon")
        func manyFrames() throws {
            let screen: [UInt8] = Array("GIF89a".utf8) + [0x10, 0x27, 0x10, 0x27, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
            let file = screen + Array(repeating: frame, count: 65_535).flatMap { $0 } + [0x3B]
            let pages = try GIFDecoder().pages(of: file)
            #expect(pages.count == Limit.imageFrames && pages.rest?.total == 65_535)
            for page in 0..<20 {
                #expect(try pages.decode(page: page, over: .white).isRepeated == (page > 0))
            }
        }
    #endif
}
