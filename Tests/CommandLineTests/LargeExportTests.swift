import FixtureSupport
import Foundation
import Testing

/// Exports of 100,000 accounts: all of them arrive, in memory that such a file may take.
///
/// The programs that make such exports of every format are in `Fixtures`; here are three, of different kinds, so that
/// reading that takes twice as long for each entry before it does not go unnoticed.
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

        /// Base32 of the number in four letters behind others: no two are the same.
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
            id: "bitwarden", head: #"{"encrypted":false,"folders":[],"items":["#,
            entry: { number, secret in
                #"{"type":1,"name":"Acorn","login":{"uris":[],"username":"\#(number)","totp":"\#(secret)"}}"#
            },
            separator: ",", tail: "]}"),
        Format(
            id: "otpauth", head: "",
            entry: { number, secret in "otpauth://totp/Acorn:\(number)?secret=\(secret)" },
            separator: "\n", tail: "\n"),
    ]

    /// Twice what the largest of them takes, and a fifth more than real exports of so many accounts do.
    private static let bound = 320 << 20

    @Test(.enabled(if: PeakMemory.canBeRead, "the system has no /proc"), arguments: formats)
    func everyAccountArrives(format: Format) throws {
        let count = 100_000
        let input = try folder.write(format.text(count), to: "export")
        let report = folder.path("report.json"), output = folder.path("out.json")
        let peak = try PeakMemory.run([
            "convert", input, "--to", "json", "--output", output, "--report", report, "--quiet",
        ])
        let ledger = try ReportDocument(report)
        #expect(ledger.totals.found == count && ledger.totals.added == count)
        #expect(ledger.sources.first?.format == format.id)
        #expect(peak < Self.bound, "\(peak >> 20) MiB")
        let items = try JSONDecoder().decode(ItemsDocument.self, from: Data(folder.bytes("out.json"))).items
        #expect(items.map(\.name) == (0..<count).map(String.init))
    }
}
