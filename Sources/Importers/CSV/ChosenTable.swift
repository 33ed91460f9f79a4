import Encodings
import TOTPDomain

/// A table of which the user says what its columns contain.
enum ChosenTable {
    /// - Throws: ``SourceError`` with `unrecognised` if it has no such column.
    static func find(
        _ choice: TableColumns, _ encoding: SecretEncoding?, in text: [UInt8]
    ) throws(SourceError) -> LoginTable {
        for rows in try DrawnTables(text).tables {
            if let columns = indices(of: choice, in: rows.header) { return table(rows, columns, encoding) }
        }
        var best: (start: TableStart, columns: [TableColumns.Role: Int])?
        for start in TableStart.all(in: text) {
            guard let columns = indices(of: choice, in: start.header) else { continue }
            if let best, best.start.header.count >= start.header.count { continue }
            best = (start, columns)
        }
        guard let (start, columns) = best else { throw missing(choice, TableStart.find(in: text)) }
        let isData = choice.hasOnlyNumbers && isSecret(start.header, columns, encoding)
        let rows =
            isData
            ? CSVTable(rowsOf: text, delimiter: start.delimiter)
            : try CSVTable(text, delimiter: start.delimiter, titleRows: start.titleRows)
        return table(rows, columns, encoding)
    }

    private static func table(
        _ rows: CSVTable, _ columns: [TableColumns.Role: Int], _ encoding: SecretEncoding?
    ) -> LoginTable {
        let width = max(rows.header.count, (columns.values.max() ?? 0) + 1)
        var names = Array(repeating: "", count: width)
        for (role, index) in columns { names[index] = name(of: role) }
        var keys: [Int: SecretEncoding] = [:]
        if let index = columns[.otpauth] { keys[index] = .base32 }
        if let index = columns[.secret] {
            let isHex = index < rows.header.count && AccountPart(named: rows.header[index]) == .hexKey
            keys[index] = encoding ?? (isHex ? .hex : .base32)
        }
        return LoginTable(rows, LoginTableColumns(names), keys: keys)
    }

    /// A name that means the role and nothing else.
    private static func name(of role: TableColumns.Role) -> String {
        switch role {
        case .name: "username"
        case .secret: "base32"
        case .issuer, .otpauth, .type, .algorithm, .digits, .period, .counter: role.rawValue
        }
    }

    /// - Returns: nil if the header has no such column, or one of them twice.
    private static func indices(of choice: TableColumns, in header: [String]) -> [TableColumns.Role: Int]? {
        var indices: [TableColumns.Role: Int] = [:]
        for (role, column) in choice.columns {
            let index: Int? =
                switch column {
                case .number(let number): number <= header.count ? number - 1 : nil
                case .name(let name):
                    header.firstIndex { $0.trimmingWhitespace == name }
                        ?? header.firstIndex { isSame($0, name) }
                }
            guard let index, !indices.values.contains(index) else { return nil }
            indices[role] = index
        }
        return indices
    }

    /// Whether two names of columns differ only in what does not matter.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let folded = AccountPart.folded(one)
        return !folded.isEmpty && folded == AccountPart.folded(other)
    }

    /// Whether a first row has a secret where the others have theirs: then it is not a header.
    private static func isSecret(
        _ cells: [String], _ columns: [TableColumns.Role: Int], _ encoding: SecretEncoding?
    ) -> Bool {
        guard let index = columns[.secret] ?? columns[.otpauth], index < cells.count else { return false }
        return SecretEvidence.isLink(cells[index]) || SecretEvidence.isSecret(cells[index], in: encoding ?? .base32)
    }

    /// The header is shown only if it is one: a first row may also have secrets or passwords.
    private static func missing(_ choice: TableColumns, _ start: TableStart?) -> SourceError {
        guard let header = start?.header, LoginTableColumns(header).knownCount > 0,
            !header.contains(where: { $0.looksLikeSecret })
        else {
            return SourceError(.unrecognised, "the table has no such columns", "name them by numbers, from 1")
        }
        let names = header.map { "\"\($0.trimmingWhitespace.printable(limit: 30))\"" }.prefix(20)
        return SourceError(
            .unrecognised,
            "the table has not all of the columns that --columns names; its columns are "
                + names.joined(separator: ", ") + (header.count > 20 ? ", …" : ""))
    }
}
