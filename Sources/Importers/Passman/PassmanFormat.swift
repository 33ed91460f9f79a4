import Encodings
import TOTPDomain

/// The exports of Passman for Nextcloud: JSON, and CSV whose cells are JSON (`Docs/formats/passman.md`).
package struct PassmanFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "passman",
            group: .passwordManager,
            app: "Passman (Nextcloud)",
            file: "JSON or CSV",
            encryption: .never,
            exportSteps: .menu("Passman › Settings › Export credentials, as JSON (or CSV)")
        )
    }

    /// A custom field has a label and a value, and a tag a text.
    private static let members = KnownMembers(
        "label username email otp type issuer secret algorithm period digits qrData description tags text user_id")
    private static let columns = ["label", "custom_fields", "otp"]
    private static let knownColumns = columns + ["username", "email", "description", "tags", "delete_time"]

    package func recognises(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline else { return content.csvColumns.isSuperset(of: Self.columns) }
        return outline.shape == .array && outline.has("credential_id", "custom_fields", "label", "otp")
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        guard request.content.jsonOutline != nil else {
            let table = try CSVTable(text)
            return try ImportedDocument(
                format: description.id, logins: table, columns: Self.columns,
                unread: UnreadColumns(table.header, known: Self.knownColumns), request.limits
            ) { PassmanCredential(row: $0).entry }
        }
        let file = try JSONValue(text: text)
        guard file.kind == .array else {
            throw SourceError.damaged("its outermost value is not a list")
        }
        let document = try ImportedDocument(
            format: description.id, entries: file.elements, at: [], in: text, request.limits
        ) { PassmanCredential($0).entry }
        return naming(unread: Self.members, in: text, document)
    }
}
