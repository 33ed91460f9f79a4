import Encodings
import TOTPDomain

/// A seed list of OATH hardware tokens, as administrators upload it to Microsoft Entra ID
/// (`Docs/formats/oath-token-csv.md`).
package struct OATHTokenFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "oath-token-csv",
            group: .file,
            app: "hardware tokens (Microsoft Entra)",
            file: "CSV, seed list",
            encryption: .never,
            exportSteps: "Ask the vendor of the tokens for the seed list as CSV with base32 secrets."
        )
    }

    package func recognises(_ content: SourceContent) -> Bool {
        let columns = OATHTokenRow.columns(of: content.csvHeader)
        return OATHTokenRow.needed.allSatisfy { columns[$0] != nil }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        let table = try CSVTable(text, delimiter: CSVReader.delimiter(of: text.span))
        let columns = OATHTokenRow.columns(of: table.header)
        for missing in OATHTokenRow.needed where columns[missing] == nil {
            throw SourceError(.corrupt, "the file is damaged: it has no column \(missing); ask for it again")
        }
        return try ImportedDocument(
            format: description.id, table: table, columns: [], known: OATHTokenRow.known(of: table.header),
            request.limits
        ) { row in OATHTokenRow(row, columns) }
    }
}
