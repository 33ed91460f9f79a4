import Encodings
import FixtureSupport
import TOTPDomain
import Testing

@testable import FormatEngine

@Suite("Rows and cells of CSV")
struct CSVTableTests {
    private static func rows(
        _ text: some Collection<UInt8>, quoting: CSVTable.Quoting = .acrossLines
    ) throws -> [CSVTable.Row] {
        var table = try CSVTable(Array(text), quoting: quoting)
        var rows: [CSVTable.Row] = []
        while let row = try table.next() { rows.append(row) }
        return rows
    }

    private static func cells(_ text: String, quoting: CSVTable.Quoting = .acrossLines) throws -> [[String]] {
        try rows("header\n\(text)".utf8, quoting: quoting).map(\.cells)
    }

    @Test(
        "Cells are between commas, or between quotes",
        arguments: [
            ("", []), ("a", [["a"]]), ("a,b", [["a", "b"]]), (",", [["", ""]]), ("a,", [["a", ""]]),
            (",,b", [["", "", "b"]]),
            (" a , b ", [[" a ", " b "]]), ("a\nb", [["a"], ["b"]]), ("a\r\nb\r\n", [["a"], ["b"]]),
            ("a\rb\r", [["a"], ["b"]]), ("\"a\"", [["a"]]), ("\"\"", []), ("\"\",\"\"", [["", ""]]),
            ("\"a,b\",c", [["a,b", "c"]]), ("\"a\nb\",c\nd", [["a\nb", "c"], ["d"]]),
            ("\"a\r\nb\"\r\nc", [["a\r\nb"], ["c"]]), ("\"say \"\"hi\"\"\"", [["say \"hi\""]]),
            ("\"\"\"\"", [["\""]]), ("\"\"\"a\"\"\",b", [["\"a\"", "b"]]), ("é,日本,🔑", [["é", "日本", "🔑"]]),
            // A combining mark does not hide the comma before it.
            ("a,\u{301}b", [["a", "\u{301}b"]]),
        ] as [(String, [[String]])])
    func cells(text: String, expected: [[String]]) throws {
        #expect(try Self.cells(text) == expected)
        if !expected.contains(where: { $0.contains { $0.contains { $0.isNewline } } }) {
            #expect(try Self.cells(text, quoting: .withinLine) == expected)
        }
    }

    @Test(
        "A quote that neither opens nor closes a cell is a character like any other",
        arguments: [
            ("a \"b\",c", [["a \"b\"", "c"]]), ("\"a\" b,c", [["\"a\" b", "c"]]), (" \"a\",b", [[" \"a\"", "b"]]),
            ("a\",\"b\"", [["a\"", "b"]]), ("\"a,\"b\",c", [["\"a", "b", "c"]]),
        ] as [(String, [[String]])], [CSVTable.Quoting.acrossLines, .withinLine])
    func strayQuotes(sample: (String, [[String]]), quoting: CSVTable.Quoting) throws {
        #expect(try Self.cells(sample.0, quoting: quoting) == sample.1)
    }

    @Test("A repeated header is a record, but not a row, as in several exports in one file")
    func repeatedHeader() throws {
        let rows = try Self.rows("name,secret\na,b\nname,secret\nNAME,secret\nc,d\n".utf8)
        #expect(rows.map(\.cells) == [["a", "b"], ["NAME", "secret"], ["c", "d"]])
        #expect(rows.map(\.line) == [2, 4, 5])
        let twice = try CSVTable(Array("name,secret\na,b\nname,secret\n\nc,d\n".utf8))
        #expect(twice.countRecords() == 3)
        var table = CSVTable(rowsOf: Array("a,b\na,b\n".utf8))
        #expect(try table.next() != nil && table.next() != nil && table.next() == nil)
    }

    @Test("Blank lines are not rows", arguments: ["\n", "\r\n", "\r"])
    func blankLines(end: String) throws {
        let text = ["", "one,two", "", "a,b", "", " \t", "c,d", "", ""].joined(separator: end)
        let rows = try Self.rows(text.utf8)
        #expect(rows.map(\.cells) == [["a", "b"], ["c", "d"]])
        #expect(rows.map(\.line) == [4, 7])
    }

    @Test("Lines are counted as an editor counts them, those within quotes included")
    func lines() throws {
        let rows = try Self.rows("h,\"two\nlines\"\r\na\r\n\"b\r\nb\nb\rb\",\"\n\"\nc\r\rd".utf8)
        #expect(rows.map(\.cells) == [["a"], ["b\r\nb\nb\rb", "\n"], ["c"], ["d"]])
        #expect(rows.map(\.line) == [3, 4, 9, 11])
    }

    @Test("Cells are found by the name of their column, wherever it is")
    func columns() throws {
        let rows = try Self.rows("Name, TOTP ,name,\"x y\"\na,b,c,d\ne\nf,g,h,i,surplus".utf8)
        #expect(rows.map { $0["name"] } == ["a", "e", "f"])
        #expect(rows.map { $0["totp"] } == ["b", "", "g"])
        #expect(rows.map { $0["x y"] } == ["d", "", "i"])
        #expect(rows.map { $0["missing"] } == ["", "", ""])
        #expect(rows.map(\.cells.count) == [4, 1, 5])
    }

