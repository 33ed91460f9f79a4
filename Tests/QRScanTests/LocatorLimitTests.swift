import CQRLocate
import FixtureSupport
import Testing

@testable import QRScan

/// How many finder patterns the locator keeps, groups and gives out, which only C checks.
struct LocatorLimitTests {
    private static let scale = 3

    /// Finder patterns in a grid, drawn from modules.
    private struct Grid {
        private var modules: Set<[Int]> = []
        private let width: Int, height: Int

        /// - Parameters:
        ///   - pitch: modules from one pattern to the next.
        ///   - count: of patterns, row after row; nil for all.
        ///   - isJoined: whether timing lines are on both sides of the way from each pattern to the next ones.
        init(_ columns: Int, _ rows: Int, pitch: Int, count: Int? = nil, isJoined: Bool = false) {
            (width, height) = (columns * pitch + 8, rows * pitch + 8)
            for place in 0..<(count ?? columns * rows) {
                let left = 4 + place % columns * pitch, top = 4 + place / columns * pitch
                for y in 0..<7 {
                    for x in 0..<7 where max(abs(x - 3), abs(y - 3)) != 2 { modules.insert([left + x, top + y]) }
                }
                guard isJoined else { continue }
                for step in stride(from: 8, to: pitch, by: 2) {
                    for side in [0, 6] {
                        if place % columns < columns - 1 { modules.insert([left + step, top + side]) }
                        if place / columns < rows - 1 { modules.insert([left + side, top + step]) }
                    }
                }
            }
        }

        var picture: TestPicture {
            var picture = TestPicture(width: width * scale, height: height * scale)
            for module in modules {
                let first = module[1] * scale * picture.width + module[0] * scale
                for y in 0..<scale {
                    for x in 0..<scale { picture.pixels[first + y * picture.width + x] = 0 }
                }
            }
            return picture
        }
    }

    private struct OutOfMemory: Error {}

    /// The locator's findings, and how many places it returns if none is read.
    private func locate(_ picture: TestPicture) throws -> (result: CQRLocateResult, places: Int) {
        guard let locator = Locator() else { throw OutOfMemory() }
        return try picture.pixels.withUnsafeBufferPointer { pixels in
            let image = PixelView(pixels: pixels, width: picture.width, height: picture.height)
            let parameters = CQRLocateParameters(
                rowStep: 3, contrast: 40, pictureScale: 1, tolerant: false, leastQuality: 0, isLook: false)
            guard let result = locator.locate(image, parameters) else { throw OutOfMemory() }
            var places = 0
            while locator.next(in: image) != nil { places += 1 }
            return (result, places)
        }
    }

    @Test("The number of patterns ends at its limit", arguments: [-1, 0, 1, 100])
    func patterns(surplus: Int) throws {
        let count = CQR_PATTERNS_MAX + surplus
        let seen = try locate(Grid(50, (count + 49) / 50, pitch: 12, count: count).picture).result.patterns
        #expect(Int(seen) == min(count, CQR_PATTERNS_MAX))
    }

    /// Three for each code. Beyond the limit, codes whose patterns are only grouped in part are not supported.
    @Test("All codes have support up to the limit of grouped patterns, and fewer beyond it", arguments: [-1, 0, 1])
    func groupedPatterns(surplus: Int) throws {
        let codes = CQR_GROUPED_MAX / 3 + surplus, columns = 8
        var page = TestPicture(width: columns * 120, height: (codes + columns - 1) / columns * 120)
        for index in 0..<codes {
            page.paste(TestSymbol("otpauth"), x: 20 + index % columns * 120, y: 20 + index / columns * 120, scale: 3)
        }
        let result = try locate(page).result
        #expect(Int(result.patterns) == 3 * codes)
        if surplus > 0 {
            #expect(Int(result.supported) < CQR_GROUPED_MAX / 3)
        } else {
            #expect(Int(result.supported) == codes)
        }
    }

    /// Each square of four patterns that timing lines join looks like four codes.
    @Test("The number of triples and places ends at the limit of tries", arguments: [(4, 4), (5, 4), (5, 5), (6, 5)])
    func places(columns: Int, rows: Int) throws {
        let seen = try locate(Grid(columns, rows, pitch: 14, isJoined: true).picture)
        let alike = 4 * (columns - 1) * (rows - 1)
        #expect(Int(seen.result.triples) == min(alike, CQR_TRIES_MAX))
        #expect(seen.places == min(alike, CQR_TRIES_MAX))
    }
}
