/// Writes CSV (RFC 4180): records end with CRLF, and cells are quoted where they have to be.
package enum CSVWriter {
    /// Appends a record.
    package static func append(_ cells: [String], to bytes: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(cell, to: &bytes)
        }
        bytes += [ASCII.carriageReturn, ASCII.newline]
    }

    /// A text that comes from elsewhere, with an apostrophe before it if a spreadsheet would take it for a formula.
    package static func withoutFormula(_ text: String) -> String {
        text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false ? "'\(text)" : text
    }

    private static func append(_ cell: String, to bytes: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        guard cell.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else {
            bytes += cell.utf8
            return
        }
        bytes.append(quote)
        for byte in cell.utf8 {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }
}
