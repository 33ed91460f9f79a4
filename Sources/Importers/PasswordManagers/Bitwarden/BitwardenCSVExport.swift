import Encodings
import FormatEngine
import TOTPDomain

/// Bitwarden's vault export as CSV (`Docs/formats/bitwarden.md`).
///
/// Cells that a spreadsheet would take for formulas stay as they are: Bitwarden would show the apostrophe that prevents
/// it. The format `csv` is for spreadsheets.
package struct BitwardenCSVExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        id: "bitwarden-csv",
        group: .passwordManager,
        app: "Bitwarden",
        file: "CSV", fileExtension: "csv",
        protection: .none,
        capabilities: BitwardenExport.capabilities.adding([.lineBreaks("Bitwarden")]),
        importSteps: .menu("In the web vault Tools › Import data, file format Bitwarden (csv).")
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description, storing: PlainText.storable)
        let entries = selection.bitwardenEntries(hasServer: true)
        selection.recordLineBreaks()
        let table = selection.table(entries.map(\.key)) { BitwardenEntry(account: $1, key: $2).cell($0) }
        return selection.export("bitwarden.csv", table)
    }
}

extension BitwardenEntry {
    fileprivate func cell(_ column: BitwardenColumn) -> String {
        switch column {
        case .folder: folder ?? ""
        case .favorite: account.isFavorite ? "1" : ""
        case .type: "login"
        case .name: name
        case .notes: account.note ?? ""
        case .reprompt: "0"
        case .username: username
        case .key: key
        case .fields, .address, .password: ""
        }
    }
}
