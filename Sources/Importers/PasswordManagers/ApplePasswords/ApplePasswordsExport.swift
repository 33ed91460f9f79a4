import Encodings
import FormatEngine
import TOTPDomain

/// The CSV that Apple Passwords imports (`Docs/formats/apple-passwords.md`).
///
/// Cells that a spreadsheet would take for formulas stay as they are: Apple Passwords would show the apostrophe that
/// prevents it. The format `csv` is for spreadsheets.
package struct ApplePasswordsExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: ApplePasswordsFormat(),
        app: "Apple Passwords",
        fileExtension: "csv",
        protection: .none,
        capabilities: ExportCapabilities(
            kinds: [.totp: .init()], details: [.note], cautions: [.lineBreaks("Apple Passwords")]),
        importSteps:
            .text(
                "On a Mac: Passwords › File › Import Passwords from File; then check that every account is there, as it may "
                    + "skip entries without a website.")
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description, storing: PlainText.storable)
        let links = selection.titledLinks()
        selection.recordBlankNotes()
        selection.recordLineBreaks()
        selection.lose(
            .unverified, "Apple Passwords may skip an entry without a user name; bitwarden and cxf are other ways"
        ) { $0.name.isEmpty }
        return selection.export("passwords.csv", selection.table(links, style: .standardWithLF, Self.cell))
    }

    private static func cell(_ column: ApplePasswordsColumn, of account: Account, _ link: String) -> String {
        switch column {
        case .title: account.title
        case .username: account.name
        case .notes: account.note ?? ""
        case .link: link
        case .address, .password: ""
        }
    }
}
