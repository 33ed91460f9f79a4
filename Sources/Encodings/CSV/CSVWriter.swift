/// Writes CSV (RFC 4180).
package enum CSVWriter {
    package enum Style: Sendable {
        /// Records end with CRLF, and cells are quoted where they have to be.
        case standard
        /// Records end with LF, and cells are quoted where they have to be.
        case standardWithLF
        /// Records end with LF, and every cell is quoted.
        case quoted
    }

    /// Appends a record.
    package static func append(_ cells: [String], to bytes: inout [UInt8], style: Style = .standard) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(cell, to: &bytes, style)
        }
        if style == .standard { bytes.append(ASCII.carriageReturn) }
        bytes.append(ASCII.newline)
    }

    /// Whether a cell with this byte has to be quoted.
    private static func hasMeaning(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "\""), ASCII.carriageReturn, ASCII.newline: true
        default: false
        }
    }

    private static func append(_ cell: String, to bytes: inout [UInt8], _ style: Style) {
        let quote = UInt8(ascii: "\"")
        guard style == .quoted || cell.utf8.contains(where: hasMeaning) else {
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

/// Text from elsewhere in cells that a spreadsheet may open.
extension CSVWriter {
    /// The text, with an apostrophe in front if a spreadsheet would take it for a formula.
    ///
    /// Apostrophes that are already in front of such a text get another apostrophe, so that ``restoringFormula(_:)``
    /// can tell them apart.
    package static func withoutFormula(_ text: String) -> String {
        isFormula(text.utf8.drop { $0 == apostrophe }) ? "'\(text)" : text
    }

    /// The text that ``withoutFormula(_:)`` was called with.
    package static func restoringFormula(_ cell: String) -> String {
        guard cell.utf8.first == apostrophe, isFormula(cell.utf8.drop { $0 == apostrophe }) else { return cell }
        return String(cell.unicodeScalars.dropFirst())
    }

    private static let apostrophe = UInt8(ascii: "'")

    private static func isFormula(_ text: Substring.UTF8View) -> Bool {
        text.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
    }
}
