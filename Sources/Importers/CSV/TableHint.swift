import Encodings
import TOTPDomain

/// What to do with a table whose header does not say which column has secrets, although one seems to.
enum TableHint {
    /// - Returns: nil if no column seems to have secrets.
    static func find(in text: [UInt8], _ start: TableStart) -> SourceError? {
        guard var rows = try? CSVTable(text, delimiter: start.delimiter, titleRows: start.titleRows) else { return nil }
        let width = rows.header.count
        var base32 = Array(repeating: SecretEvidence(isStrict: true), count: width)
        var hexadecimal = Array(repeating: true, count: width), filled = Array(repeating: 0, count: width)
        while let row = try? rows.next() {
            if row.isBlank { continue }
            guard row.cells.count == width else { return nil }
            for index in 0..<width {
                let cell = row.cell(index)
                guard !SecretEvidence.isEmpty(cell) else { continue }
                filled[index] += 1
                base32[index].add(cell)
                hexadecimal[index] = hexadecimal[index] && isHexadecimal(cell)
            }
            let isPossible = (0..<width).contains { base32[$0].isPossible || (hexadecimal[$0] && filled[$0] > 0) }
            guard isPossible else { return nil }
        }
        func hint(_ column: Int, _ encoding: String) -> SourceError {
            SourceError(
                .unrecognised,
                "column \(column + 1) may hold secrets",
                .text(
                    "say so with --columns secret=\(column + 1)\(encoding), and name "
                        + "the columns of issuer and name"))
        }
        if let column = (0..<width).first(where: { filled[$0] > 0 && hexadecimal[$0] }) {
            return hint(column, " --secret-encoding hex")
        }
        return (0..<width).first { base32[$0].isConvincing }.map { hint($0, "") }
    }

    /// At least 10 bytes, and a letter: a long number is something else.
    private static func isHexadecimal(_ cell: String) -> Bool {
        let digits = cell.trimmingWhitespace.utf8.filter {
            !ASCII.isWhitespace($0) && $0 != ASCII.hyphen && $0 != ASCII.colon
        }
        return digits.count >= 20 && digits.count.isMultiple(of: 2)
            && digits.allSatisfy { ASCII.hexValue($0) != nil } && digits.contains { $0 > UInt8(ascii: "9") }
    }
}
