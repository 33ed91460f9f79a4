import FixtureSupport
import ImageDecode
import QRDraw
import QRScan
import TOTPDomain
import Testing

@Suite("QR codes as PNG")
struct QRPictureTests {
    /// The content of every QR code in the picture, as the importers read it.
    private func read(_ png: [UInt8]) throws -> [[UInt8]] {
        let image = try PNGDecoder(limits: ImageLimits()).decode(png, over: .white)
        #expect(image.damage == nil && !image.hasTransparency)
        return LadderScanner().scan(image.luma).payloads.map(\.bytes)
    }

    /// Every length up to 40, then lengths of every version, with bytes of any value and as in links.
    @Test("Drawn codes are read back unchanged", arguments: [UInt64(1), 2])
    func readBack(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let versionEnds = [
            14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666,
        ]
        let lengths = Array(1...40) + versionEnds.flatMap { [$0, $0 + 1] } + [1000, 1531, 2331, 2332, 2953]
        let payloads = lengths.map { count in
            generator.next() % 2 == 0
                ? generator.bytes(count)
                : (0..<count).map { _ in UInt8.random(in: 0x20...0x7E, using: &generator) }
        }
        for (payload, picture) in zip(payloads, try QRPicture.pictures(of: payloads)) {
            #expect(try read(picture.png) == [payload], "\(payload.count) bytes")
        }
    }

    @Test("An image has one bit per pixel, a quiet zone of four modules, and at most 1,000 pixels per side")
    func shape() throws {
        for (count, modules, scale) in [(1, 29, 8), (100, 49, 8), (1190, 137, 7), (2953, 185, 5)] {
            let picture = try QRPicture(Array(repeating: 65, count: count))
            #expect((picture.modules, picture.scale) == (modules, scale))
            let image = try PNGDecoder(limits: ImageLimits()).decode(picture.png, over: .white).luma
            #expect(image.width == modules * scale && image.height == image.width)
            #expect(picture.png[24] == 1 && picture.png[25] == 0)
            let quiet = QRPicture.quietZone * scale
            for y in 0..<image.height {
                let row = image.pixels[y * image.width..<(y + 1) * image.width]
                #expect(row.allSatisfy { $0 == 0 || $0 == 255 })
                let isInQuietRows = y < quiet || y >= image.height - quiet
                #expect((isInQuietRows ? row : row.prefix(quiet) + row.suffix(quiet)).allSatisfy { $0 == 255 })
            }
        }
    }

    @Test("The same bytes give the same image, alone or among others")
    func sameResult() throws {
        var generator = SeededGenerator(seed: 3)
        let payloads = (1...150).map { generator.bytes($0) }
        #expect(try QRPicture.pictures(of: payloads) == payloads.map { payload in try QRPicture(payload) })
        #expect(try QRPicture.pictures(of: []) == [])
    }
}
