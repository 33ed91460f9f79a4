import CPictures
import Encodings
import FixtureSupport
import Images
import TOTPDomain
import Testing

@testable import ImageDecode

/// Limits of the picture libraries, which only C checks.
struct LibraryLimitTests {
    private func failure(_ decoder: some ImageDecoder, _ file: [UInt8]) throws -> String? {
        do throws(SourceError) {
            return try decoder.decode(file, over: .white).damage
        } catch { return error.message }
    }

    private static let aroundTheLimit = [(surplus: 0, isRefused: false), (surplus: 1, isRefused: true)]

    // MARK: - PNG

    private static let gray = PNGPicture(width: 4, height: 3, samples: (0..<12).map { $0 * 20 })

    /// Chunks that are not kept change nothing, with the fast decoder and with libpng.
    private func expectWhole(_ chunks: [PNGChunk]) throws {
        var all = Self.gray.chunks
        all.insert(contentsOf: chunks, at: 1)
        let decoder = PNGDecoder()
        for image in [
            try decoder.decode(all.file, over: .white), try decoder.decodeWithLibPNG(all.file, over: .white),
        ] {
            #expect(image.luma.pixels == Self.gray.luma(over: 255))
            #expect(image.damage == nil)
        }
    }

    @Test(
        "A PNG with more texts than libpng keeps is read whole",
        arguments: [CPICTURES_PNG_CHUNKS, CPICTURES_PNG_CHUNKS + 1])
    func textsOfPNG(count: Int) throws {
        let text = PNGChunk(type: "tEXt", body: Array("Comment\0text".utf8))
        try expectWhole([PNGChunk](repeating: text, count: count))
    }

    @Test(
        "A PNG with a larger text, color profile or Exif block than libpng keeps is read whole",
        arguments: ["tEXt", "zTXt", "iCCP", "eXIf"], [CPICTURES_PNG_CHUNK_BYTES, CPICTURES_PNG_CHUNK_BYTES + 1])
    func largeTextsOfPNG(type: String, count: Int) throws {
        let start = Array("Comment\0\0".utf8)
        try expectWhole([PNGChunk(type: type, body: start + [UInt8](repeating: 0x20, count: count - start.count))])
    }

    // MARK: - JPEG

    /// A progressive image of this many scans, all of its coefficients zero.
    private static func jpeg(_ width: Int, _ height: Int, components: Int, scans: Int) -> [UInt8] {
        func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
            [0xFF, marker] + UInt16(body.count + 2).bigEndianBytes + body
        }
        func each(_ count: Int, _ bytes: [UInt8]) -> [UInt8] { (1...UInt8(count)).flatMap { [$0] + bytes } }
        func scan(_ count: Int, _ first: UInt8, _ last: UInt8) -> [UInt8] {
            segment(0xDA, [UInt8(count)] + each(count, [0]) + [first, last, 0]) + [0x7F]
        }
        let size: [UInt8] = UInt16(height).bigEndianBytes + UInt16(width).bigEndianBytes
        // A code of one bit each: no difference, and the end of a block.
        let code: [UInt8] = [1] + [UInt8](repeating: 0, count: 16)
        var file: [UInt8] = [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        file += segment(0xC2, [8] + size + [UInt8(components)] + each(components, [0x11, 0]))
        file += segment(0xC4, [0x00] + code) + segment(0xC4, [0x10] + code) + scan(components, 0, 0)
        for _ in 1..<scans { file += scan(1, 1, 63) }
        return file + [0xFF, 0xD9]
    }

