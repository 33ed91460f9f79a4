import Encodings
import FixtureSupport
import Testing

/// Records and cells of CSV, whole and in portions.
struct CSVReaderTests {
    private static func records(
        _ text: [UInt8], delimiter: UInt8 = UInt8(ascii: ","), quoting: CSVReader.Quoting = .acrossLines
    ) throws(CSVError) -> [(line: Int, cells: [String])] {
        var reader = CSVReader(delimiter: delimiter, quoting: quoting)
        var records: [(line: Int, cells: [String])] = []
        while let record = try reader.next(in: text.span) {
            records.append((record.line, record.cells.map { $0.text(in: text.span) }))
        }
        return records
    }

    @Test("Blank lines are skipped, and counted", arguments: ["\n", "\r\n", "\r"])
    func skipsBlankLines(end: String) throws {
        let text = Array([" ", "", "\t", "  a,b", " ", ""].joined(separator: end).utf8)
        var reader = CSVReader()
        reader.skipBlankLines(in: text.span)
        let record = try #require(try reader.next(in: text.span))
        #expect(record.line == 4)
        #expect(record.cells.map { $0.text(in: text.span) } == ["  a", "b"])
        reader.skipBlankLines(in: text.span)
        #expect(try reader.next(in: text.span) == nil)
    }

    @Test("Records have their cells and first line, whatever ends the lines", arguments: ["\n", "\r\n", "\r"])
    func readsRecords(end: String) throws {
        let text = ["a;\"b;1\"", "\"c\(end)\"\"d\"\"\";", "", "e"].joined(separator: end) + end
        let records = try Self.records(Array(text.utf8), delimiter: UInt8(ascii: ";"))
        #expect(records.map(\.cells) == [["a", "b;1"], ["c\(end)\"d\"", ""], [""], ["e"]])
        #expect(records.map(\.line) == [1, 2, 4, 5])
    }

    @Test(
        "The delimiter is the most frequent one in the first record, outside quotation marks",
        arguments: [
            ("a,b;c", ","), ("a;b;c,d", ";"), ("a\tb\tc;d", "\t"), ("\"a;b;c\",d", ","), ("a", ","), ("", ","),
            ("a;b\nc,d,e,f", ";"), ("\"a\r\nb\";c", ";"),
        ])
    func findsTheDelimiter(text: String, delimiter: String) {
        #expect(CSVReader.delimiter(of: Array(text.utf8).span) == delimiter.utf8.first)
    }

    @Test(arguments: [("\"a", 1), ("a\n\nb,\"c\nd", 3), ("\"a\n\",\"b", 1), ("x\r\r\"", 3), ("\"\"\"", 1)])
    func anUnclosedQuoteIsAnErrorWithItsLine(text: String, line: Int) throws {
        let error = #expect(throws: CSVError.self) { try Self.records(Array(text.utf8)) }
        #expect(error?.reason == .unclosedQuote)
        #expect(error?.line == (text == "\"a\n\",\"b" ? 2 : line))
        #expect(throws: Never.self) { try Self.records(Array(text.utf8), quoting: .withinLine) }
    }

    @Test func aRecordHasALimitOfCells() throws {
        var reader = CSVReader(maximumCells: 3)
        let text = Array("a,b,c\na,b,c,d\n".utf8)
        #expect(try reader.next(in: text.span)?.cells.count == 3)
        let error = #expect(throws: CSVError.self) { try reader.next(in: text.span) }
        #expect(error?.reason == .tooManyCells && error?.line == 2)
    }

    /// Quadratic work would take hours here.
    @Test func aLongRecordTakesLinearTime() throws {
        for piece in ["a,", "\"a\",", "\"a\"x,", "\"\",", "\"\"\"\"\"a,", "\"x,y\"z,"] {
            let text = Array(String(repeating: piece, count: 200_000).utf8)
            var reader = CSVReader(maximumCells: .max)
            guard let record = try? reader.next(in: text.span) else { continue }
            #expect(record.cells.count > 200_000)
        }
    }

    /// Whatever the portions are in which the bytes come, the records are the same.
    @Test func portionsDoNotMatter() {
        var random = SeededGenerator(seed: 3)
        let alphabet = Array("a,\"\"\n\r;".utf8)
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            for quoting in [CSVReader.Quoting.acrossLines, .withinLine] {
                let whole = Result { () throws(CSVError) in try Self.records(text, quoting: quoting) }
                let parts = Result { () throws(CSVError) in try Self.portions(text, quoting, &random) }
                switch (whole, parts) {
                case (.success(let whole), .success(let parts)):
                    #expect(whole.map(\.cells) == parts.map(\.cells) && whole.map(\.line) == parts.map(\.line))
                case (.failure(let whole), .failure(let parts)): #expect(whole == parts)
                default: Issue.record("\(text)")
                }
            }
        }
    }

    private static func portions(
        _ text: [UInt8], _ quoting: CSVReader.Quoting, _ random: inout SeededGenerator
    ) throws(CSVError) -> [(line: Int, cells: [String])] {
        var reader = CSVReader(quoting: quoting)
        var records: [(line: Int, cells: [String])] = []
        var buffer: [UInt8] = []
        var position = 0
        while true {
            while let record = try reader.next(in: buffer.span, isWhole: position == text.count) {
                records.append((record.line, record.cells.map { $0.text(in: buffer.span) }))
            }
            guard position < text.count else { return records }
            let done = reader.position
            buffer.removeFirst(done)
            reader.drop(done)
            let next = min(text.count, position + Int.random(in: 1...4, using: &random))
            buffer += text[position..<next]
            position = next
        }
    }

    @Test func whatIsWrittenIsReadBack() throws {
        var random = SeededGenerator(seed: 4)
        let pieces = ["a", "\"", ",", "\n", "\r\n", "\r", " ", "é", "🔑", "", ";", "'", "="]
        var table: [[String]] = []
        var text: [UInt8] = []
        for _ in 0..<500 {
            let row = (0..<4).map { _ in
                (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                    .joined()
            }
            table.append(row)
            CSVWriter.append(row, to: &text)
        }
        #expect(try Self.records(text).map(\.cells) == table)
    }

    @Test func everyCellCanBeQuoted() {
        var text: [UInt8] = []
        CSVWriter.append(["a", "", "b\"c"], to: &text, style: .quoted)
        #expect(String(decoding: text, as: UTF8.self) == "\"a\",\"\",\"b\"\"c\"\n")
    }

    @Test func linesCanEndWithLF() {
        var text: [UInt8] = []
        CSVWriter.append(["a", "b,c", "d\ne"], to: &text, style: .standardWithLF)
        #expect(String(decoding: text, as: UTF8.self) == "a,\"b,c\",\"d\ne\"\n")
    }

    @Test(
        "A text that spreadsheets could run is written as text, and restored",
        arguments: [
            "", "a", "=1", "'=1", "''+1", "'", "''", "'a", "\r\n=1", "'\r\n", "-", "'-", "e\u{301}", "'\u{301}=",
        ])
    func formulasAreRestored(text: String) {
        #expect(CSVWriter.restoringFormula(CSVWriter.withoutFormula(text)).utf8.elementsEqual(text.utf8))
        #expect(CSVWriter.withoutFormula(text).utf8.first.map { !"=+-@\t\r".utf8.contains($0) } ?? true)
    }

    @Test func formulasAreDefused() {
        #expect(
            ["=1", "+1", "-1", "@a", "\ta", "\ra", "a=1", ""].map(CSVWriter.withoutFormula) == [
                "'=1", "'+1", "'-1", "'@a", "'\ta", "'\ra", "a=1", "",
            ])
    }
}
