import Encodings
import FormatEngine
import TOTPDomain

/// A table for spreadsheets and for password managers that import tables (`Docs/formats/csv.md`).
///
/// A cell that a spreadsheet would take for a formula has an apostrophe in front. The link has the names as they are.
package struct CSVExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: LoginTableFormat(),
        file: "CSV, a table of logins", fileExtension: "csv",
        protection: .none,
        capabilities: .everything.without(.token).adding([.lineBreaks("Some programs")]),
        importSteps: "Import the file as CSV; the column otpauth is the one-time password, TOTP or 2FA field."
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(
            request, for: description, named: "a table of logins", storing: PlainText.storable)
        let links = selection.links()
        selection.recordLineBreaks()
        selection.recordBlankNotes()
        selection.recordTags(TagList.limit) { TagList.storable($0.tags) }
        let table = selection.table(links) { CSVWriter.withoutFormula(Self.cell($0, of: $1, $2)) }
        return selection.export("accounts.csv", table)
    }

    private static func cell(_ column: LoginColumn, of account: Account, _ link: String) -> String {
        switch column {
        // A name here would be read as the issuer of a link without an issuer.
        case .title: account.issuer
        case .username: account.name
        case .otpauth: link
        case .notes: account.note ?? ""
        case .tags: TagList.join(TagList.storable(account.tags))
        case .favorite: account.isFavorite ? "1" : ""
        }
    }
}
