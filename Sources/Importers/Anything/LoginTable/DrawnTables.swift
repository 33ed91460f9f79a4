import Encodings
import FormatEngine
import Links
import TOTPDomain

/// Tables that are drawn with characters in a text: Markdown, and the output of tools.
///
///     | Service | Secret |        STATUS | ACCOUNT
///     |---------|--------|        ----------------
///     | Acorn   | …      |        [ OK ] | Acorn
struct DrawnTables: Sendable {
    private(set) var tables: [CSVTable] = []
    /// Lines that are not empty and not in a table.
    private(set) var otherLines = 0
    private(set) var leftovers = Leftovers()

    /// - Throws: ``SourceError`` as ``CSVTable``, and with `unrecognised` if a row may be the rest of the row above.
    init(_ text: [UInt8]) throws(SourceError) {
        guard text.span.firstIndex(of: Self.bar, in: 0..<text.count) != nil else { return }
        var lines = TextLines()
        // The line above, if it may be a header, and the table that is open.
        var header: DrawnRows?, table: DrawnRows?
        func close(_ tables: inout [CSVTable]) throws(SourceError) {
            if let table { tables.append(try CSVTable(try table.csv(), firstLine: table.firstLine + 1)) }
            table = nil
        }
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range].trimmingWhitespace
            if let open = table {
                let cells = Self.cells(bytes, isFramed: open.isFramed)
                if Self.isRule(bytes) {
                    table?.addRule()
                    continue
                }
                // Only lines around the cells have another number of bars than the header.
                if bytes.contains(Self.bar), bytes.first == Self.bar || cells.count == open.header.count {
                    table?.add(cells, at: line.number)
                    continue
                }
                try close(&tables)
            }
            if Self.isRule(bytes), header?.header.contains(where: { !$0.isBlank }) == true {
                (table, header) = (header, nil)
                table?.hasDoubleRule = bytes.contains(ASCII.equals)
                continue
            }
            if let header { addOther(Leftover.Kind(in: header.header.joined(separator: " ")), header.firstLine) }
            let hasBar = bytes.contains(Self.bar), isFramed = bytes.first == Self.bar
            header = hasBar ? DrawnRows(header: Self.cells(bytes), firstLine: line.number, isFramed: isFramed) : nil
            if !hasBar, !bytes.isEmpty, !Self.isRule(bytes) {
                addOther(Leftover.Kind(in: line.range, of: text.span), line.number)
            }
        }
        try close(&tables)
        if let header { addOther(Leftover.Kind(in: header.header.joined(separator: " ")), header.firstLine) }
    }

    private mutating func addOther(_ kind: Leftover.Kind?, _ number: Int) {
        otherLines += 1
        leftovers.add(kind ?? .text, line: number + 1)
    }

    private static let bar = UInt8(ascii: "|")

    /// Whether a line only separates others: `|---|:---:|`, `+----+----+`, `--------`.
    private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
        line.count >= 3 && line.contains { $0 == ASCII.hyphen || $0 == ASCII.equals }
            && line.allSatisfy { "|-+:= ".utf8.contains($0) }
    }

    /// The cells of a line, without the bars around it and without the marks of Markdown.
    ///
    /// - Parameter isFramed: whether a bar that starts the line is not between cells.
    private static func cells(_ line: ArraySlice<UInt8>, isFramed: Bool = true) -> [String] {
        var cells: [[UInt8]] = [[]]
        var isEscaped = false
        for byte in line {
            if byte == bar, !isEscaped {
                cells.append([])
            } else {
                cells[cells.count - 1].append(byte)
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        if isFramed, line.first == bar { cells.removeFirst() }
        if cells.count > 1, cells.last?.allSatisfy(ASCII.isWhitespace) == true, line.last == bar { cells.removeLast() }
        return cells.map { plain(Array($0.trimmingWhitespace)) }
    }

    /// A cell without backticks and asterisks around it, and without backslashes before punctuation.
    private static func plain(_ cell: [UInt8]) -> String {
        var content = cell[...]
        var isCode = false
        while content.count > 1, let first = content.first, first == content.last,
            first == UInt8(ascii: "`") || first == UInt8(ascii: "*")
        {
            content = content.dropFirst().dropLast()
            isCode = isCode || first == UInt8(ascii: "`")
        }
        var plain: [UInt8] = []
        for index in content.indices {
            let next = index + 1 < content.endIndex ? content[index + 1] : 0
            let isEscape = content[index] == UInt8(ascii: "\\") && (isCode ? next == bar : isPunctuation(next))
            if !isEscape || (index > content.startIndex && content[index - 1] == UInt8(ascii: "\\")) {
                plain.append(content[index])
            }
        }
        return String(decoding: plain, as: UTF8.self).limitingMarks.trimmingWhitespace
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        33...47 ~= byte || 58...64 ~= byte || 91...96 ~= byte || 123...126 ~= byte
    }
}
