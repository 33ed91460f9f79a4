import Encodings
import FixtureSupport
import Foundation
import Images
import Testing

@testable import ImageDecode

/// The fast path and libpng must agree on every byte of luma.
struct FastPNGTests {
    private static let pictures: [URL] = {
        let files = (try? FixtureFolder.files(below: FixtureFolder.images)) ?? []
        return files.filter { $0.pathExtension == "png" }
    }()

    @Test(arguments: pictures, [ImageBackground.white, .black])
    func agreesWithLibPNG(picture: URL, background: ImageBackground) throws {
        let bytes = try FixtureFolder.bytes(picture)
        guard let fast = FastPNG.decode(bytes, over: background) else { return }
        let reference = try PNGDecoder().decodeWithLibPNG(bytes, over: background)
        #expect(reference.damage == nil, "the fast path must leave damaged files to libpng")
        #expect(fast.luma == reference.luma)
        #expect(fast.hasTransparency || !reference.hasTransparency)
    }

    @Test func takesMostFixtures() throws {
        let taken = try Self.pictures.count {
            FastPNG.decode(try FixtureFolder.bytes($0), over: .white) != nil
        }
        #expect(taken * 10 > Self.pictures.count * 7, "\(taken) of \(Self.pictures.count)")
    }

    /// Every kind that the fast path knows, with random pixels in rows of all five filters.
    @Test(
        "Random pixels of every color type and depth give the luma of libpng",
        arguments: [(0, 1), (0, 2), (0, 4), (0, 8), (2, 8), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (6, 8)])
    func agreesOnRandomPixels(colorType: UInt8, depth: UInt8) throws {
        var random = SeededGenerator(seed: UInt64(colorType) << 8 | UInt64(depth))
        for _ in 0..<40 {
            let width = Int.random(in: 1...70, using: &random), height = Int.random(in: 1...20, using: &random)
            let bytes = RandomPNG.make(width, height, colorType: colorType, depth: depth, using: &random)
            for background in [ImageBackground.white, .black] {
                let fast = try #require(FastPNG.decode(bytes, over: background))
                let reference = try PNGDecoder().decodeWithLibPNG(bytes, over: background)
                #expect(fast.luma == reference.luma, "\(width) x \(height)")
            }
        }
    }

    @Test func leavesEveryDamagedFileToLibPNG() throws {
        var random = SeededGenerator(seed: 7)
        let bytes = RandomPNG.make(16, 16, colorType: 2, depth: 8, using: &random)
        for index in bytes.indices.dropFirst(8) {
            var damaged = bytes
            damaged[index] ^= 0x10
            #expect(FastPNG.decode(damaged, over: .white) == nil, "byte \(index)")
            #expect(FastPNG.decode(Array(bytes[..<index]), over: .white) == nil, "\(index) bytes")
        }
    }

    /// Pixels of as many bytes as the limit are inflated at once; larger images, even by one row, are left to libpng.
    @Test("An image with more bytes than the limit is left to libpng")
    func largePictures() throws {
        let limit = Limit.fastPNG, rowCount = 1 << 15
        try #require(limit % rowCount == 0)
        for (rows, isTaken) in [(limit / rowCount, true), (limit / rowCount + 1, false)] {
            let header = UInt32(rowCount - 1).bigEndianBytes + UInt32(rows).bigEndianBytes + [8, 0, 0, 0, 0]
            let pixels = try Packing.zlib.pack(repeatElement([UInt8](repeating: 0, count: rowCount), count: rows))
            let file = [
                PNGChunk(type: "IHDR", body: header), PNGChunk(type: "IDAT", body: pixels),
                PNGChunk(type: "IEND", body: []),
            ].file
            #expect((FastPNG.decode(file, over: .white)?.luma.height == rows) == isTaken)
        }
    }

    /// Buffers are reused for smaller and larger images; an image that is still held does not change.
    @Test func recycledBuffersChangeNoImage() throws {
        var random = SeededGenerator(seed: 11)
        let decoder = PNGDecoder()
        for _ in 0..<60 {
            let width = Int.random(in: 1...90, using: &random), height = Int.random(in: 1...40, using: &random)
            let bytes = RandomPNG.make(width, height, colorType: 2, depth: 8, using: &random)
            let reference = try decoder.decodeWithLibPNG(bytes, over: .white).luma
            let image = try decoder.decode(bytes, over: .white)
            #expect(image.luma == reference)
            decoder.recycle(image)
            _ = try decoder.decode(RandomPNG.make(50, 20, colorType: 0, depth: 8, using: &random), over: .white)
            #expect(image.luma == reference, "still held, and drawn over")
            if Bool.random(using: &random) { PNGDecoder.releaseKeptMemory() }
        }
    }
}
