import Encodings
import FormatEngine
import TOTPDomain

/// Padloc's encrypted export (`Docs/formats/padloc.md`).
package struct PadlocFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "padloc",
        group: .passwordManager,
        app: "Padloc",
        file: "JSON, encrypted, .pbes2",
        encryption: .always,
        exportSteps: .menu("Settings › Export, as Encrypted Container; the CSV is read as csv")
    )

    /// All of a decrypted vault, with its items, fields and attachments.
    private static let members = KnownNames(
        """
        kind version id items icon type fields value tags updated updatedBy lastUsed expiresAfter favorited \
        history attachments auditResults created revision owner org accessors creator members size auditDate
        """, texts: "name", list: "items")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject else { return false }
        return outline.members["encryptionParams"] == .object && outline.members["keyParams"] == .object
            && outline.has("encryptedData")
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let container = try PadlocContainer(try JSONValue(text: request.content.text))
        let text = try container.open(request.passphrase, request.limits)
        let items = try JSONValue(text: text).list("items").map(Self.item)
        return try logins(items, at: ["items"], in: text, request.limits, knowing: Self.members, entry: Self.entry)
    }

    /// Very old exports have items as strings of JSON.
    private static func item(_ item: JSONValue) -> JSONValue {
        guard item.kind == .string, let inner = try? JSONValue(text: Array(item.name.utf8)) else { return item }
        return inner
    }

    private static func entry(_ item: JSONValue) throws(EntryError) -> LoginEntry {
        var entry = LoginEntry(), fields = LoginFields()
        entry.title = try item["name"].name
        for field in try item["fields"].elements {
            let type = try fields.add(field), value = try field["value"]
            entry.add(value, named: try field["name"].name, isKey: type == "totp" || value.name.isLink)
        }
        entry.userName = fields.first("username", "email")
        entry.address = fields.first("url")
        entry.note = fields.first("note")
        entry.tags = try item["tags"].elements.map(\.name)
        return entry
    }
}
