import Encodings
import FormatEngine
import TOTPDomain

/// Issuer and name of a guessed record, and the names that are left over.
struct GuessedNames: Sendable {
    private(set) var issuer = ""
    private(set) var name = ""
    /// The address of the site, or the text in its place, for a record without an issuer.
    private(set) var address = ""
    /// Other names, with their columns: they go to the note, so that nothing is lost.
    private(set) var rest: [String] = []

    /// - Parameter link: the names in the record's link, which count.
    init(_ row: CSVTable.Row, _ columns: GuessedColumns, link: (issuer: String, name: String)? = nil) {
        var used: Set<Int> = []
        func first(_ indices: [Int]) -> String {
            guard let index = indices.first(where: { !used.contains($0) && !Self.isNothing(row.cell($0)) }) else {
                return ""
            }
            used.insert(index)
            return CSVWriter.restoringFormula(row.cell(index))
        }
        let ownIssuers = columns.columns(.issuer, of: row)
        issuer = first(columns.issuers(of: row))
        name = first(columns.names(of: row).filter { columns.isPersonal($0) || !Self.isSame(row.cell($0), issuer) })
        // The program's own table has names as they are, also in its links.
        if columns.isOwn {
            if let link { (issuer, name) = link }
            return
        }
        let isAlone = (issuer.isBlank || name.isBlank) && columns[.password].isEmpty
        let hasAddress = columns[.address].contains { !row.cell($0).isBlank && !row.cell($0).isLink }
        if isAlone, !ownIssuers.isEmpty {
            // An empty issuer also counts, unless the name has both.
            if issuer.isBlank, name.utf8.contains(ASCII.colon) { split(name) }
        } else if isAlone, !hasAddress, columns[.user].allSatisfy({ row.cell($0).isBlank }) {
            split(issuer + name)
        } else if isAlone, name.isBlank, Self.isMailAddress(issuer) {
            (issuer, name) = ("", issuer)
        }
        if ownIssuers.isEmpty, issuer.isBlank {
            address = first(columns[.address].filter { !row.cell($0).isLink })
        }
        if let link {
            if !link.issuer.isBlank { issuer = link.issuer }
            if !link.name.isBlank { name = link.name }
            // Names that are not in the link are left over.
            used = []
        }
        let others =
            columns.ofNames + columns[.address].filter { !SiteAddress.isAddress(row.cell($0)) }
        for index in others.sorted() where !used.contains(index) && !row.cell(index).isBlank {
            let text = CSVWriter.restoringFormula(row.cell(index)).trimmingWhitespace
            if !isSaid(text), !text.isLink {
                rest.append("\(columns.header[index].trimmingWhitespace): \(text)")
            }
        }
    }

    private mutating func split(_ text: String) {
        let names = OneName(text)
        (issuer, name) = (names.issuer, names.name)
    }

    /// Whether a cell has nothing, or what tools write for it.
    private static func isNothing(_ text: String) -> Bool { text.isBlank || text.trimmingWhitespace == "-" }

    /// Whether a text has nothing, or issuer, name or both, as in `Acorn: alice`.
    private func isSaid(_ text: String) -> Bool {
        if Self.isNothing(text) || Self.isSame(text, issuer) || Self.isSame(text, name) { return true }
        let names = OneName(text)
        return !names.issuer.isEmpty && !names.name.isEmpty && Self.isSame(names.issuer, issuer)
            && Self.isSame(names.name, name)
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        one.trimmingWhitespace.lowercased() == other.trimmingWhitespace.lowercased()
    }

    private static func isMailAddress(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "@")) && !text.trimmingWhitespace.unicodeScalars.contains(where: \.isSpace)
    }
}
