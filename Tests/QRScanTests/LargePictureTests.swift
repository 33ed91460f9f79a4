import FixtureSupport
import Images
import Testing

@testable import QRScan

/// Images so large that zbar never gets them as a whole: codes that are hard to find must be found by their signs.
struct LargePictureTests {
    private static let text = "otpauth://totp/a?secret=MFRGGZDF"
    private static let code = TestSymbol(text)

    /// Grain and a wall of bricks, 1.4 megapixels.
    private static let wall: TestPicture = {
        var wall = TestPicture(width: 1400, height: 1000, ground: 150)
        for y in 0..<1000 {
            for x in 0..<1400 where y % 24 < 3 || (x + y / 24 % 2 * 30) % 60 < 3 { wall.pixels[y * 1400 + x] = 205 }
        }
        return wall.withNoise(25, seed: 4)
    }()

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let picture: TestPicture

        static let hard = [
            Case(testDescription: "two pixels a module", picture: TestPicture(code, scale: 2)),
            Case(testDescription: "blurred", picture: TestPicture(code, scale: 6).blurred(3)),
            Case(testDescription: "faint", picture: TestPicture(code, scale: 5, dark: 120, light: 150)),
            Case(testDescription: "inverted", picture: TestPicture(code, scale: 4).inverted),
            Case(testDescription: "mirrored", picture: TestPicture(code, scale: 4).mirrored),
            Case(testDescription: "turned", picture: TestPicture(code, scale: 6).turned(degrees: 33)),
            Case(testDescription: "noisy", picture: TestPicture(code, scale: 6).withNoise(80, seed: 1)),
            Case(
                testDescription: "behind glare",
                picture: TestPicture(code, scale: 8, dark: 40, light: 190).withGlare(x: 150, y: 150, radius: 26)),
            Case(testDescription: "a destroyed corner", picture: TestPicture(damaged([(0, 0, 4, 4)]), scale: 5)),
            Case(
                testDescription: "two broken rings",
                picture: TestPicture(damaged([(2, 0, 2, 1), (21, 0, 2, 1)]), scale: 5)),
            Case(
                testDescription: "two spots in finder patterns",
                picture: TestPicture(damaged([(3, 3, 1, 1), (3, 20, 1, 1)]), scale: 6)),
            Case(testDescription: "a gap in a timing line", picture: TestPicture(damaged([(10, 6, 4, 1)]), scale: 5)),
        ]

        /// The code with rectangles of the other color: column, row, width, height.
        private static func damaged(_ spots: [(Int, Int, Int, Int)]) -> TestSymbol {
            var symbol = code
            for (x, y, width, height) in spots {
                for row in y..<y + height { for column in x..<x + width { symbol[column, row].toggle() } }
            }
            return symbol
        }
    }

    private func texts(_ picture: TestPicture) throws -> [String] {
        LadderScanner().scan(try picture.luma()).payloads.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test("A code that is hard to find is read in a large image", arguments: Case.hard)
    func findsWhatIsHardToFind(_ item: Case) throws {
        var picture = Self.wall
        picture.paste(item.picture, x: 1000, y: 650)
        #expect(try texts(picture) == [Self.text])
    }

    @Test func findsNothingWhereNothingIs() throws {
        let result = LadderScanner().scan(try Self.wall.luma())
        #expect(result == QRScanResult(payloads: []))
    }

    /// Thousands of crosses with the proportions of a finder pattern, but only along one row. They come first in the
    /// picture, and must not take the place of the code's patterns.
    @Test func aTextureDoesNotHideACodeBelow() throws {
        var picture = TestPicture(width: 1600, height: 2100)
        for y in 0..<1900 {
            for x in 0..<1600 {
                let (u, v) = (abs(x % 30 - 15), abs(y % 30 - 15))
                guard u <= 1 || v <= 1 || abs(u - v) <= 1 else { continue }
                let ring = max(u, v)
                if ring < 6 || 10..<14 ~= ring { picture.pixels[y * 1600 + x] = 20 }
            }
        }
        picture.paste(TestPicture(Self.code, scale: 5), x: 60, y: 1910)
        let payloads = LadderScanner().scan(try picture.luma()).payloads
        #expect(payloads.map(\.bytes) == [Array(Self.text.utf8)])
        #expect(payloads.first?.variant == "crop")
    }

    /// A code that only an area search reads keeps its position in the picture.
    @Test func areasKeepTheirPosition() throws {
        var picture = Self.wall
        picture.paste(TestPicture(Self.code, scale: 4), x: 700, y: 300)
        let corners = try #require(LadderScanner().scan(try picture.luma()).payloads.first?.corners)
        #expect(abs(corners[0].x - 716) <= 2 && abs(corners[0].y - 316) <= 2, "\(corners)")
    }
}
