import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import Links

/// A line of JSON has no limit: it is split between its strings, and the rest stays the same.
struct LongJSONTests {
    private static let odd = "otpauth://totp/Acme:alice?issuer=Acme&secret=osadn5m3a7hqfkuq675xidqqtouw5cci"

    private func report(
        _ text: [UInt8], _ form: CheckOutput, chunkByteCount: Int
    ) throws -> (text: String, chunks: Int, totals: ValidationTotals) {
        let checker = ChunkChecker(checker: try .standard(), output: form)
        var collector = ReportCollector(checker)
        var reader = RecordReader(ByteArrayStream(text), layout: .json, chunkByteCount: chunkByteCount)
        var output: [UInt8] = []
        var unchanged: [UnchangedPlace] = []
        var buffers: [[UInt8]] = []
        var chunks = 0
        collector.begin(into: &output)
        while let chunk = try reader.next(from: &buffers) {
            chunks += 1
            collector.take(checker.check(chunk), into: &output, unchanged: &unchanged)
        }
        collector.end(into: &output)
        return (String(decoding: output, as: UTF8.self), chunks, collector.totals)
    }

    private static let rows = [
        "{\"id\": 7, \"é\": \"\\\"\", \"url\": \"\(odd)\"}", "\"\(odd)\"", "\"# \(odd)\" , null , [ ]",
        "\"\(odd.replacing("/", with: "\\/"))\" ", "\"a\u{2028}\(odd)\"", "\"\(odd.replacing("osad", with: "1sad"))\"",
        "[1,2,[3]]",
        "{\"\(odd)\": \"x, y\"}",
    ]

    @Test("JSON that is checked in portions gives the report of the whole", arguments: [64, 100, 333])
    func isSplit(size: Int) throws {
        var random = SeededGenerator(seed: 13)
        let rows = (0..<300).map { _ in Self.rows.randomElement(using: &random) ?? "" }
        for separator in [",", " , ", ",\u{2028}"] {
            let text = Array("[1,\(rows.joined(separator: separator))]\n[\"\(Self.odd)\"]\n".utf8)
            for form: CheckOutput in [.report(JSONReport()), .correctedInput, .report(CSVReport())] {
                let whole = try report(text, form, chunkByteCount: 1 << 20)
                let split = try report(text, form, chunkByteCount: size)
                #expect(whole.chunks == 1 && split.chunks > 1)
                #expect(split.text == whole.text)
                #expect(split.totals == whole.totals && whole.totals.links > 100)
            }
        }
    }

    /// An unclosed string ends with its line: no part of it is split.
    @Test(
        "A damaged line of JSON gives the same report with small portions",
        arguments: ["[\"a\", \"", "[1, ", "# \"a\", ", "[\"a\"x "])
    func damagedLinesAreNotSplit(start: String) throws {
        let text = Array((start + String(repeating: "x ", count: 500) + Self.odd + " \n[\"\(Self.odd)\"]").utf8)
        let whole = try report(text, .report(JSONReport()), chunkByteCount: 1 << 20)
        #expect(try report(text, .report(JSONReport()), chunkByteCount: 64).text == whole.text)
    }

    @Test(
        "A value longer than 16 MiB is an error that names its line",
        arguments: [
            (surplus: 0, isTooLong: false),
            (surplus: 1, isTooLong: true),
        ])
    func values(surplus: Int, isTooLong: Bool) throws {
        let string = [UInt8](repeating: UInt8(ascii: "x"), count: Limit.line - 3 + surplus)
        let text = Array("[\n\"".utf8) + string + Array("\"\n]".utf8)
        var reader = RecordReader(ByteArrayStream(text), layout: .json)
        var buffers: [[UInt8]] = []
        var count = 0
        do throws(SourceError) {
            while let chunk = try reader.next(from: &buffers) {
                #expect(!chunk.isCut)
                count += chunk.count
            }
            #expect(!isTooLong && count == text.count)
        } catch {
            #expect(isTooLong && error.code == .limitExceeded)
            #expect(error.message.hasPrefix("line 2 contains a value of JSON longer than 16 MiB, and nothing after it"))
        }
    }
}
