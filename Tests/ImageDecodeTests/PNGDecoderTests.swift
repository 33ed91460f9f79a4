import FixtureSupport
import Images
import TOTPDomain
import Testing

@testable import ImageDecode

/// Every layout of PNG, against luma worked out from the samples.
struct PNGDecoderTests {
    struct Layout: Sendable, CustomTestStringConvertible {
        let colorType: PNGPicture.ColorType
        let bitDepth: Int
        let isInterlaced: Bool
        let hasTransparentColor: Bool

        var testDescription: String {
            "\(colorType) \(bitDepth)\(hasTransparentColor ? " tRNS" : "")\(isInterlaced ? " Adam7" : "")"
        }

        static let all = PNGPicture.ColorType.allCases.flatMap { colorType in
            colorType.bitDepths.flatMap { bitDepth in
                [false, true].flatMap { isInterlaced in
                    (colorType == .grayAlpha || colorType == .rgba ? [false] : [false, true]).map {
                        Layout(
                            colorType: colorType, bitDepth: bitDepth, isInterlaced: isInterlaced,
                            hasTransparentColor: $0)
                    }
                }
            }
        }
    }

    @Test(arguments: Layout.all, [ImageBackground.white, .black])
    func decodesEveryLayout(layout: Layout, background: ImageBackground) throws {
        var random = SeededGenerator(seed: UInt64(layout.bitDepth))
        let picture = PNGPicture.random(
            layout.colorType, layout.bitDepth, isInterlaced: layout.isInterlaced,
            hasTransparentColor: layout.hasTransparentColor, using: &random)
        let expected = picture.luma(over: background == .white ? 255 : 0)

        let image = try PNGDecoder().decode(picture.file, over: background)
        #expect(image.luma == LumaImage(width: picture.width, height: picture.height, pixels: expected))
        #expect(image.hasTransparency == picture.hasTransparency)
        #expect(image.damage == nil)

        let reference = try PNGDecoder().decodeWithLibPNG(picture.file, over: background)
        #expect(reference.luma == image.luma)
        #expect(reference.hasTransparency == image.hasTransparency)
    }

    /// Small pictures lack some of the seven passes, and rows that do not end with a byte.
    @Test(arguments: [1, 4, 8])
    func decodesEverySmallSize(bitDepth: Int) throws {
        var random = SeededGenerator(seed: 7)
        for (width, height) in (1...10).flatMap({ width in (1...10).map { (width, $0) } }) {
            for isInterlaced in [false, true] {
                let picture = PNGPicture.random(
                    .gray, bitDepth, width: width, height: height, isInterlaced: isInterlaced, using: &random)
                let image = try PNGDecoder().decode(picture.file, over: .white)
                #expect(image.luma.pixels == picture.luma(over: 255), "\(width) x \(height)")
            }
        }
    }

    /// One filter at a time, wide enough for loops over several pixels.
    @Test(arguments: [0, 1, 2, 3, 4] as [UInt8], PNGPicture.ColorType.allCases)
    func undoesEveryFilter(filter: UInt8, colorType: PNGPicture.ColorType) throws {
        var random = SeededGenerator(seed: UInt64(filter))
        var picture = PNGPicture.random(colorType, 8, width: 67, height: 5, using: &random)
        picture.filters = [filter]
        let image = try PNGDecoder().decode(picture.file, over: .black)
        #expect(image.luma.pixels == picture.luma(over: 0))
    }

    @Test
    func rowsThatRepeatAreAllThere() throws {
        var random = SeededGenerator(seed: 3)
        var picture = PNGPicture.random(.rgba, 8, width: 9, height: 8, using: &random)
        let row = picture.samples.prefix(36)
        picture.samples = (0..<8).flatMap { $0 == 5 ? row.map { 255 - $0 } : Array(row) }
        let image = try PNGDecoder().decode(picture.file, over: .white)
        #expect(image.luma.pixels == picture.luma(over: 255))
    }

    @Test
    func onlyWhiteOrBlackLiesBehindTransparentPixels() throws {
        // Clear, half clear and opaque, each of black and of white.
        let samples = [0, 0, 255, 0, 0, 128, 255, 128, 0, 255, 255, 255]
        let picture = PNGPicture(width: 6, height: 1, colorType: .grayAlpha, samples: samples)
        let overWhite = try PNGDecoder().decode(picture.file, over: .white)
        #expect(overWhite.luma.pixels == [255, 255, 127, 255, 0, 255])
        #expect(overWhite.hasTransparency)
        let overBlack = try PNGDecoder().decode(picture.file, over: .black)
        #expect(overBlack.luma.pixels == [0, 0, 0, 128, 0, 255])
    }

    @Test
    func colorsHaveTheirShareOfTheLuma() throws {
        let samples = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0]
        let picture = PNGPicture(width: 5, height: 1, colorType: .rgb, samples: samples)
        #expect(try PNGDecoder().decode(picture.file, over: .white).luma.pixels == [77, 149, 29, 255, 0])
    }

    @Test
    func readsPNGAlone() {
        #expect(PNGDecoder().kinds == [.png])
    }

    @Test("Apple's form of a PNG has the luma of the usual one", arguments: [PNGPicture.ColorType.rgb, .rgba])
    func appleForm(colorType: PNGPicture.ColorType) throws {
        var random = SeededGenerator(seed: 3)
        var picture = PNGPicture.random(colorType, 8, isInterlaced: false, hasTransparentColor: false, using: &random)
        let channels = colorType.channels
        for pixel in stride(from: 0, to: picture.samples.count, by: channels) where channels == 4 {
            // Other alphas are rounded twice.
            picture.samples[pixel + 3] = picture.samples[pixel + 3] < 128 ? 0 : 255
            if picture.samples[pixel + 3] == 0 { for sample in 0..<3 { picture.samples[pixel + sample] = 0 } }
        }
        let expected = try PNGDecoder().decode(picture.file, over: .white).luma
        for pixel in stride(from: 0, to: picture.samples.count, by: channels) {
            picture.samples.swapAt(pixel, pixel + 2)
        }
        let chunks = picture.chunks.map { chunk in
            // Without the header and the checksum of zlib.
            chunk.type == "IDAT" ? PNGChunk(type: "IDAT", body: Array(chunk.body.dropFirst(2).dropLast(4))) : chunk
        }
        let file = ([PNGChunk(type: "CgBI", body: [0x50, 0, 0x20, 2])] + chunks).file
        #expect(try PNGDecoder().decode(file, over: .white).luma == expected)
        let failure = #expect(throws: SourceError.self) {
            try PNGDecoder().decode(file.dropLast(40) + [0], over: .white)
        }
        #expect(failure?.message.contains("Apple") == true)
    }
}
