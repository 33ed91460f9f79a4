import Encodings
import FormatEngine
import Links
import TOTPDomain

/// A table without a header: two or three columns, of which one surely has secrets.
enum HeaderlessTable {
    /// - Returns: nil if the text is not such a table.
    static func find(in text: [UInt8]) -> LoginTableFile.Table? {
        for delimiter in TableStart.delimiters {
            if let names = columns(of: text, delimiter) {
                let rows = CSVTable(rowsOf: text, delimiter: delimiter)
                return try? LoginTableFile.Table(rows, GuessedColumns(names), nil)
            }
        }
        return nil
    }

    private static let key = "otpauth"
    /// Real tables have far fewer empty columns around the others.
    private static let mostColumns = 16

    /// A name for each column, "" for those that are always empty; nil if it is not such a table.
    private static func columns(of text: [UInt8], _ delimiter: UInt8) -> [String]? {
        let rows = CSVTable(rowsOf: text, delimiter: delimiter)
        guard let columns = ColumnCells.columns(of: rows, 2...mostColumns) else { return nil }
        let filled = columns.indices.filter { !columns[$0].isEmpty }
        let proven = filled.filter { columns[$0].evidence.isConvincingAlone }
        guard 2...3 ~= filled.count, proven.count == 1, let key = proven.first else { return nil }
        let others = filled.filter { $0 != key }
        guard others.allSatisfy({ !columns[$0].hasSecret && !columns[$0].isParameter }),
            others.allSatisfy({ $0 > key || !columns[$0].hasGap }),
            // A link with a comma in it, which separates nothing, starts before the last column.
            !columns[key].evidence.hasLink || key == filled.last
        else { return nil }
        var names = columns.map { _ in "" }
        names[key] = Self.key
        if others.count == 1 {
            names[others[0]] = "account"
        } else {
            let isReversed = columns[others[0]].hasOnlyAddresses && !columns[others[1]].hasOnlyAddresses
            names[others[0]] = isReversed ? "username" : "issuer"
            names[others[1]] = isReversed ? "issuer" : "username"
        }
        return names
    }
}

/// The cells of a column that nothing names.
struct ColumnCells {
    private(set) var evidence = SecretEvidence(isStrict: true)
    /// Whether all cells are empty, and whether some are.
    private(set) var isEmpty = true, hasGap = false
    /// Whether a cell can be a secret, or has a secret or a link in it: no name has.
    private(set) var hasSecret = false
    /// Whether all cells look like digits, periods, types or algorithms.
    private(set) var isParameter = true
    /// Whether all cells are e-mail addresses.
    private(set) var hasOnlyAddresses = true
    /// Whether all cells are hexadecimal secrets with a letter: a long number is something else.
    private var areHexadecimal = true
    private var isFilled = false

    /// The columns of a table, up to a damaged row; nil if none can have secrets, or rows have another number of cells.
    static func columns(of table: CSVTable, _ widths: ClosedRange<Int>) -> [ColumnCells]? {
        var rows = table, columns: [ColumnCells] = []
        while let row = try? rows.next() {
            if row.isBlank { continue }
            if columns.isEmpty { columns = row.cells.map { _ in ColumnCells() } }
            guard widths ~= row.cells.count, row.cells.count == columns.count else { return nil }
            for (index, cell) in row.cells.enumerated() { columns[index].add(cell) }
            // Most texts end here, in the first line.
            guard columns.contains(where: { $0.evidence.isPossible || $0.isHexadecimal }) else { return nil }
        }
        return columns
    }

    private mutating func add(_ cell: String) {
        evidence.add(cell)
        guard !cell.isBlank else {
            hasGap = true
            return
        }
        isEmpty = false
        hasSecret = hasSecret || SecretEvidence.canBeSecret(cell) || Leftover.Kind(in: cell) != nil
        let text = cell.trimmingWhitespace
        isParameter =
            isParameter
            && (text.utf8.allSatisfy { $0 &- 48 < 10 } || OTPKind(field: text) != nil
                || (try? OTPAlgorithm(named: text)) != nil)
        hasOnlyAddresses = hasOnlyAddresses && text.utf8.contains(UInt8(ascii: "@"))
        guard !TypedSecret.isNothing(cell) else { return }
        isFilled = true
        areHexadecimal =
            areHexadecimal && SecretEvidence.isSecret(cell, in: .hex)
            && cell.utf8.contains { ASCII.lowercased($0) &- 97 < 6 }
    }

    private var isHexadecimal: Bool { isFilled && areHexadecimal }

    /// How the secrets are written that the column seems to have; nil if it does not seem to have any.
    var encoding: SecretEncoding? { isHexadecimal ? .hex : evidence.isConvincing ? .base32 : nil }
}
