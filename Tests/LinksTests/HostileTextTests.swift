import Encodings
import Links
import TOTPDomain
import Testing

/// Texts that are made to take time, or to change how a terminal shows a report.
struct HostileTextTests {
    private func report(_ text: String, _ form: any ReportFormat, source: String = "-") throws -> String {
        let checker = ChunkChecker(checker: try .standard(), output: .report(form))
        var collector = ReportCollector(checker)
        var output: [UInt8] = []
        var unchanged: [UnchangedPlace] = []
        var chunk = RecordChunk(bytes: Array(text.utf8))
        chunk.name = source
        collector.begin(into: &output)
        collector.take(checker.check(chunk), into: &output, unchanged: &unchanged)
        collector.end(into: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private static let link = "otpauth://totp/Acme:alice?secret=\(Secrets.sha1)&issuer=Acme"

    /// With a count from the start of the line for each link, this would take minutes.
    @Test func aLineOfManyLinksHasTheRightColumns() throws {
        let count = 20_000
        let line = "\u{EB}" + Array(repeating: " \(Self.link)&digits=8", count: count).joined()
        let text = "first\n\(line)\r\n\(Self.link)"
        let width = " \(Self.link)&digits=8".utf8.count
        var number = 0
        for row in try report(text, JSONReport()).split(separator: "\n").dropLast() {
            let (line, column) = number < count ? (2, 3 + number * width) : (3, 1)
            #expect(row.hasPrefix("{\"source\":\"-\",\"line\":\(line),\"column\":\(column),"), "link \(number)")
            if number < count {
                let digits = column + width - 2
                #expect(row.contains("six.\",\"column\":\(digits)}"), "link \(number)")
            }
            number += 1
        }
        #expect(number == count + 1)
    }

    private static let hostile = "a\u{1B}[31m\u{9B}31m\u{85}\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}\u{2029}\u{7F}\u{8}z"

    /// Whether a terminal could show the report in another way than it is written.
    private static func isHostile(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar != "\n" && scalar != "\r"
            case .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }

    @Test(
        "Names of files and of accounts are safe to print in every report",
        arguments: [JSONReport(), SARIFReport(), CSVReport()] as [any ReportFormat])
    func reportsAreSafeToPrint(form: any ReportFormat) throws {
        let name = PercentCoding.encode(Self.hostile)
        let links = "\(Self.link)\n\(Self.link)\notpauth://totp/\(name):\(name)?secret=AAAA1&issuer=\(name)&x\n"
        let text = try report(links, form, source: "/tmp/\(Self.hostile).txt")
        #expect(text.contains("31m") && !Self.isHostile(text))
    }

    /// Strings of this many marks are sorted before they are compared: without a limit, this would take minutes.
    @Test func namesOfCombiningMarksAreCompared() throws {
        let marks = String(repeating: "\u{301}\u{323}", count: 150_000)
        for name in [marks, "Acme:\(marks)"] {
            let link = "otpauth://totp/\(name)?secret=\(Secrets.sha1)"
            #expect(try report("\(link)\n\(link)b\n", JSONReport()).contains("line-too-long"))
        }
        let short = String(repeating: "\u{301}\u{323}", count: 15_000)
        let text = (0..<20).map { "otpauth://totp/Acme:\($0)\(short)?secret=\(Secrets.sha1)" }.joined(separator: "\n")
        let totals = try report(text, JSONReport()).split(separator: "\n").last
        #expect(totals?.hasPrefix("{\"totals\":{\"links\":20,") == true)
    }

    @Test func aHeaderOfCombiningMarksIsSearched() throws {
        let marks = String(repeating: "\u{301}\u{323}", count: 120_000)
        let text = "u\(marks),url\n1,\(Self.link)\n"
        var reader = try RecordReader(ByteArrayStream(Array(text.utf8)), csvColumn: "url")
        var buffers: [[UInt8]] = []
        let chunk = try #require(try reader.next(from: &buffers))
        #expect(chunk.layout == .csv(cell: 1, delimiter: UInt8(ascii: ",")))
        #expect(throws: SourceError.self) {
            try RecordReader(ByteArrayStream(Array(text.utf8)), csvColumn: "u\u{323}")
        }
    }

    /// A header that comes in small portions is parsed a few times, not once for each.
    @Test func aHeaderInSmallPortionsIsReadOnce() throws {
        let names = (0..<60_000).map { "column \($0)" }.joined(separator: ",")
        let text = Array("\(names)\n\(String(repeating: ",", count: 59_999))\(Self.link)\n".utf8)
        var reader = try RecordReader(Drip(bytes: text[...], portion: 64), csvColumn: "column 59999")
        var buffers: [[UInt8]] = []
        #expect(try reader.next(from: &buffers)?.layout == .csv(cell: 59_999, delimiter: UInt8(ascii: ",")))
    }

    private struct Drip: ByteStream {
        var bytes: ArraySlice<UInt8>
        var portion: Int

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
            let next = bytes.prefix(min(buffer.count, portion))
            buffer.copyBytes(from: next)
            bytes = bytes.dropFirst(next.count)
            return next.count
        }
    }
}
