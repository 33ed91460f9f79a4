import FixtureSupport
import TOTPDomain
import Testing

@testable import QRScan

/// "Seen, but not read" must be said of every real code, and of nothing else.
struct UnreadCodeTests {
    enum Damage: String, CaseIterable, Sendable { case noise, darkBar, lightBlock, flippedModules }

    /// Destroys the data beyond the power of error correction; finder patterns and timing lines stay.
    private func broken(_ damage: Damage, seed: UInt64) -> TestSymbol {
        var random = SeededGenerator(seed: seed)
        var symbol = TestSymbol("code \(seed)")
        for row in 0..<TestSymbol.dimension {
            for column in 0..<TestSymbol.dimension where !TestSymbol.isPattern(column: column, row: row) {
                switch damage {
                case .noise: if row > 8, column > 8 { symbol[column, row] = Bool.random(using: &random) }
                case .darkBar: if (10..<16).contains(row) { symbol[column, row] = true }
                case .lightBlock: if row > 10, column > 10 { symbol[column, row] = false }
                case .flippedModules:
                    if Int.random(in: 0..<7, using: &random) == 0 { symbol[column, row].toggle() }
                }
            }
        }
        return symbol
    }

    @Test(
        "A code beyond repair is reported as unread, also light on dark and mirrored", arguments: Damage.allCases,
        [UInt64](1...4))
    func isReported(damage: Damage, seed: UInt64) throws {
        let picture = TestPicture(broken(damage, seed: seed))
        for variant in [picture, picture.inverted, picture.mirrored] {
            let result = LadderScanner().scan(try variant.luma())
            #expect(result.payloads.isEmpty)
            #expect(result.unread == 1)
        }
    }

    @Test("Finder patterns of a code that is cut off are a sign of it, those of a code that was read are not")
    func signs() throws {
        let whole = TestPicture(TestSymbol("good"))
        #expect(try !LadderScanner().scan(whole.luma()).hasSigns)
        for share in [0.5, 0.7] {
            let width = Int(Double(whole.width) * share)
            var half = TestPicture(width: width, height: whole.height)
            for y in 0..<whole.height {
                for x in 0..<width { half.pixels[y * width + x] = whole.pixels[y * whole.width + x] }
            }
            let result = LadderScanner().scan(try half.luma())
            #expect(result.payloads.isEmpty && result.hasSigns, "\(share)")
            // Its place is that of a finder pattern.
            #expect(result.unread == 1 && result.unreadPlaces.allSatisfy { $0.allSatisfy { $0.x <= width } })
        }
    }

    @Test func isReportedBesideACodeThatWasRead() throws {
        var page = TestPicture(width: 300, height: 160)
        page.paste(TestSymbol("good"), x: 20, y: 20, scale: 4)
        page.paste(broken(.noise, seed: 3), x: 170, y: 20, scale: 4)
        let result = LadderScanner().scan(try page.luma())
        #expect(result.payloads.map(\.bytes) == [Array("good".utf8)])
        #expect(result.unread == 1)
    }

    /// A readable code and to its right something else.
    private func page(_ other: TestPicture) -> TestPicture {
        var page = TestPicture(width: 640, height: 320)
        page.paste(TestSymbol("good"), x: 40, y: 40, scale: 6)
        page.paste(other, x: 330, y: 60)
        return page
    }

    @Test(
        "A weak code beside a strong one is read as if it were alone",
        arguments: [
            ("contrast 35", TestPicture(symbol, scale: 6, dark: 220)),
            ("contrast 25", TestPicture(symbol, scale: 6, dark: 230)),
            ("contrast 15", TestPicture(symbol, scale: 6, dark: 240)),
            ("dimmed", TestPicture(symbol, scale: 6, dark: 38, light: 72)),
            ("blurred", TestPicture(symbol, scale: 6).blurred(3)),
            ("tiny", TestPicture(symbol, scale: 1)),
        ])
    func besideAStrongOne(name: String, other: TestPicture) throws {
        let result = LadderScanner().scan(try page(other).luma())
        #expect(result.payloads.map { String(decoding: $0.bytes, as: UTF8.self) } == ["good", "weak"])
        #expect(result.unread == 0)
    }

