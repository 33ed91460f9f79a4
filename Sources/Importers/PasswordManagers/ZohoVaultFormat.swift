import Encodings
import FormatEngine
import TOTPDomain

/// Zoho Vault's CSV (`Docs/formats/zoho-vault.md`).
package struct ZohoVaultFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "zoho-vault",
        group: .passwordManager,
        app: "Zoho Vault",
        file: "CSV",
        exportSteps: .menu("Tools › Export secrets, in the Zoho Vault format, as CSV")
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        let columns = content.csvColumns
        return columns.contains("secretdata")
            && (columns.contains("password name") || columns.contains("secret name"))
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try ImportedDocument(
            format: description.id, logins: CSVTable(request.content.text), columns: ["secretdata"],
            known: Self.known, request.limits
        ) { row in
            /// The cell under the current name of a column, or under its older name.
            func cell(_ column: String, or older: String) -> String { row[column].isBlank ? row[older] : row[column] }
            var entry = LoginEntry()
            entry.title = cell("password name", or: "secret name")
            entry.userName = Self.value(of: "User Name", in: row["secretdata"])
            entry.address = cell("password url", or: "secret url")
            entry.add(oneOf: ["totp", "login_totp"].map { ($0, row[$0]) }, in: "Zoho Vault")
            entry.customFields.look(inLines: row["secretdata"])
            entry.customFields.look(inLines: row["customdata"])
            // No account has the description.
            entry.customFields.look(inNote: row["description"], isLost: true)
            entry.note = row["notes"]
            entry.tags = [cell("folder name", or: "chambername")] + row["tags"].split(separator: ",").map(String.init)
            entry.isFavorite = entry.flag(row["favorite"], named: "favorite")
            return entry
        }
    }

    /// All columns that Zoho Vault writes, in its current and its older form.
    private static let known = [
        "password name", "secret name", "description", "password url", "secret url", "secretdata", "notes",
        "customdata", "tags", "classification", "favorite", "totp", "login_totp", "login_password", "folder name",
        "chambername",
    ]

    /// The value in lines of `LABEL:VALUE`, "" if the label is missing.
    private static func value(of label: String, in text: String) -> String {
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, String(parts[0]).trimmingWhitespace == label {
                return String(parts[1]).trimmingWhitespace
            }
        }
        return ""
    }
}
