import Encodings
import FixtureSupport
import Testing

/// The count of records is that of the reader, found in another way.
struct CSVRecordCountTests {
    private static let delimiters: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 9]

    /// Records other than one empty cell; nil if a quote is never closed.
    private static func count(_ text: [UInt8], _ delimiter: UInt8, _ quoting: CSVReader.Quoting) -> Int? {
        var reader = CSVReader(delimiter: delimiter, quoting: quoting)
        var count = 0
        do throws(CSVError) {
            while let record = try reader.next(in: text.span) {
                if record.cells.count > 1 || !record.cells[0].text(in: text.span).isBlank { count += 1 }
            }
        } catch { return nil }
        return count
    }

    @Test(
        "Empty lines are not counted as records, and line ends in quotation marks end none",
        arguments: [
            ("", 0), ("\n\r\n\r", 0), ("a", 1), ("a\n", 1), ("a\r\nb\rc\n", 3), (" \t\na", 1), (",", 1), ("\"\"\na", 1),
            ("\"a\nb\",c\nd", 2), ("\"a\"\"\n\"\"\"\nb", 2), ("\"a\" b\n\"c\"", 2), ("a \"b\nc\"", 2),
            ("x,\"y\nz\"\nw", 2),
            ("\u{A0}\u{3000}\na", 1), ("\"a\nb\" c\nd", 3),
        ])
    func countsRecords(text: String, count: Int) {
        #expect(CSVRecordCount.records(in: Array(text.utf8).span) == count)
    }

    @Test("Unclosed quotes open no cell for apps that never quote")
    func withinLine() {
        let text = Array("\"a\nb\",c\n\"d\n".utf8)
        #expect(CSVRecordCount.records(in: text.span, quoting: .withinLine) == 3)
    }

    @Test("Records are counted from a given byte on")
    func start() {
        #expect(CSVRecordCount.records(in: Array("h\na\nb".utf8).span, from: 2) == 2)
    }

    @Test(
        "Equals the reader's count for random texts", arguments: delimiters,
        [CSVReader.Quoting.acrossLines, .withinLine])
    func equalsReader(delimiter: UInt8, quoting: CSVReader.Quoting) {
        var generator = SeededGenerator(seed: 71)
        let bytes: [UInt8] = [34, 34, 34, delimiter, delimiter, 10, 13, 32, 9, 44, 97, 0xC2, 0xA0, 8, 0x0B]
        var compared = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<16, using: &generator)
            let text = (0..<count).map { _ in bytes[Int.random(in: 0..<bytes.count, using: &generator)] }
            guard let expected = Self.count(text, delimiter, quoting) else { continue }
            compared += 1
            #expect(
                CSVRecordCount.records(in: text.span, delimiter: delimiter, quoting: quoting) == expected, "\(text)")
        }
        #expect(compared > 10_000)
    }
}
