import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import ImageDecode

/// Files that are cut, changed, or claim too much.
struct DamagedKindsTests {
    /// Where a kind's files can be cut without any loss: behind the last pixel.
    private static let acceptable: Set<SourceError.Code> = [
        .imageDamaged, .imageTooLarge, .notAnImage, .unsupportedImage, .limitExceeded,
    ]

    /// Without PDFs: poppler silently repairs as much as it can.
    @Test(
        "A file that ends early is refused, or its image is whole or named as damaged",
        arguments: KindFixture.all.filter { $0.kind != .pdf })
    func noCutPassesUnnoticed(fixture: KindFixture) throws {
        let file = try fixture.bytes(), whole = try fixture.decode().luma
        let ends = Array(stride(from: 0, to: file.count, by: max(1, file.count / 60))) + [file.count - 1]
        for end in ends {
            switch fixture.outcome(Array(file.prefix(end))) {
            case .success(let image):
                #expect(image.luma == whole || image.damage != nil, "end at \(end) of \(file.count)")
                #expect(image.luma.pixels.count == whole.pixels.count)
            case .failure(let failure):
                #expect(Self.acceptable.contains(failure.code), "end at \(end): \(failure.message)")
            }
        }
    }

    /// The rows before the cut are right, and the rows after it stay white.
    @Test(arguments: KindFixture.named("jpeg/color-420.jpg", "webp/lossy.webp", "gif/plain.gif", "bmp/top-down.bmp"))
    func keepsTheRowsBeforeTheCut(fixture: KindFixture) throws {
        let file = try fixture.bytes(), whole = try fixture.decode().luma
        let image = try fixture.outcome(Array(file.prefix(file.count * 3 / 4))).get()
        let damage = try #require(image.damage)
        let rows = try #require(damage.split(separator: " ").compactMap { Int($0) }.first)
        #expect(rows > 10 && rows < whole.height, "\(damage)")
        #expect(damage.hasPrefix("damaged, read \(rows) of \(whole.height) rows ("))
        // Blocks reach over the last rows where a filter smooths them.
        let certain = max(0, rows - 16) * whole.width
        #expect(image.luma.pixels.prefix(certain) == whole.pixels.prefix(certain))
        #expect(image.luma.pixels.suffix(whole.width).allSatisfy { $0 == 255 })
    }

    @Test(
        "Changed bits give an image or an expected error, with short and printable words",
        arguments: KindFixture.all.filter { $0.kind != .pdf })
    func survivesChangedBits(fixture: KindFixture) throws {
        let file = try fixture.bytes()
        var random = SeededGenerator(seed: UInt64(file.count))
        for _ in 0..<60 {
            var changed = file
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                changed[Int.random(in: 0..<changed.count, using: &random)] ^=
                    1 << UInt8.random(in: 0...7, using: &random)
            }
            switch fixture.outcome(changed, over: .black) {
            case .success(let image):
                let words = image.damage ?? ""
                #expect(words.utf8.count < 200 && words.printable(limit: 300) == words)
            case .failure(let failure):
                #expect(Self.acceptable.contains(failure.code), "\(failure.message)")
            }
        }
    }

    /// A size written over the one in the header.
    struct Bomb: Sendable, CustomTestStringConvertible {
        let path: String
        /// The bytes before the two numbers.
        let mark: [UInt8]
        let offset: Int
        let size: [UInt8]

        var testDescription: String { path }

        static let all = [
            // SOF0: length, precision, height, width.
            Bomb(
                path: "jpeg/color-420.jpg", mark: [0xFF, 0xC0, 0x00, 0x11, 0x08], offset: 5, size: [0xFF, 0, 0xFF, 0]),
            Bomb(
                path: "jpeg/progressive.jpg", mark: [0xFF, 0xC2, 0, 0x11, 0x08], offset: 5, size: [0xFF, 0, 0xFF, 0]),
            Bomb(path: "gif/plain.gif", mark: Array("GIF8".utf8), offset: 6, size: [0xFF, 0xFF, 0xFF, 0xFF]),
            Bomb(
                path: "webp/animation.webp", mark: Array("VP8X".utf8), offset: 12, size: [0xFF, 0xFE, 0, 0xFF, 0xFE, 0]),
            Bomb(path: "bmp/rle8.bmp", mark: [40, 0, 0, 0], offset: 4, size: [0, 0, 1, 0, 0, 0, 1, 0]),
            Bomb(path: "bmp/rgb24.bmp", mark: [40, 0, 0, 0], offset: 4, size: [0x20, 0x4E, 0, 0, 0x20, 0x4E, 0, 0]),
            Bomb(
                path: "heif/plain.heic", mark: Array("ispe".utf8), offset: 8,
                size: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]),
            Bomb(
                path: "heif/plain.avif", mark: Array("ispe".utf8), offset: 8,
                size: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]),
        ].filter { !KindFixture.named($0.path).isEmpty }
    }

    @Test(arguments: Bomb.all)
    func refusesASizeBeyondTheLimits(bomb: Bomb) throws {
        let fixture = try #require(KindFixture.named(bomb.path).first)
        var file = try fixture.bytes()
        var found = 0
        for start in 0..<(file.count - bomb.mark.count) where file[start...].starts(with: bomb.mark) {
            file.replaceSubrange((start + bomb.offset)..<(start + bomb.offset + bomb.size.count), with: bomb.size)
            found += 1
        }
        #expect(found > 0)
        let failure = #expect(throws: SourceError.self) { try fixture.decoder().decode(file, over: .white) }
        #expect(failure?.code == .imageTooLarge, "\(failure?.message ?? "")")
    }

    @Test(
        "One pixel over the limit of an image or of its side is refused",
        arguments: KindFixture.all.filter { $0.kind != .pdf })
    func keepsToItsOwnLimits(fixture: KindFixture) throws {
        let luma = try fixture.decode().luma, bytes = try fixture.bytes()
        var limits = ImageLimits()
        limits.pixels = luma.pixels.count - 1
        let decoder = fixture.decoder(limits: limits)
        #expect(throws: SourceError.self) { try decoder.decode(bytes, over: .white) }
        limits.pixels += 1
        limits.side = max(luma.width, luma.height)
        #expect(try fixture.decoder(limits: limits).decode(bytes, over: .white).luma == luma)
        limits.side -= 1
        let narrow = fixture.decoder(limits: limits)
        #expect(throws: SourceError.self) { try narrow.decode(bytes, over: .white) }
    }

    @Test("Content of another kind is not an image", arguments: KindFixture.all)
    func refusesOtherContent(fixture: KindFixture) throws {
        for bytes in [[], Array("otpauth://".utf8), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]] as [[UInt8]] {
            let decoder = fixture.decoder()
            let failure = #expect(throws: SourceError.self) { try decoder.decode(bytes, over: .white) }
            #expect(failure?.code == .notAnImage)
        }
    }

    @Test(.enabled(if: ExternalProgram.drawsPDF, "pdftoppm is missing"))
    func survivesChangedPDFs() throws {
        let fixture = try #require(KindFixture.named("pdf/card.pdf").first)
        let file = try fixture.bytes()
        var random = SeededGenerator(seed: 5)
        for round in 0..<60 {
            var changed = file
            for _ in 0..<4 {
                changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            if round % 2 == 0 { changed.removeLast(Int.random(in: 1..<changed.count, using: &random)) }
            switch fixture.outcome(changed) {
            case .success(let image): #expect(image.luma.pixels.count <= 16_100_000)
            case .failure(let failure): #expect(Self.acceptable.contains(failure.code))
            }
        }
    }
}
