import Encodings
import LinkReading
import TOTPDomain

/// A table of logins with a column of one-time passwords: of this program, of a password manager, or made by hand
/// (`Docs/formats/csv.md`).
package struct LoginTableFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "csv",
            group: .file,
            app: "spreadsheets, password managers",
            file: "CSV, a table of logins",
            encryption: .never,
            exportSteps: "Export or save as CSV, with a column of one-time passwords such as otpauth or totp."
        )
    }

    /// After all other tables. A table of logins without one-time passwords is also recognized, to say so; but not if
    /// there are links in it, which are then read as a list.
    package func recognises(_ content: SourceContent) -> Bool {
        let columns = LoginTableColumns(content.csvHeader)
        guard columns.hasLogin, !columns.isOfAuthenticator else { return false }
        if !columns.keys.isEmpty { return true }
        guard !(columns.possibleKeys + columns.passwords).isEmpty else { return false }
        if (try? LoginTable(content.text))?.isUsable == true { return true }
        return columns.isOfLogins && !LinkListReader.hasLink(in: content) { _, _ in true }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let table = try LoginTable(request.content.text)
        guard table.isUsable else {
            throw SourceError(
                .unrecognised,
                table.columns.isOfLogins
                    ? "a table of logins without a column of one-time passwords; export with one-time passwords, if the app can"
                    : "the table has no column of one-time passwords; name one otpauth")
        }
        return try ImportedDocument(
            format: description.id, logins: table.rows, request.limits, entry: table.entry)
    }
}
