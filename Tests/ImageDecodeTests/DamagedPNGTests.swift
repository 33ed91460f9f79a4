import FixtureSupport
import TOTPDomain
import Testing

@testable import ImageDecode

struct DamagedPNGTests {
    private static let picture = {
        var random = SeededGenerator(seed: 11)
        return PNGPicture.random(.gray, 8, width: 12, height: 20, using: &random)
    }()

    /// A file that ends anywhere gives all rows before its end, and white below.
    @Test
    func keepsTheRowsBeforeTheEndOfTheFile() throws {
        let picture = Self.picture, file = picture.file
        let luma = picture.luma(over: 255)
        // The signature, IHDR, the length and type of IDAT, the zlib header and the header of the stored block.
        let firstRow = 8 + 25 + 8 + 2 + 5
        for end in 0..<file.count {
            // libpng gives the last row out with the sum that follows it.
            let reach = max(0, (end - firstRow) / (picture.width + 1))
            let hasSum = end >= firstRow + picture.height * (picture.width + 1) + 4
            let rows = min(reach, hasSum ? picture.height : picture.height - 1)
            let decoded = Result { () throws(SourceError) in
                try PNGDecoder().decode(Array(file.prefix(end)), over: .white)
            }
            switch decoded {
            case .success(let image):
                #expect(image.damage?.hasPrefix("damaged, read \(rows) of 20 rows (") == true, "end at \(end)")
                #expect(image.hasAllRows == (rows == 20), "end at \(end)")
                #expect(image.luma.pixels.prefix(rows * picture.width) == luma.prefix(rows * picture.width))
                #expect(image.luma.pixels.dropFirst(rows * picture.width).allSatisfy { $0 == 255 })
            case .failure(let failure):
                #expect(rows == 0, "end at \(end)")
                #expect(failure.code == (end < 8 ? .notAnImage : .imageDamaged))
            }
        }
    }

    /// In a picture of flat squares of eight pixels the first pass of Adam7 shows everything.
    @Test
    func anInterlacedPictureIsCoarseBeforeItIsFine() throws {
        let samples = (0..<16).flatMap { y in (0..<24).map { x in 10 * (y / 8 * 3 + x / 8) } }
        let picture = PNGPicture(width: 24, height: 16, samples: samples, isInterlaced: true)
        let file = picture.file
        let firstPass = 8 + 25 + 8 + 2 + 5 + 2 * (1 + 3)
        for end in firstPass..<file.count {
            let image = try PNGDecoder().decode(Array(file.prefix(end)), over: .white)
            #expect(image.luma.pixels == picture.luma(over: 255), "end at \(end)")
            #expect(image.damage != nil)
        }
    }

    struct Subject: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let picture: PNGPicture
    }

    private static let subjects = {
        var random = SeededGenerator(seed: 12)
        return [
            Subject(testDescription: "gray", picture: .random(.gray, 8, width: 6, height: 5, using: &random)),
            Subject(
                testDescription: "palette, tRNS, Adam7",
                picture: .random(
                    .palette, 2, width: 9, height: 9, isInterlaced: true, hasTransparentColor: true, using: &random)),
            Subject(
                testDescription: "RGBA of 16 bits", picture: .random(.rgba, 16, width: 4, height: 3, using: &random)),
        ]
    }()

    @Test("A changed bit leaves the pixels as they are, or the file is damaged or refused", arguments: subjects)
    func noChangedBitPassesUnnoticed(subject: Subject) {
        let file = subject.picture.file
        let luma = subject.picture.luma(over: 255)
        for bit in 0..<(file.count * 8) {
            var changed = file
            changed[bit / 8] ^= 1 << (bit % 8)
            guard let image = try? PNGDecoder().decode(changed, over: .white) else { continue }
            #expect(image.damage != nil || image.luma.pixels == luma, "bit \(bit)")
        }
    }

    /// The rows before a changed byte are right.
    @Test
    func keepsTheRowsBeforeAChangedByte() throws {
        let picture = Self.picture, luma = picture.luma(over: 255)
        for row in 0..<picture.height {
            var file = picture.file
            file[8 + 25 + 8 + 2 + 5 + row * (picture.width + 1) + 3] ^= 0x10
            let image = try PNGDecoder().decode(file, over: .white)
            #expect(image.damage?.contains("read 20 of 20 rows") == true && image.hasAllRows)
            #expect(image.luma.pixels.prefix(row * picture.width) == luma.prefix(row * picture.width))
        }
    }

    @Test(
        "A file that is not a PNG is not an image, and a PNG without pixels is damaged",
        arguments: [
            ("", SourceError.Code.notAnImage), ("89504E47", .notAnImage), ("FFD8FFE000104A46", .notAnImage),
            // The line ends were converted on the way.
            ("89504E47 0A1A0A00 00000D49 484452", .notAnImage), ("89504E47 0D0D0A1A 0D0A", .notAnImage),
            // The signature alone, or something else behind it.
            ("89504E47 0D0A1A0A", .imageDamaged), ("89504E47 0D0A1A0A 00000000", .imageDamaged),
            ("89504E47 0D0A1A0A 0000000D 49484452", .imageDamaged),
            ("89504E47 0D0A1A0A 00000000 49454E44 AE426082", .imageDamaged),
            ("89504E47 0D0A1A0A FFFFFFFF 49484452 00000001 00000001 0800000000", .imageDamaged),
        ])
    func refusesWhatHoldsNoPicture(hex: String, code: SourceError.Code) {
        let failure = #expect(throws: SourceError.self) { try PNGDecoder().decode([UInt8](hex: hex), over: .white) }
        #expect(failure?.code == code)
    }

    @Test
    func refusesAPictureWithoutPixels() {
        let chunks = Self.picture.chunks
        for kept in [["IHDR"], ["IHDR", "IEND"]] {
            let file = chunks.filter { kept.contains($0.type) }.file
            let failure = #expect(throws: SourceError.self) { try PNGDecoder().decode(file, over: .white) }
            #expect(failure?.code == .imageDamaged)
        }
    }
}
