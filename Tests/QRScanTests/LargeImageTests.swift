import Encodings
import FixtureSupport
import Images
import Testing

@testable import QRScan

/// Images that come in bands.
struct LargeImageTests {
    /// A picture in bands of some rows, each with some rows of the one before it.
    private final class Banded: LargeImage {
        let picture: TestPicture
        let rows: Int
        let overlap: Int
        private var next = 0
        let damage: String? = nil

        init(_ picture: TestPicture, rows: Int, overlap: Int) {
            (self.picture, self.rows, self.overlap) = (picture, rows, overlap)
        }

        var width: Int { picture.width }
        var height: Int { picture.height }
        func upright(_ point: QRPayload.Point) -> QRPayload.Point { point }

        func nextBand() -> LargeImageBand? {
            guard next < height else { return nil }
            let top = max(0, next - overlap), end = min(height, top + rows)
            next = end
            let pixels = Array(picture.pixels[top * width..<end * width])
            return LumaImage(width: width, height: end - top, pixels: pixels).map { LargeImageBand(luma: $0, top: top) }
        }
    }

    @Test(arguments: [(0, 3), (1, 4)])
    func theOverviewOfALargeImageIsSmaller(surplus: Int, factor: Int) {
        let overview = Overview(width: Limit.overviewPixels + surplus, height: 1)
        #expect(overview.factor == factor)
        #expect(overview.width == (Limit.overviewPixels + surplus) / factor)
    }

    private func texts(_ picture: TestPicture, rows: Int, overlap: Int) -> [String] {
        LadderScanner().scan(Banded(picture, rows: rows, overlap: overlap)).payloads
            .map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test(arguments: [(300, 100), (301, 99), (250, 0), (1000, 50)])
    func readsEachCodeOnceInReadingOrder(rows: Int, overlap: Int) {
        var page = TestPicture(width: 1000, height: 900)
        let names = (0..<12).map { "code \($0)" }
        for (index, name) in names.enumerated() {
            page.paste(TestSymbol(name), x: 40 + index % 4 * 240, y: 40 + index / 4 * 290, scale: 5)
        }
        #expect(texts(page, rows: rows, overlap: overlap) == names)
    }

    @Test(arguments: [0, 1, 2, 3, 7, 40])
    func aSmallCodeOnTheEdgeOfABandIsRead(shift: Int) {
        var page = TestPicture(width: 1000, height: 900)
        // Half as large, it is too small to be read.
        page.paste(TestSymbol("small"), x: 500, y: 270 + shift, scale: 1)
        #expect(texts(page, rows: 300, overlap: 100) == ["small"])
    }

    @Test func aCodeLargerThanABandIsReadInTheCopyOfTheWhole() {
        var page = TestPicture(width: 1000, height: 900)
        page.paste(TestSymbol("large"), x: 100, y: 50, scale: 30)
        let payloads = LadderScanner().scan(Banded(page, rows: 200, overlap: 60)).payloads
        #expect(payloads.map(\.bytes) == [Array("large".utf8)])
        #expect(abs((payloads.first?.corners.first?.x ?? 0) - 100) <= 3)
    }

    /// Destroyed data between intact patterns: said once, whether seen in two bands and in the copy of the whole or not.
    @Test func aCodeThatCannotBeReadIsCountedOnce() throws {
        var symbol = TestSymbol("unreadable")
        var random = SeededGenerator(seed: 2)
        for row in 9..<25 {
            for column in 9..<25 where !(16...20 ~= row && 16...20 ~= column) {
                symbol[column, row] = Bool.random(using: &random)
            }
        }
        var page = TestPicture(width: 1000, height: 900)
        page.paste(symbol, x: 300, y: 230, scale: 4)
        let whole = LadderScanner().scan(try page.luma())
        #expect(whole.payloads.isEmpty && whole.unread == 1)
        let result = LadderScanner().scan(Banded(page, rows: 340, overlap: 130))
        #expect(result.payloads.isEmpty && result.unread == 1)
    }
}
