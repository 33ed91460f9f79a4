import FixtureSupport
import Foundation
import Testing

/// Exports of 100,000 accounts: all of them arrive, within a bound on memory.
///
/// `Fixtures/generators/make_exports.py` makes such exports of every format; these are JSON and text. Quadratic time would
/// be noticed: reading would take hours.
@Suite(.timeLimit(.minutes(5)))
struct LargeExportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    struct Format: Sendable, CustomTestStringConvertible {
        let id: String
        let head: String
        let entry: @Sendable (_ number: Int, _ secret: String) -> String
        let separator: String
        let tail: String

        var testDescription: String { id }

        func text(_ count: Int) -> String {
            head + (0..<count).map { entry($0, Self.secret($0)) }.joined(separator: separator) + tail
        }

        /// Base32 that ends with the number in four letters, so that no two are the same.
        private static func secret(_ number: Int) -> String {
            let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
            return "GEZDGNBVGY3T"
                + String(stride(from: 15, through: 0, by: -5).map { letters[number >> $0 & 31] })
        }
    }

    static let formats = [
        Format(
            id: "aegis", head: #"{"version":1,"header":{"slots":null,"params":null},"db":{"version":3,"entries":["#,
            entry: { number, secret in
                #"{"type":"totp","name":"\#(number)","issuer":"Acorn","info":{"secret":"\#(secret)","algo":"SHA1","#
                    + #""digits":6,"period":30}}"#
            },
            separator: ",", tail: "]}}"),
        Format(
            id: "otpauth", head: "",
            entry: { number, secret in "otpauth://totp/Acorn:\(number)?secret=\(secret)" },
            separator: "\n", tail: "\n"),
    ]

    /// The largest export that `Fixtures` makes of this many accounts, of 71 MB, takes 290 MiB.
    private static let bound = 320 << 20

    @Test(
        "All of 100,000 accounts arrive in order, with bounded memory",
        .enabled(if: MeasuredRun.isPossible, "the system has no /proc"), arguments: formats)
    func everyAccountArrives(format: Format) throws {
        let count = 100_000
        let input = try folder.write(format.text(count), to: "export")
        let output = folder.path("out.json")
        let peak = try MeasuredRun.peak(["convert", input, "--to", "json", "--output", output])
        #expect(peak < Self.bound, "\(peak >> 20) MiB")
        let items = try JSONDecoder().decode(ItemsDocument.self, from: Data(folder.bytes("out.json"))).items
        #expect(items.elementsEqual(0..<count) { $0.name == String($1) })
    }
}