    private static let symbol = TestSymbol("weak")

    @Test("A faint code that cannot be read beside a strong one is reported with its place", arguments: Damage.allCases)
    func unreadBesideAStrongOne(damage: Damage) throws {
        let result = LadderScanner().scan(
            try page(TestPicture(broken(damage, seed: 2), scale: 6, dark: 225)).luma())
        #expect(result.payloads.count == 1 && result.unread == 1 && !result.hasSigns)
        let place = try #require(result.unreadPlaces.first)
        let middle = (x: place.map(\.x).reduce(0, +) / 4, y: place.map(\.y).reduce(0, +) / 4)
        #expect(abs(middle.x - 442) < 30 && abs(middle.y - 171) < 30)
    }

    @Test(
        "A code without a finder pattern that can be seen is reported beside one that was read",
        arguments: [
            ("blurred", TestPicture(symbol, scale: 6).blurred(4).blurred(4)),
            ("blurred and turned", TestPicture(symbol, scale: 6).turned(degrees: 12).blurred(4).blurred(4)),
            ("blurred and faint", TestPicture(symbol, scale: 6, dark: 205).blurred(4).blurred(4)),
        ])
    func hasNoPatterns(name: String, other: TestPicture) throws {
        let result = LadderScanner().scan(try page(other).luma())
        #expect(result.payloads.count == 1 && result.unread == 1, "\(name)")
        let place = try #require(result.unreadPlaces.first)
        let middle = (x: place.map(\.x).reduce(0, +) / 4, y: place.map(\.y).reduce(0, +) / 4)
        #expect(abs(middle.x - (330 + other.width / 2)) < 20 && abs(middle.y - (60 + other.height / 2)) < 20)
    }

    @Test("Text, icons, grids and photographs beside a code are not reported", arguments: Neighbor.allCases)
    func isNoBlock(neighbor: Neighbor) throws {
        let result = LadderScanner().scan(try page(neighbor.picture).luma())
        #expect(result.payloads.count == 1 && result.unread == 0)
    }

    enum Neighbor: String, CaseIterable, Sendable {
        case text, icon, stripes, checkers, gradient, grain

        var picture: TestPicture {
            var random = SeededGenerator(seed: 7), picture = TestPicture(width: 150, height: 150)
            for y in 0..<150 {
                for x in 0..<150 {
                    let level: Int =
                        switch self {
                        case .text: y % 18 < 9 && x % 7 < 2 ? 40 : 255
                        case .icon: abs(x - 75) + abs(y - 75) < 40 ? 250 : 90
                        case .stripes: x / 6 % 2 == 0 ? 30 : 220
                        case .checkers: (x / 12 + y / 12) % 2 == 0 ? 30 : 220
                        case .gradient: (x + y) * 250 / 300 + Int.random(in: -5...5, using: &random)
                        case .grain: 128 + Int.random(in: -100...100, using: &random)
                        }
                    picture.pixels[y * 150 + x] = UInt8(clamping: level)
                }
            }
            return picture
        }
    }

    @Test("Patterns of a code around random modules are at most a sign of one", arguments: [UInt64](1...20))
    func isNotReportedForALookAlike(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var symbol = TestSymbol("")
        for row in 0..<TestSymbol.dimension {
            for column in 0..<TestSymbol.dimension where !TestSymbol.isPattern(column: column, row: row) {
                symbol[column, row] = Bool.random(using: &random)
            }
        }
        let result = LadderScanner().scan(try TestPicture(symbol).luma())
        #expect(result.payloads.isEmpty && (result.unread == 0 || result.hasSigns))
    }
}
