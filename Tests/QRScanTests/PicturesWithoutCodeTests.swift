import FixtureSupport
import Images
import Testing

@testable import QRScan

struct PicturesWithoutCodeTests {
    private static let sizes = [
        (1, 1), (1, 2), (2, 1), (1, 400), (400, 1), (7, 7), (20, 20), (21, 21), (33, 65), (123, 123), (101, 99),
    ]

    @Test("An image of one color contains no code", arguments: sizes, [UInt8](arrayLiteral: 0, 127, 255))
    func nothingInOneColour(size: (Int, Int), ground: UInt8) throws {
        let result = LadderScanner().scan(try TestPicture(width: size.0, height: size.1, ground: ground).luma())
        #expect(result == QRScanResult(payloads: []))
    }

    @Test("Noise contains no code", arguments: sizes)
    func nothingInNoise(size: (Int, Int)) throws {
        let noise = TestPicture(width: size.0, height: size.1, ground: 127).withNoise(128, seed: UInt64(size.0))
        #expect(LadderScanner().scan(try noise.luma()) == QRScanResult(payloads: []))
        #expect(FullFrameScanner().scan(try noise.luma()) == QRScanResult(payloads: []))
    }

    /// More finder patterns than the locator keeps: the scan ends.
    @Test("An image full of finder patterns contains no code")
    func nothingInAWallpaperOfFinderPatterns() throws {
        var page = TestPicture(width: 640, height: 640)
        for y in stride(from: 1, to: 630, by: 10) {
            for x in stride(from: 1, to: 630, by: 10) {
                for row in 0..<7 {
                    for column in 0..<7 where max(abs(column - 3), abs(row - 3)) != 2 {
                        page.pixels[(y + row) * 640 + x + column] = 0
                    }
                }
            }
        }
        #expect(LadderScanner().scan(try page.luma()) == QRScanResult(payloads: []))
    }
}
