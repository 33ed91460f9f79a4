import Encodings
import FormatEngine
import TOTPDomain

extension LoginEntry {
    /// Takes issuer, name and address of a guessed record.
    ///
    /// - Parameter link: the names in the record's link, which count.
    /// - Returns: other names, with their columns: they go to the note, so that nothing is lost.
    mutating func takeNames(
        of row: CSVTable.Row, _ columns: GuessedColumns, link: (issuer: String, name: String)?
    ) -> [String] {
        var used: Set<Int> = []
        func first(_ indices: [Int]) -> String {
            guard let index = indices.first(where: { !used.contains($0) && !Self.isNothing(row.cell($0)) }) else {
                return ""
            }
            used.insert(index)
            return CSVWriter.restoringFormula(row.cell(index))
        }
        let ownIssuers = columns.columns(.issuer, of: row), (issuers, names) = columns.names(of: row)
        title = first(issuers)
        userName = first(names.filter { columns.isPersonal($0) || !Self.isSame(row.cell($0), title) })
        // The program's own table has names as they are, also in its links.
        if columns.isOwn {
            if let link { (title, userName) = link }
            return []
        }
        let isAlone = (title.isBlank || userName.isBlank) && columns[.password].isEmpty
        let hasAddress = columns[.address].contains { !row.cell($0).isBlank && !row.cell($0).isLink }
        if isAlone, !ownIssuers.isEmpty {
            // An empty issuer also counts, unless the name has both.
            if title.isBlank, userName.utf8.contains(ASCII.colon) { split(userName) }
        } else if isAlone, !hasAddress, columns[.user].allSatisfy({ row.cell($0).isBlank }) {
            split(title + userName)
        } else if isAlone, userName.isBlank, OneName(title).issuer.isEmpty {
            split(title)
        }
        if ownIssuers.isEmpty, title.isBlank {
            address = first(columns[.address].filter { !row.cell($0).isLink })
        }
        if let link {
            if !link.issuer.isBlank { title = link.issuer }
            if !link.name.isBlank { userName = link.name }
            // Names that are not in the link are left over.
            used = []
        }
        let others =
            columns.ofNames + columns[.address].filter { !SiteAddress.isAddress(row.cell($0)) }
        return others.sorted().compactMap { index in
            let text = CSVWriter.restoringFormula(row.cell(index)).trimmingWhitespace
            if used.contains(index) || isSaid(text) || text.isLink { return nil }
            return "\(columns.header[index].trimmingWhitespace): \(text)"
        }
    }

    private mutating func split(_ text: String) {
        let names = OneName(text)
        (title, userName) = (names.issuer, names.name)
    }

    /// Whether a cell has nothing, or what tools write for it.
    private static func isNothing(_ text: String) -> Bool { text.isBlank || text.trimmingWhitespace == "-" }

    /// Whether a text has nothing, or issuer, name or both, as in `Acorn: alice`.
    private func isSaid(_ text: String) -> Bool {
        if Self.isNothing(text) || Self.isSame(text, title) || Self.isSame(text, userName) { return true }
        let names = OneName(text)
        return !names.issuer.isEmpty && !names.name.isEmpty && Self.isSame(names.issuer, title)
            && Self.isSame(names.name, userName)
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        one.trimmingWhitespace.lowercased() == other.trimmingWhitespace.lowercased()
    }
}
