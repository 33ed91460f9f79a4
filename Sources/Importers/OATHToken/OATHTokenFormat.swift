import Encodings
import TOTPDomain

/// A seed list of OATH hardware tokens: as administrators upload it to Microsoft Entra ID, as token servers keep it, and
/// as pskc2csv makes it of a PSKC file (`Docs/formats/oath-token-csv.md`).
package struct OATHTokenFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "oath-token-csv",
            group: .file,
            app: "hardware tokens (Entra, LinOTP)",
            file: "CSV, seed list",
            encryption: .never,
            exportSteps: "Ask the vendor of the tokens for the seed list as CSV, with base32 secrets for Entra."
        )
    }

    package func recognises(_ content: SourceContent) -> Bool {
        guard content.kind == .text, content.jsonOutline == nil, !content.isMarkup else { return false }
        let columns = OATHTokenRow.columns(of: content.csvHeader)
        return OATHTokenRow.needed.allSatisfy { columns[$0] != nil } || PSKCTableRow.matches(content)
            || HexTokenList(content.text) != nil
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        if PSKCTableRow.matches(request.content) { return try PSKCTableRow.document(description.id, request) }
        if let list = HexTokenList(text) { return try list.document(description.id, request.limits) }
        let table = try CSVTable(text, delimiter: CSVReader.delimiter(of: text.span))
        let columns = OATHTokenRow.columns(of: table.header)
        for missing in OATHTokenRow.needed where columns[missing] == nil {
            throw .damaged("it has no column \(missing)", .text("ask for it again"))
        }
        return try ImportedDocument(
            format: description.id, table: table, columns: [], known: OATHTokenRow.known(of: table.header),
            request.limits
        ) { row in OATHTokenRow(row, columns) }
    }
}
