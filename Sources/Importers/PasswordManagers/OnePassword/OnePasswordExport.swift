import Encodings
import FormatEngine
import TOTPDomain

/// The CSV that 1Password 8 exports and imports (`Docs/formats/onepassword.md`).
///
/// Cells that a spreadsheet would take for formulas stay as they are: 1Password would show the apostrophe that prevents
/// it. The format `csv` is for spreadsheets.
package struct OnePasswordExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: OnePasswordFormat(),
        file: "CSV", fileExtension: "csv",
        protection: .none,
        capabilities: ExportCapabilities(
            kinds: [.totp: .init()], details: [.note, .favorite], cautions: [.lineBreaks("1Password")]),
        importSteps: "On 1Password.com: your name › Import, then choose CSV."
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description, storing: PlainText.storable)
        let links = selection.titledLinks()
        selection.recordBlankNotes()
        selection.recordLineBreaks()
        return selection.export("onepassword.csv", selection.table(links, style: .standardWithLF, Self.cell))
    }

    private static func cell(_ column: OnePasswordColumn, of account: Account, _ link: String) -> String {
        switch column {
        case .title: account.title
        case .username: account.name
        case .link: link
        case .favorite: account.isFavorite ? "true" : "false"
        case .archived: "false"
        case .notes: account.note ?? ""
        case .address, .password, .tags: ""
        }
    }
}
