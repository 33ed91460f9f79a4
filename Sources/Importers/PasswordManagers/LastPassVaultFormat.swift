import Encodings
import FormatEngine
import TOTPDomain

/// The CSV of LastPass's vault (`Docs/formats/lastpass-vault.md`).
package struct LastPassVaultFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "lastpass-vault",
        group: .passwordManager,
        app: "LastPass",
        file: "CSV",
        exportSteps: .menu("Browser extension › Account options › Advanced › Export, format CSV")
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        content.csvColumns.isSuperset(of: ["url", "extra", "grouping", "name"])
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        var isDamaged = false
        var document = try ImportedDocument(
            format: description.id, logins: CSVTable(request.content.text), columns: ["name", "extra"],
            known: Self.columns, request.limits
        ) { row in
            // The rest of a row that a note without quotes has broken. Its cells are in wrong columns.
            guard row.cells.count >= Self.fewestCells else {
                isDamaged = true
                return LoginEntry()
            }
            return Self.entry(row)
        }
        if isDamaged {
            document.warnings.append(
                "the file is damaged: notes with line breaks are not quoted, so some entries have no title, note or folder"
            )
        }
        if document.entries.isEmpty, !document.warnings.isEmpty {
            document.warnings.append(
                Warning(
                    "codes of LastPass Authenticator are not in the vault",
                    "export them in that app: Settings › Transfer accounts › Export accounts to file"))
        }
        return document
    }

    /// All columns that LastPass writes; attachments only if there are some.
    private static let columns = [
        "url", "username", "password", "totp", "extra", "name", "grouping", "fav", "attachments",
    ]

    /// Up to the note, which is the cell that breaks.
    private static let fewestCells = 5

    private static func entry(_ row: CSVTable.Row) -> LoginEntry {
        var entry = LoginEntry(row, title: "name", key: "totp", note: "extra")
        // The address of a secure note is not a host.
        if entry.address.trimmingWhitespace == "http://sn" { entry.address = "" }
        entry.tags = [row["grouping"].split(separator: "\\").joined(separator: "/")]
        entry.isFavorite = entry.flag(row["fav"], named: "fav")
        return entry
    }
}