    @Test("A table says which columns it has")
    func hasColumns() throws {
        let table = try CSVTable(Array("Group,\"Title\"\n".utf8))
        #expect(table.has("title") && table.has("group", "title"))
        #expect(!table.has("group", "totp"))
    }

    @Test("A text without a header is damaged", arguments: ["", "\n", " \r\n\t"])
    func noHeader(text: String) {
        let failure = #expect(throws: SourceError.self) { try CSVTable(Array(text.utf8)) }
        #expect(failure?.code == .corrupt)
    }

    @Test("A quote that never closes is damage with its line, and never a shorter file")
    func unterminatedQuote() throws {
        var table = try CSVTable(Array("h\na\n\nb,\"c\nd,e\nf".utf8))
        #expect(try table.next()?.cells == ["a"])
        let failure = #expect(throws: SourceError.self) { try table.next() }
        #expect(failure?.code == .corrupt)
        #expect(failure?.message.contains("line 4") == true)
        #expect(throws: SourceError.self) { try CSVTable(Array("\"h\na".utf8)) }
    }

    @Test("For apps that do not quote, a stray quote stays in its line")
    func withinLine() throws {
        let text = "\"a,b\n\"c\",d\ne,f\"\n\"g,h\""
        #expect(
            try Self.cells(text, quoting: .withinLine) == [["\"a", "b"], ["c", "d"], ["e", "f\""], ["g,h"]])
        #expect(try Self.cells("\"a,\"b,c", quoting: .withinLine) == [["\"a", "\"b", "c"]])
        #expect(try Self.cells("\"a", quoting: .withinLine) == [["\"a"]])
    }

    @Test("Bytes that are not UTF-8 are read as Latin-1")
    func latin1() throws {
        let text = Array("h,i\n".utf8) + [0x4D, 0xFC, 0x2C, 0x22, 0xDF, 0x22, 0x0A] + Array("ü,b".utf8)
        #expect(try Self.rows(text).map(\.cells) == [["Mü", "ß"], ["ü", "b"]])
    }

    @Test("A row has at most as many cells as the limit")
    func cellLimit() throws {
        let limit = Limit.csvColumns, row = String(repeating: ",", count: limit - 1)
        #expect(try Self.cells(row).map(\.count) == [limit])
        // Empty cells at the end do not count.
        #expect(try Self.cells("a\n\(row),,,").map(\.count) == [1, limit])
        #expect(throws: SourceError(.limitExceeded, LimitMessage.csvColumns(3, limit))) {
            try Self.cells("a\n\(row),x")
        }
    }

    @Test("A column's name may be as long as the limit; a longer one is the name of no column")
    func nameLimit() throws {
        for (count, isKnown) in [(Limit.csvName, true), (Limit.csvName + 1, false)] {
            let name = String(repeating: "n", count: count)
            let rows = try Self.rows("\(name),b\n1,2".utf8)
            #expect(rows.map { $0[name] } == [isKnown ? "1" : ""] && rows.map { $0["b"] } == ["2"])
        }
    }

    @Test("Correctly quoted fields are read back unchanged")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 4180)
        let pieces = ["a", "\"", ",", "\n", "\r\n", "\r", " ", "é", "🔑", ""]
        let table = (0..<500).map { _ in
            ["x"]
                + (0..<4).map { _ in
                    (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                        pieces.randomElement(using: &generator) ?? ""
                    }
                    .joined()
                }
        }
        let text = table.map { row in
            row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
        }.joined(separator: "\n")
        #expect(try Self.cells(text) == table)
    }

    @Test("Any bytes end in rows or in an error")
    func anyBytes() {
        var generator = SeededGenerator(seed: 7)
        let alphabet = Array("a,\"\n\r \u{FC}".utf8)
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            for quoting in [CSVTable.Quoting.acrossLines, .withinLine] {
                guard let rows = try? Self.rows(Array("h\n".utf8) + text, quoting: quoting) else { continue }
                #expect(rows.map(\.line) == rows.map(\.line).sorted())
                #expect(rows.allSatisfy { !$0.cells.isEmpty })
            }
        }
    }

    @Test(
        "A text's columns are those of its first line",
        arguments: [
            ("a,b\n1,2", ["a", "b"]), ("\n \r\nA , \tb,\"B c\"\r\n\"", ["a", "b", "b c"]), ("\"a\",\"b", ["a", "\"b"]),
            ("", []),
            ("{\"a\":1}", ["{\"a\":1}"]),
        ] as [(String, Set<String>)])
    func columnsOfContent(text: String, expected: Set<String>) {
        #expect(SourceContent(Array(text.utf8)).csvColumns == expected)
    }

    @Test("An endless first line costs little and names no column")
    func hugeFirstLine() {
        let text = Array(repeating: UInt8(ascii: ","), count: 1 << 24)
        #expect(SourceContent(text).csvColumns == [""])
    }
}
