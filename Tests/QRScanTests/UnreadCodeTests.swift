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

    @Test("Patterns of a code around random modules are not reported as unread", arguments: [UInt64](1...20))
    func isNotReportedForALookAlike(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var symbol = TestSymbol("")
        for row in 0..<TestSymbol.dimension {
            for column in 0..<TestSymbol.dimension where !TestSymbol.isPattern(column: column, row: row) {
                symbol[column, row] = Bool.random(using: &random)
            }
        }
        let result = LadderScanner().scan(try TestPicture(symbol).luma())
        #expect(result.payloads.isEmpty && result.unread == 0)
    }
}
