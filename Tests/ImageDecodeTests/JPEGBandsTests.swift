import CPictures
import FixtureSupport
import QRScan
import TOTPDomain
import Testing

@testable import ImageDecode

/// JPEG images that are too large for the memory.
struct JPEGBandsTests {
    private static let fixtures = KindFixture.all.filter { $0.kind == .jpeg }

    /// Every row of the image, once, from bands of some rows.
    private func rows(_ bands: JPEGBands) -> [UInt8] {
        var pixels: [UInt8] = []
        while let band = bands.nextBand() {
            #expect(band.luma.width == bands.width)
            #expect(band.top * bands.width <= pixels.count)
            let known = pixels.count - band.top * bands.width
            #expect(pixels.suffix(known) == band.luma.pixels.prefix(known))
            pixels += band.luma.pixels.dropFirst(known)
        }
        return pixels
    }

    private func bands(_ bytes: [UInt8], overlap: Int, rows: Int, orientation: UInt32 = 1) throws -> JPEGBands {
        let header = try PictureLibrary(cpictures_jpeg, name: "JPEG", limits: ImageLimits()).header(bytes)
        return JPEGBands(
            bytes, width: Int(header.width), height: Int(header.height), orientation: orientation, bandRows: rows,
            overlap: overlap)
    }

    @Test(arguments: fixtures, [(10, 64), (0, 8), (33, 100), (7, 1000)])
    func theBandsAreTheWholeImage(fixture: KindFixture, size: (overlap: Int, rows: Int)) throws {
        let bytes = try fixture.bytes()
        let header = try PictureLibrary(cpictures_jpeg, name: "JPEG", limits: ImageLimits()).header(bytes)
        let library = PictureLibrary(cpictures_jpeg, name: "JPEG", limits: ImageLimits())
        let whole = library.read(bytes, header, over: .white).luma
        let bands = try bands(bytes, overlap: size.overlap, rows: size.rows)
        #expect(rows(bands) == whole)
        #expect(bands.damage == nil)
    }

    @Test(
        "A damaged file gives the same damage in bands, and no more rows than as a whole", arguments: fixtures, [3, 2])
    func aDamagedFileGivesTheRowsBeforeTheDamage(fixture: KindFixture, part: Int) throws {
        let bytes = Array(try fixture.bytes().dropLast(fixture.bytes().count / part))
        guard case .success(let expected) = fixture.outcome(bytes) else { return }
        let bands = try bands(bytes, overlap: 16, rows: 48)
        let read = rows(bands)
        #expect(bands.damage == expected.damage)
        #expect(read.count <= expected.luma.pixels.count)
    }

    @Test("Random bytes after an intact header never give more rows than the image has")
    func randomBytesEnd() throws {
        let fixture = try #require(KindFixture.named("jpeg/color-420.jpg").first)
        var random = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            var bytes = try fixture.bytes()
            for _ in 0..<20 {
                bytes[Int.random(in: 700..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            guard let bands = try? bands(bytes, overlap: 16, rows: 48) else { continue }
            #expect(rows(bands).count <= bands.width * bands.height)
        }
    }

    /// Positions are the same as in the upright image.
    @Test(arguments: 1...8)
    func positionsAreThoseOfTheUprightImage(orientation: Int) throws {
        let fixture = try #require(KindFixture.named("jpeg/orientation-\(orientation).jpg").first)
        let bytes = try fixture.bytes()
        let upright = LadderScanner().scan(try fixture.decode().luma)
        let large = try bands(bytes, overlap: 200, rows: 250, orientation: ExifOrientation.ofJPEG(bytes))
        let result = LadderScanner().scan(large)
        #expect(result.payloads.map(\.bytes) == upright.payloads.map(\.bytes))
        for (point, other) in zip(result.payloads[0].corners, upright.payloads[0].corners) {
            #expect(abs(point.x - other.x) <= 4 && abs(point.y - other.y) <= 4, "\(point) \(other)")
        }
    }

    @Test func onlyLargeImagesComeInBands() throws {
        let small = try #require(Self.fixtures.first).bytes()
        #expect(try JPEGDecoder().largeImage(small) == nil)
        let gray = BlockJPEG.file(columns: 626, rows: 626) { _, _ in 90 }
        let large = try #require(try JPEGDecoder().largeImage(gray))
        var rows = 0
        while let band = large.nextBand() {
            rows = band.top + band.luma.height
            #expect(band.luma.pixels.allSatisfy { $0 == 90 })
            #expect(band.luma.width * band.luma.height <= 8_400_000)
        }
        #expect(rows == 5008)
        #expect(large.damage == nil)
    }

    /// 48 megapixels: a code in each corner, and a large one across two bands.
    @Test func readsCodesOf48Megapixels() throws {
        let symbol = TestSymbol("corner"), large = TestSymbol("large")
        let bytes = BlockJPEG.file(columns: 1008, rows: 756) { column, row in
            let (x, y) = (column - 979, row - 727)
            if (0..<25).contains(x), (0..<25).contains(y) { return symbol[x, y] ? 20 : 220 }
            let (u, v) = (column - 100, row - 100)
            if (0..<500).contains(u), (0..<500).contains(v) { return large[u / 20, v / 20] ? 20 : 220 }
            return 220
        }
        let image = try #require(try JPEGDecoder().largeImage(bytes))
        let result = LadderScanner().scan(image)
        #expect(Set(result.payloads.map { String(decoding: $0.bytes, as: UTF8.self) }) == ["corner", "large"])
        #expect(result.unread == 0)
        let corner = try #require(result.payloads.last?.corners.first)
        #expect(abs(corner.x - 979 * 8) <= 8 && abs(corner.y - 727 * 8) <= 8)
    }
}
