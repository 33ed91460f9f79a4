import FixtureSupport
import Foundation
import Images
import QRScan
import TOTPDomain
import Testing

@testable import ImageDecode

/// Every kind of picture other than PNG, in the forms of `Fixtures/images`.
struct KindsTests {
    @Test func everyKindHasPictures() {
        #expect(KindFixture.all.count { $0.kind == .jpeg } >= 15)
        #expect(KindFixture.all.count { $0.kind == .webp } >= 7)
        #expect(KindFixture.all.count { $0.kind == .bmp } >= 10)
        #expect(KindFixture.all.count { $0.kind == .gif } >= (KindFixture.traits.contains("GIF") ? 4 : 0))
        #expect(KindFixture.all.count { $0.kind == .tiff } >= (KindFixture.traits.contains("TIFF") ? 14 : 0))
        #expect(KindFixture.all.count { $0.kind == .heif } >= (KindFixture.traits.contains("HEIF") ? 3 : 0))
        #expect(KindFixture.all.count { $0.kind == .avif } >= (KindFixture.traits.contains("HEIF") ? 2 : 0))
        #expect(KindFixture.all.count { $0.kind == .pdf } >= (ExternalProgram.drawsPDF ? 4 : 0))
        // Where no test may be skipped, pdftoppm is installed.
        #expect(ExternalProgram.drawsPDF || ProcessInfo.processInfo.environment["TOTP_IMPORT_SKIPS"] != "fail")
    }