    @Test("A JPEG with too many scans has that as its problem", arguments: aroundTheLimit)
    func scansOfJPEG(surplus: Int, isRefused: Bool) throws {
        let file = Self.jpeg(8, 8, components: 1, scans: CPICTURES_JPEG_SCANS + surplus)
        let failure = try failure(JPEGDecoder(), file)
        #expect((failure != nil) == isRefused)
        if isRefused { #expect(failure?.contains("too many scans") == true) }
    }

    /// libjpeg keeps two bytes for each coefficient of a progressive picture, in whole blocks, and little else.
    @Test(
        "A JPEG that needs too much memory is refused with advice",
        arguments: [
            (surplus: -1, isRefused: false),
            (surplus: 1, isRefused: true),
        ])
    func memoryOfJPEG(surplus: Int, isRefused: Bool) throws {
        let width = 8000, rowOfBlocks = width * 8 * 3 * 2
        let rows = CPICTURES_JPEG_MEMORY / rowOfBlocks + surplus
        let file = Self.jpeg(width, rows * 8, components: 3, scans: 1)
        let failure = try failure(JPEGDecoder(), file)
        #expect(failure?.contains("it needs too much memory; save it as PNG") == isRefused, "\(failure ?? "")")
    }

    // MARK: - TIFF

    #if TIFF
        /// A white picture in one strip.
        private static func tiff(_ width: Int, _ height: Int, samples: Int, bits: Int) throws -> [UInt8] {
            let row = [UInt8](repeating: 0xFF, count: width * samples * bits / 8)
            let strip = try Packing.zlib.pack(repeatElement(row, count: height))
            var fields: [(tag: UInt16, value: Int)] = [
                (256, width), (257, height), (258, bits), (259, 8), (262, samples > 1 ? 2 : 1), (273, 8),
                (277, samples), (278, height), (279, strip.count),
            ]
            if samples > 1 { fields[2].value = 8 + strip.count }
            if samples > 3 { fields.append((338, 2)) }
            let depths = samples > 1 ? [UInt16](repeating: UInt16(bits), count: samples) : []
            var file: [UInt8] = Array("II*\0".utf8)
            file += UInt32(8 + strip.count + 2 * depths.count).littleEndianBytes + strip
            file += depths.flatMap(\.littleEndianBytes) + UInt16(fields.count).littleEndianBytes
            for (tag, value) in fields {
                let count = tag == 258 ? samples : 1
                file += tag.littleEndianBytes + UInt16(tag == 258 || tag == 338 ? 3 : 4).littleEndianBytes
                file += UInt32(count).littleEndianBytes + UInt32(value).littleEndianBytes
            }
            return file + [0, 0, 0, 0]
        }

        @Test("A TIFF with too large a strip is refused with advice", arguments: aroundTheLimit)
        func stripsOfTIFF(surplus: Int, isRefused: Bool) throws {
            let width = 10_000, height = CPICTURES_TIFF_STRIP / width + surplus
            let failure = try failure(TIFFDecoder(), Self.tiff(width, height, samples: 1, bits: 1))
            #expect((failure != nil) == isRefused, "\(failure ?? "")")
            let limit = "a strip of it has more than \(CPICTURES_TIFF_STRIP / 1_000_000) million pixels"
            if isRefused { #expect(failure?.contains("\(limit); save it as PNG") == true) }
        }

        @Test("A TIFF that needs too much memory is refused with advice", arguments: aroundTheLimit)
        func allocationsOfTIFF(surplus: Int, isRefused: Bool) throws {
            let width = 8192, height = CPICTURES_TIFF_ALLOCATION / (width * 8) + surplus
            let failure = try failure(TIFFDecoder(), Self.tiff(width, height, samples: 4, bits: 16))
            #expect((failure != nil) == isRefused, "\(failure ?? "")")
            if isRefused { #expect(failure?.contains("it needs too much memory; save it as PNG") == true) }
        }
    #endif

    /// The caller refuses a file of fewer pages, and a picture of a smaller size, with better messages.
    @Test func limitsOfLibrariesAreNotReached() {
        #expect(CPICTURES_TIFF_PAGES > Limit.imagePages)
        #expect(CPICTURES_HEIF_SIDE == Limit.imageSide)
    }

    // MARK: - GIF

    #if GIF
        @Test("A GIF with too many blocks is refused", arguments: aroundTheLimit)
        func blocksOfGIF(surplus: Int, isRefused: Bool) throws {
            let comment: [UInt8] = [0x21, 0xFE, 1, 0x78, 0]
            // One white pixel. The image is a block as well.
            var file = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + [255, 255, 255, 0, 0, 0]
            for _ in 1..<(CPICTURES_GIF_BLOCKS + surplus) { file += comment }
            file += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
            #expect((try failure(GIFDecoder(), file) != nil) == isRefused)
        }
    #endif
}
