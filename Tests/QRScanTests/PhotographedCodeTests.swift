import FixtureSupport
import TOTPDomain
import Testing

@testable import QRScan

/// Codes that only the sampling of single modules reads.
struct PhotographedCodeTests {
    private static let text = "otpauth://totp/a?secret=MFRGGZDF"
    private static let symbol = TestSymbol(text)
    private static let code = PhotographedCode(symbol: symbol)

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let picture: TestPicture

        static let all = [
            Case(testDescription: "on waves", picture: code.onWaves(0.55)),
            Case(testDescription: "on waves, mirrored", picture: code.onWaves(0.55).mirrored),
            Case(testDescription: "on waves, light on dark", picture: code.onWaves(0.55).inverted),
            Case(testDescription: "around a bottle", picture: code.onCylinder(angle: 0.9, bow: 0.2)),
            Case(
                testDescription: "strongly tilted",
                picture: code.tilted(width: 330, height: 330, [(159, 22), (327, 150), (115, 304), (-9, 182)])),
            Case(testDescription: "at the edge of a shadow", picture: code.onWaves(0).shaded),
            Case(testDescription: "out of focus", picture: code.onWaves(0).blurred(6)),
            Case(
                testDescription: "on waves, with a sticker",
                picture: PhotographedCode(symbol: symbol.covered(column: 16, row: 16, width: 5, height: 4, dark: true))
                    .onWaves(0.55)),
            Case(testDescription: "with six stained codewords, of which five can be corrected", picture: stained),
            withoutPattern("upper left", column: 0, row: 0),
            withoutPattern("upper right", column: 18, row: 0),
            withoutPattern("lower left", column: 0, row: 18),
        ]

        private static var stained: TestPicture {
            var result = code.onWaves(0)
            for y in 112..<240 { for x in (y < 176 ? 208 : 224)..<240 { result.pixels[y * result.width + x] = 128 } }
            return result
        }

        private static func withoutPattern(_ name: String, column: Int, row: Int) -> Case {
            let rest = symbol.covered(column: column, row: row, width: 7, height: 7, dark: false)
            let picture = PhotographedCode(symbol: rest).onWaves(0.4)
            return Case(testDescription: "on waves, no pattern in the \(name)", picture: picture)
        }
    }

    @Test("A code on bent paper, out of focus or without a corner is read whole", arguments: Case.all)
    func readsModuleByModule(_ item: Case) throws {
        let result = LadderScanner().scan(try item.picture.luma())
        #expect(result.payloads.map { String(decoding: $0.bytes, as: UTF8.self) } == [Self.text])
        #expect(result.unread == 0)
    }

    @Test("A payload that was read module by module says so")
    func namesTheModules() throws {
        let result = LadderScanner().scan(try Self.code.onWaves(0.55).luma())
        #expect(result.payloads.map(\.variant) == ["modules"])
    }

    /// Damage beyond the error correction, in all sizes: the result must never be wrong.
    @Test("A code with too many wrong modules gives nothing", arguments: 0..<12)
    func readsNothingWrong(seed: Int) throws {
        var symbol = Self.symbol
        for row in 9..<16 {
            for column in 9..<25 where (row * 7 + column * 3 + seed) % 5 < 2 { symbol[column, row].toggle() }
        }
        let picture = PhotographedCode(symbol: symbol).onWaves(0.05 * Double(seed))
        #expect(LadderScanner().scan(try picture.luma()).payloads.isEmpty)
    }
}
