import Encodings

/// Issuer and name of a row, and the names that are left over.
struct LoginTableNames: Sendable {
    private(set) var issuer = ""
    private(set) var name = ""
    /// The address of the site, for a row without an issuer.
    private(set) var address = ""
    /// Names that are neither: `Account: Main`.
    private(set) var rest: [String] = []

    init(_ row: CSVTable.Row, _ columns: LoginTableColumns) {
        var used: Set<Int> = []
        func first(_ indices: [Int]) -> String {
            guard let index = indices.first(where: { !used.contains($0) && !row.cell($0).isBlank }) else { return "" }
            used.insert(index)
            return CSVWriter.restoringFormula(row.cell(index))
        }
        issuer = first(columns.issuers)
        name = first(columns.names)
        if columns.hasOneName {
            let names = OneName(issuer + name)
            (issuer, name) = (names.issuer, names.name)
        }
        // An issuer that is empty is one as well.
        if columns[.issuer].isEmpty { address = first(columns.addresses) }
        // A password manager's entry has many names, of which only two are the account's.
        let others =
            columns[.issuer] + columns[.account]
            + (columns.passwords.isEmpty ? columns[.title] + columns[.user] : [])
        for index in others.sorted() where !used.contains(index) && !row.cell(index).isBlank {
            let text = CSVWriter.restoringFormula(row.cell(index)).trimmingWhitespace
            if text != issuer.trimmingWhitespace, text != name.trimmingWhitespace {
                rest.append("\(columns.header[index].trimmingWhitespace): \(text)")
            }
        }
    }
}
