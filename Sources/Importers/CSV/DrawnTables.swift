import Encodings
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

    /// - Throws: ``SourceError`` as ``CSVTable``.
    init(_ text: [UInt8]) throws(SourceError) {
        guard text.span.firstIndex(of: Self.bar, in: 0..<text.count) != nil else { return }
        var lines = TextLines()
        var header: (cells: [String], number: Int)?
        var table: [UInt8] = [], firstLine = 0, width = 0, lastLine = 0
        func close(_ tables: inout [CSVTable]) throws(SourceError) {
            if !table.isEmpty { tables.append(try CSVTable(table, firstLine: firstLine + 1)) }
            table = []
        }
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range].trimmingWhitespace
            if !table.isEmpty {
                let cells = Self.cells(bytes)
                // Only lines around the cells have another number of bars than the header.
                if Self.isRule(bytes) { continue }
                if bytes.contains(Self.bar), bytes.first == Self.bar || cells.count == width {
                    // As many lines as in the text, so that rows have the numbers of their lines.
                    table += repeatElement(ASCII.newline, count: max(0, line.number - lastLine - 1))
                    CSVWriter.append(cells, to: &table, style: .standardWithLF)
                    lastLine = line.number
                    continue
                }
                try close(&tables)
            }
            if let above = header, Self.isRule(bytes), above.cells.contains(where: { !$0.isBlank }) {
                (firstLine, width, lastLine) = (above.number, above.cells.count, above.number)
                CSVWriter.append(above.cells, to: &table, style: .standardWithLF)
                header = nil
                continue
            }
            if header != nil { otherLines += 1 }
            header = bytes.contains(Self.bar) ? (cells: Self.cells(bytes), number: line.number) : nil
            if header == nil, !bytes.isEmpty, !Self.isRule(bytes) { otherLines += 1 }
        }
        try close(&tables)
        if header != nil { otherLines += 1 }
    }

    private static let bar = UInt8(ascii: "|")

    /// Whether a line only separates others: `|---|:---:|`, `+----+----+`, `--------`.
    private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
        line.count >= 3 && line.contains { $0 == ASCII.hyphen || $0 == ASCII.equals }
            && line.allSatisfy { "|-+:= ".utf8.contains($0) }
    }

    /// The cells of a line, without the bars around it and without the marks of Markdown.
    private static func cells(_ line: ArraySlice<UInt8>) -> [String] {
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
        if line.first == bar { cells.removeFirst() }
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
