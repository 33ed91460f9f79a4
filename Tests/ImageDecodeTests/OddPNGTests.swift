import FixtureSupport
import Images
import TOTPDomain
import Testing

@testable import ImageDecode

/// Files that are right but unusual, and files that bend the rules: the fast decoder never says something else than libpng.
struct OddPNGTests {
    private static let gray = PNGPicture(width: 4, height: 3, samples: (0..<12).map { $0 * 20 })
    private static let palette = PNGPicture(
        width: 4, height: 3, colorType: .palette, bitDepth: 2, samples: (0..<12).map { $0 % 4 },
        palette: [255, 0, 0, 0, 255, 0, 0, 0, 255, 40, 50, 60], transparency: [0, 128])

    @Test
    func takesPixelsInAnyNumberOfPieces() throws {
        for size in [1, 2, 7] {
            var chunks = Self.gray.chunks
            let data = chunks[1].body
            let pieces = stride(from: 0, to: data.count, by: size).map {
                PNGChunk(type: "IDAT", body: Array(data[$0..<min($0 + size, data.count)]))
            }
            chunks.replaceSubrange(1...1, with: pieces + [PNGChunk(type: "IDAT", body: [])])
            expectWhole(chunks, Self.gray)
        }
    }

    @Test(arguments: ["tEXt", "gAMA", "tIME", "prVt"])
    func skipsWhatIsNotPixels(type: String) {
        for place in [1, 2] {
            var chunks = Self.gray.chunks
            chunks.insert(PNGChunk(type: type, body: Array("Comment\0otpauth".utf8)), at: place)
            expectWhole(chunks, Self.gray)
        }
    }

    @Test
    func manyChunksThatAreNotPixelsDoNotMatter() {
        var chunks = Self.gray.chunks
        let text = PNGChunk(type: "tEXt", body: Array("Comment\0text".utf8))
        chunks.insert(contentsOf: [PNGChunk](repeating: text, count: 500), at: 1)
        expectWhole(chunks, Self.gray)
    }

    @Test
    func aPaletteThatIsAProposalDoesNotMatter() throws {
        var picture = PNGPicture(width: 2, height: 1, colorType: .rgb, samples: [9, 8, 7, 200, 100, 50])
        picture.palette = [255, 255, 255]
        expectWhole(picture.chunks, picture)
    }

    @Test
    func indicesBeyondThePaletteAreBlack() {
        var picture = Self.palette
        picture.palette = Array(picture.palette.prefix(6))
        expectWhole(picture.chunks, picture)
    }

    @Test
    func bytesBehindTheEndDoNotMatter() throws {
        let image = try PNGDecoder().decode(Self.gray.file + Array("trailer".utf8), over: .white)
        #expect(image.luma.pixels == Self.gray.luma(over: 255))
        #expect(image.damage == nil)
    }

    @Test
    func aWrongSumOfThePixelsIsDamage() throws {
        var chunks = Self.gray.chunks
        chunks[1].body[chunks[1].body.count - 1] ^= 1
        let image = try PNGDecoder().decode(chunks.file, over: .white)
        #expect(image.luma.pixels == Self.gray.luma(over: 255))
        #expect(image.damage != nil)
    }

    /// Chunks out of place, of a wrong size, or missing.
    @Test(arguments: 0..<14)
    func bothDecodersAgreeOnBentRules(index: Int) {
        let alpha = PNGChunk(type: "tRNS", body: [0, 128, 200]),
            colors = PNGChunk(type: "PLTE", body: Self.palette.palette)
        let base = Self.palette.chunks  // IHDR, PLTE, tRNS, IDAT, IEND
        let variants: [[PNGChunk]] = [
            // tRNS before PLTE, behind IDAT, twice, longer than the palette, empty.
            [base[0], base[2], base[1], base[3], base[4]],
            [base[0], base[1], base[3], base[2], base[4]],
            [base[0], base[1], base[2], alpha, base[3], base[4]],
            [base[0], base[1], PNGChunk(type: "tRNS", body: [1, 2, 3, 4, 5]), base[3], base[4]],
            [base[0], base[1], PNGChunk(type: "tRNS", body: []), base[3], base[4]],
            // PLTE missing, behind IDAT, twice, with a part of an entry, empty, with more entries than the depth can name.
            [base[0], base[3], base[4]],
            [base[0], base[3], base[1], base[4]],
            [base[0], base[1], colors, base[3], base[4]],
            [base[0], PNGChunk(type: "PLTE", body: Array(colors.body.dropLast())), base[3], base[4]],
            [base[0], PNGChunk(type: "PLTE", body: []), base[3], base[4]],
            [base[0], PNGChunk(type: "PLTE", body: colors.body + [1, 2, 3]), base[3], base[4]],
            [base[0], PNGChunk(type: "PLTE", body: [UInt8](repeating: 9, count: 3 * 257)), base[3], base[4]],
            // Something between two IDATs; an unknown chunk that must be understood.
            [base[0], base[1], base[3], PNGChunk(type: "tEXt", body: [65, 0]), base[3], base[4]],
            [base[0], base[1], PNGChunk(type: "ABCD", body: []), base[3], base[4]],
        ]
        expectAgreement(variants[index].file, "variant \(index)")
    }

    /// Every bit of every chunk's content changed, with a checksum that fits: the change reaches the inner parsers.
    @Test(arguments: [gray, palette])
    func bothDecodersAgreeOnEveryChangedBit(picture: PNGPicture) {
        let chunks = picture.chunks
        for (index, chunk) in chunks.enumerated() {
            for bit in 0..<(chunk.body.count * 8) {
                var changed = chunks
                changed[index].body[bit / 8] ^= 1 << (bit % 8)
                expectAgreement(changed.file, "bit \(bit) of \(chunk.type)")
            }
        }
    }

    private func expectWhole(
        _ chunks: [PNGChunk], _ picture: PNGPicture, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let image = outcome { () throws(SourceError) in try PNGDecoder().decode(chunks.file, over: .white) }
        #expect(image.pixels == picture.luma(over: 255), sourceLocation: sourceLocation)
        #expect(image.damage == nil, sourceLocation: sourceLocation)
        expectAgreement(chunks.file, "whole", sourceLocation: sourceLocation)
    }

    /// Both ways give the same pixels or the same failure; files that the fast one takes are never damaged.
    private func expectAgreement(
        _ file: [UInt8], _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let decoder = PNGDecoder()
        let ours = outcome { () throws(SourceError) in try decoder.decode(file, over: .black) }
        let theirs = outcome { () throws(SourceError) in try decoder.decodeWithLibPNG(file, over: .black) }
        #expect(ours.pixels == theirs.pixels, what, sourceLocation: sourceLocation)
        // The size is judged before libpng sees the file.
        if ours.damage == "image-too-large" { return }
        #expect(ours.damage == theirs.damage, what, sourceLocation: sourceLocation)
    }

    private func outcome(
        _ decode: () throws(SourceError) -> DecodedImage
    ) -> (pixels: [UInt8]?, damage: String?) {
        do {
            let image = try decode()
            return (image.luma.pixels, image.damage)
        } catch { return (nil, error.code.rawValue) }
    }
}
