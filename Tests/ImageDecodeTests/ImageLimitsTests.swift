import Encodings
import FixtureSupport
import Images
import TOTPDomain
import Testing

@testable import ImageDecode

struct ImageLimitsTests {
    private static let side = Limit.imageSide, pixels = Limit.imagePixels
    /// A square with the most pixels.
    private static let root = Int(Double(pixels).squareRoot())

    @Test(
        "A size at the limits is accepted",
        arguments: [
            (1, 1), (side, 1), (1, side), (root, root), (side, pixels / side), (pixels / side, side),
        ] as [(Int, Int)])
    func takesWhatIsWithin(width: Int, height: Int) throws {
        try ImageLimits().check(size: (width, height))
    }

    @Test(
        "A size over a limit is refused, also if only the header of a file claims it",
        arguments: [
            (side + 1, 1), (1, side + 1), (root + 1, root), (root, root + 1), (side, pixels / side + 1),
            (60_000, 60_000),
            (Int(UInt32.max), Int(UInt32.max)),
        ] as [(Int, Int)])
    func refusesWhatIsBeyond(width: Int, height: Int) {
        #expect(failure { try ImageLimits().check(size: (width, height)) }?.code == .imageTooLarge)
        // A file of a few bytes that claims this size is refused before anything is allocated.
        #expect(failure { try decode(claiming: width, height) }?.code == .imageTooLarge)
    }

    @Test("An image without a width or a height is damaged", arguments: [(0, 0), (0, 5), (5, 0)])
    func refusesNothingness(width: Int, height: Int) {
        #expect(failure { try ImageLimits().check(size: (width, height)) }?.code == .imageDamaged)
        #expect(failure { try decode(claiming: width, height) }?.code == .imageDamaged)
    }

    @Test
    func theMessageSaysWhatIsReadAndWhatToDo() {
        #expect(
            failure { try decode(claiming: 60_000, 60_000) }?.message
                == LimitMessage.imageSide("60000 x 60000")
                .replacing("…", with: "\(Self.side) per side and \(Self.pixels / 1_000_000) million in total; ")
                + "crop it to the QR code")
    }

    @Test(
        "Colors are kept up to a limit of pixels",
        arguments: [
            (surplus: 0, isRead: true),
            (surplus: 1, isRead: false),
        ])
    func aLargeImageIsNotInColor(surplus: Int, isRead: Bool) {
        let pixels = [UInt8](repeating: 0, count: 3 * (Limit.colorPixels + surplus))
        #expect((RGBImage(width: Limit.colorPixels + surplus, height: 1, pixels: pixels) != nil) == isRead)
    }

    @Test
    func aFileHasALimitOfPages() throws {
        let limits = ImageLimits(), limit = Limit.imagePages
        try limits.check(pages: limit)
        let failure = failure { try limits.check(pages: limit + 1) }
        #expect(failure == SourceError(.limitExceeded, LimitMessage.imagePages(limit)))
    }

    @Test
    func theDecoderKeepsToItsOwnLimits() throws {
        var limits = ImageLimits()
        (limits.side, limits.pixels) = (10, 40)
        let decoder = PNGDecoder(limits: limits)
        for (width, height, isWithin) in [(10, 4, true), (8, 5, true), (11, 1, false), (1, 11, false), (7, 6, false)] {
            for isInterlaced in [false, true] {
                let picture = PNGPicture(
                    width: width, height: height, samples: [Int](repeating: 9, count: width * height),
                    isInterlaced: isInterlaced)
                let failure = failure { try decoder.decode(picture.file, over: .white) }
                #expect(failure?.code == (isWithin ? nil : .imageTooLarge), "\(width) x \(height)")
            }
        }
    }

    @Test
    func decodesTheLongestRow() throws {
        let picture = PNGPicture(width: Self.side, height: 1, bitDepth: 1, samples: (0..<Self.side).map { $0 % 2 })
        let image = try PNGDecoder().decode(picture.file, over: .white)
        #expect(image.luma.pixels == picture.luma(over: 255))
    }

    /// A picture with one row of pixels, whatever its header says.
    private func decode(claiming width: Int, _ height: Int) throws -> DecodedImage {
        var chunks = PNGPicture(width: 1, height: 1, samples: [0]).chunks
        chunks[0].body.replaceSubrange(0..<8, with: UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes)
        return try PNGDecoder().decode(chunks.file, over: .white)
    }

    private func failure(_ body: () throws -> some Any) -> SourceError? {
        do {
            _ = try body()
            return nil
        } catch { return error as? SourceError }
    }
}
