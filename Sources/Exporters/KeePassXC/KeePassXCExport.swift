import Encodings
import Importers
import Platform
import TOTPDomain

/// KeePassXC's CSV export, which its import wizard reads (`Docs/formats/keepassxc.md`).
///
/// Cells that a spreadsheet would take for formulas stay as they are: KeePassXC would show the apostrophe that prevents
/// it. The format `csv` is the one for spreadsheets.
package struct KeePassXCExport: ExportFormat {
    package init() {}

    package var description: ExportDescription {
        ExportDescription(
            id: "keepassxc",
            group: .passwordManager,
            app: "KeePassXC",
            file: "CSV", fileExtension: "csv",
            protection: .none,
            capabilities: KeePassXCEntry.capabilities(details: [.note]),
            importSteps: .menu("Database › Import › CSV File; it creates a new database.")
        )
    }

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description, storing: PlainText.storable)
        let links = selection.keePassXCLinks()
        selection.recordLineBreaks()
        selection.recordBlankNotes()
        var bytes: [UInt8] = []
        CSVWriter.append(KeePassXCColumn.allCases.map(\.rawValue), to: &bytes, style: .quoted)
        for (account, link) in zip(selection.accounts, links) {
            let cells = KeePassXCColumn.allCases.map { Self.cell($0, of: account.item, link) }
            CSVWriter.append(cells, to: &bytes, style: .quoted)
        }
        return selection.export("keepassxc.csv", bytes)
    }

    private static func cell(_ column: KeePassXCColumn, of item: TOTPItem, _ link: String) -> String {
        switch column {
        case .group: KeePassXCColumn.root
        case .title: item.title
        case .username: item.name
        case .notes: item.note ?? ""
        case .link: link
        case .icon: "0"
        case .modified: item.updatedAt.formatted(.iso8601)
        case .created: item.createdAt.formatted(.iso8601)
        case .password, .address: ""
        }
    }
}
