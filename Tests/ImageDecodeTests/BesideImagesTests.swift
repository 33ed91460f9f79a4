import FixtureSupport
import Images
import TOTPDomain
import Testing

@testable import ImageDecode

/// What image files have beside their pixels; that whole files are looked at is tested with those that must stay.
@Suite("Beside the pixels of images")
struct BesideImagesTests {
    private static let readers: [(start: [UInt8], read: @Sendable ([UInt8]) -> BesideImages)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], { .ofPNG($0) }), ([0xFF, 0xD8], { .ofJPEG($0) }),
        (Array("GIF89a".utf8), { .ofGIF($0) }), (Array("RIFF".utf8), { .ofWebP($0) }),
        (Array("BM".utf8), { .ofBMP($0) }),
        ([0, 0, 0, 8] + Array("ftyp".utf8), { .ofHEIF($0) }), (Array("II*\0".utf8), { .ofTIFF($0) }),
        (Array("MM\0*".utf8), { .ofTIFF($0) }), (Array("II+\0".utf8) + [8, 0, 0, 0], { .ofTIFF($0) }),
    ]

    @Test("Random bytes after a signature are looked at to their end", arguments: readers.indices)
    func random(index: Int) {
        let reader = Self.readers[index]
        var generator = SeededGenerator(seed: UInt64(index))
        for _ in 0..<2000 {
            // Few of the bytes are large: then lengths and places lead somewhere.
            let rest = (0..<Int.random(in: 0..<120, using: &generator)).map { _ in
                Bool.random(using: &generator)
                    ? UInt8.random(in: 0..<12, using: &generator)
                    : UInt8.random(in: 0...255, using: &generator)
            }
            let bytes = reader.start + rest
            #expect(reader.read(bytes).hidden.allSatisfy { $0.count <= bytes.count + 64 * 128 })
        }
    }

    /// A BigTIFF with one directory.
    private static func bigTIFF(directory: UInt64 = 16, count: UInt64) -> [UInt8] {
        func bytes(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        return Array("II+\0".utf8) + [8, 0, 0, 0] + bytes(directory) + bytes(count) + [UInt8](repeating: 0, count: 64)
    }

    @Test("Directories of a TIFF that are not in the file make its end uncertain")
    func farDirectories() {
        for number in [UInt64(Int.max), UInt64(Int.max) - 7, UInt64.max, 1 << 40] {
            #expect(BesideImages.ofTIFF(Self.bigTIFF(directory: number, count: 1)).leftovers == Leftovers(.unclearEnd))
            #expect(BesideImages.ofTIFF(Self.bigTIFF(count: number)).leftovers == Leftovers(.unclearEnd))
        }
    }

    @Test("Texts of a PNG that unpack to very much are not unpacked without end", .timeLimit(.minutes(5)))
    func packedTexts() throws {
        var generator = SeededGenerator(seed: 1)
        let words = (0..<400).map { _ in UInt8.random(in: 0x20...0x7E, using: &generator) }
        let text = Array(repeatElement(words, count: 50).joined())
        let chunk = PNGChunk(type: "zTXt", body: Array("a\0\0".utf8) + (try Packing.zlib.pack(text))).bytes
        #expect(BesideImages.ofPNG(Array(repeating: 0, count: 8) + chunk).hidden.last?.elementsEqual(text) == true)
        let file = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeatElement(chunk, count: 1000).joined())
        let hidden = BesideImages.ofPNG(file).hidden
        #expect(hidden.count == 2000 && hidden.reduce(0) { $0 + $1.count } < file.count + (1 << 24))
    }

    @Test("The data of a JPEG's scan is not text, and what is behind its end is")
    func scans() {
        let comment: [UInt8] = [0xFF, 0xFE, 0, 6] + Array("note".utf8)
        let file = [0xFF, 0xD8] + comment + [0xFF, 0xDA, 0, 2] + Array("scan".utf8) + [0xFF, 0xD9]
        #expect(BesideImages.ofJPEG(file).hidden.map(Array.init) == [comment, [0xFF, 0xDA, 0, 2]])
        #expect(BesideImages.ofJPEG(file).leftovers == Leftovers())
        let more = BesideImages.ofJPEG(file + Array("rest".utf8))
        #expect(more.hidden.last.map(Array.init) == Array("rest".utf8) && more.leftovers == Leftovers(.data))
    }
}