    @Test("The QR codes of every kind of image are read, and no damage is named", arguments: KindFixture.all)
    func theCodesAreRead(fixture: KindFixture) throws {
        let payloads = try fixture.payloads().map { String(decoding: $0.bytes, as: UTF8.self) }
        let secrets = try fixture.secrets()
        #expect(payloads.count == secrets.count)
        for (payload, secret) in zip(payloads, secrets) { #expect(payload.contains("secret=\(secret)")) }
        #expect(try fixture.decode().damage == nil)
    }

    /// Dark and light are where they were drawn: a decoder that mixes channels up, or inverts, fails here.
    @Test(
        arguments: KindFixture.all.filter {
            ["color", "rgb", "cmyk", "lossy", "plain"].contains(where: $0.path.contains)
        })
    func theLumaIsThatOfTheColours(fixture: KindFixture) throws {
        let luma = try fixture.decode().luma
        // (24, 10, 70) on (255, 250, 205).
        let inkAt = 4 * 4 + 2, paperAt = 2
        #expect(abs(Int(luma.pixels[paperAt * luma.width + paperAt]) - 247) <= 8)
        #expect(abs(Int(luma.pixels[inkAt * luma.width + inkAt]) - 21) <= 12)
    }

    /// The image shown to users is the image that was scanned.
    @Test(
        arguments: KindFixture.all.filter {
            [.jpeg, .webp, .heif, .avif].contains($0.kind) && !$0.path.contains("cmyk")
                && !$0.path.contains("animation")
        })
    func theColorsAreThoseOfTheLuma(fixture: KindFixture) throws {
        for background in [ImageBackground.white, .black] {
            let luma = try fixture.decode(over: background).luma
            let color = try #require(fixture.decoder().color(try fixture.bytes(), over: background))
            #expect(color.width == luma.width && color.height == luma.height)
            try expectSame(color, luma)
        }
    }

    @Test("The colors of a PNG give its luma")
    func colorsOfPNG() throws {
        for folder in ["formats", "coloured", "dark", "transparent", "screenshots"] {
            for url in try FixtureFolder.files(below: FixtureFolder.images.appending(path: folder))
            where url.pathExtension == "png" {
                let bytes = try FixtureFolder.bytes(url)
                let luma = try PNGDecoder().decode(bytes, over: .white).luma
                try expectSame(try #require(PNGDecoder().color(bytes, over: .white), "\(url)"), luma)
            }
        }
    }

    private func expectSame(_ color: RGBImage, _ luma: LumaImage) throws {
        var difference = 0
        for index in luma.pixels.indices {
            func part(_ number: Int) -> Int { Int(color.pixels[3 * index + number]) }
            difference += abs((77 * part(0) + 150 * part(1) + 29 * part(2) + 128) >> 8 - Int(luma.pixels[index]))
        }
        // Rounding, and filters at the edges of modules.
        #expect(difference < 3 * luma.pixels.count, "\(difference / luma.pixels.count) per pixel")
    }

    @Test func damagedImagesHaveNoColor() throws {
        for fixture in KindFixture.named("jpeg/rgb.jpg", "webp/lossy.webp", "heif/plain.heic") {
            let bytes = try fixture.bytes()
            for count in stride(from: 0, to: bytes.count - 1, by: max(1, bytes.count / 50)) {
                _ = fixture.decoder().color(Array(bytes[..<count]), over: .white)
            }
            #expect(fixture.decoder().color(Array(bytes[..<(bytes.count / 2)]), over: .white) == nil)
        }
    }

    @Test(
        "Transparent parts show the background, and are known",
        arguments: KindFixture.all.filter { $0.path.contains("-on-clear") })
    func clearPartsShowTheBackground(fixture: KindFixture) throws {
        for (background, value) in [(ImageBackground.white, UInt8(255)), (.black, 0)] {
            let image = try fixture.decode(over: background)
            #expect(image.hasTransparency)
            #expect(image.luma.pixels[0] == value)
        }
    }

    /// The same image however it is stored: the code is in the top left corner of the upright one.
    @Test(arguments: KindFixture.all.filter { $0.path.contains("orientation-") || $0.path.contains("turned.heic") })
    func picturesAreTurnedUpright(fixture: KindFixture) throws {
        let image = try fixture.decode().luma
        #expect(image.width == 360)
        #expect(image.height == 260)
        let corners = try #require(LadderScanner().scan(image).payloads.first?.corners)
        // Drawn at 10, 10 with a quiet zone of four modules of four pixels.
        #expect(abs(corners[0].x - 26) <= 4 && abs(corners[0].y - 26) <= 4, "\(corners)")
        #expect(corners[1].x > corners[0].x + 100 && abs(corners[1].y - 26) <= 4, "\(corners)")
        #expect(abs(corners[3].x - 26) <= 4 && corners[3].y > corners[0].y + 100, "\(corners)")
    }

    @Test(
        "Every page is read, and a file with more pages than the limit is refused",
        arguments: KindFixture.named("tiff/three-pages.tif", "pdf/three-pages.pdf"))
    func allPagesAreThere(fixture: KindFixture) throws {
        let bytes = try fixture.bytes()
        let pages = try fixture.decoder().pages(of: bytes)
        #expect(pages.count == 3)
        let codes = try (0..<3).map { page in
            LadderScanner().scan(try pages.decode(page: page, over: .white).luma).payloads.count
        }
        #expect(codes == [1, 0, 1])

        var limits = ImageLimits()
        limits.pages = 3
        #expect(try fixture.decoder(limits: limits).pages(of: bytes).count == 3)
        limits.pages = 2
        let failure = #expect(throws: SourceError.self) { try fixture.decoder(limits: limits).pages(of: bytes) }
        #expect(failure?.code == .limitExceeded)
    }

    @Test(
        .enabled(if: ExternalProgram.drawsPDF, "pdftoppm is missing"),
        arguments: [("pdf/card.pdf", 1000, 667), ("pdf/poster.pdf", 2824, 4000), ("pdf/turned.pdf", 3509, 2480)])
    func pagesAreDrawnAsLargeAsACodeNeeds(path: String, width: Int, height: Int) throws {
        let luma = try #require(KindFixture.named(path).first).decode().luma
        #expect(abs(luma.width - width) <= 1 && abs(luma.height - height) <= 1, "\(luma.width) x \(luma.height)")
    }
}
