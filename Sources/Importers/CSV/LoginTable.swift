import AppFormats
import Encodings
import TOTPDomain

/// A table of logins, with the columns that have one-time passwords.
struct LoginTable: Sendable {
    let columns: LoginTableColumns
    /// The columns of one-time passwords.
    private(set) var keys: [Int]
    /// Before its first row.
    let rows: CSVTable

    /// Whether it has one-time passwords: in a column for them, or as links in another one.
    private(set) var isUsable: Bool

    /// Reads the header, and all cells if the header alone does not tell.
    ///
    /// - Throws: ``SourceError`` as ``CSVTable``.
    init(_ text: [UInt8]) throws(SourceError) {
        rows = try CSVTable(text, delimiter: CSVReader.delimiter(of: text.span))
        columns = LoginTableColumns(rows.header)
        keys = columns.keys
        isUsable = columns.hasLogin && !keys.isEmpty
        guard keys.isEmpty, columns.hasLogin, !(columns.possibleKeys + columns.passwords).isEmpty else { return }
        var evidence = columns.possibleKeys.map { (column: $0, cells: KeyEvidence()) }
        var hasLink = false
        var rows = rows
        while let row = try rows.next() {
            for index in evidence.indices { evidence[index].cells.add(row.cell(evidence[index].column)) }
            hasLink = hasLink || row.cells.contains(where: LoginTableCell.isLink)
        }
        keys = evidence.filter(\.cells.isConvincing).map(\.column)
        isUsable = !keys.isEmpty || (hasLink && !columns.passwords.isEmpty)
    }

    func entry(_ row: CSVTable.Row) -> LoginEntry {
        var entry = LoginEntry()
        entry.title = text(columns.titles, row)
        entry.userName = text(columns.users, row)
        entry.address = text(columns.addresses, row)
        var secrets: Set<[UInt8]> = []
        for (index, cell) in row.cells.enumerated() where !LoginTableCell.isEmpty(cell) {
            // In other columns only a link is one; our own table has none there.
            guard keys.contains(index) || (!columns.isOwn && LoginTableCell.isLink(cell)) else { continue }
            if LoginTableCell.isCode(cell) {
                entry.add(
                    rejection: EntryError(
                        .secretTooShort, "the one-time password is a code, not a secret or a link"))
            } else if LoginTableCell.secret(cell).map({ secrets.insert($0).inserted }) ?? true {
                entry.add(key: cell)
            }
        }
        entry.note = text(columns.notes, row)
        entry.tags = columns.tags.flatMap { TagList.split(CSVWriter.restoringFormula(row.cell($0))) }
        let favorite = columns.favorites.lazy.map { row.cell($0) }.first { !$0.isBlank } ?? ""
        entry.isFavorite = ["1", "true", "yes"].contains(favorite.trimmingWhitespace.lowercased())
        return entry
    }

    /// The first cell that is not empty.
    private func text(_ indices: [Int], _ row: CSVTable.Row) -> String {
        CSVWriter.restoringFormula(indices.lazy.map { row.cell($0) }.first { !$0.isBlank } ?? "")
    }
}

/// Whether the cells of a column with an ambiguous name are one-time passwords.
private struct KeyEvidence: Sendable {
    private var hasOther = false
    /// Words such as `authenticator` are also base32, but have no digits.
    private var hasSure = false

    var isConvincing: Bool { hasSure && !hasOther }

    mutating func add(_ cell: String) {
        guard !LoginTableCell.isEmpty(cell) else { return }
        if LoginTableCell.isLink(cell) {
            hasSure = true
        } else if LoginTableCell.looksLikeSecret(cell) {
            hasSure = hasSure || cell.utf8.contains { $0 &- 48 < 10 }
        } else {
            hasOther = true
        }
    }
}

/// What a cell in the place of a one-time password is.
enum LoginTableCell {
    static func isEmpty(_ cell: String) -> Bool {
        cell.isBlank || ["-", "none", "null", "n/a"].contains(cell.trimmingWhitespace.lowercased())
    }

    /// Whether it starts with an otpauth link.
    static func isLink(_ cell: String) -> Bool {
        guard let start = cell.utf8.firstIndex(where: { !ASCII.isWhitespace($0) }) else { return false }
        return cell.utf8[start...].prefix(10).lazy.map(ASCII.lowercased).elementsEqual("otpauth://".utf8)
    }

    /// Digits and spaces: the code that somebody's app showed.
    static func isCode(_ cell: String) -> Bool {
        let cell = cell.trimmingWhitespace
        return 4...9 ~= cell.utf8.count && cell.unicodeScalars.allSatisfy { $0.isSpace || "0"..."9" ~= $0 }
    }

    /// At least 16 characters of base32; spaces, hyphens and padding do not count.
    static func looksLikeSecret(_ cell: String) -> Bool {
        let digits = cell.utf8.filter { !ASCII.isWhitespace($0) && $0 != ASCII.hyphen && $0 != ASCII.equals }
        return digits.count >= 16 && digits.allSatisfy { ASCII.lowercased($0) &- 97 < 26 || 50...55 ~= $0 }
    }

    /// The secret of a link or of base32; nil if there is none.
    static func secret(_ cell: String) -> [UInt8]? {
        let bytes = Array(cell.trimmingWhitespace.utf8)
        if let reading = try? KeyURI.read(bytes.span) { return reading.item.secret.bytes }
        return try? OTPSecret.bytes(base32: bytes.span)
    }
}

extension CSVTable.Row {
    /// The cell at an index, "" if the row is too short.
    func cell(_ index: Int) -> String { index < cells.count ? cells[index] : "" }
}
