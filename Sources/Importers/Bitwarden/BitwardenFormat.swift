import AppFormats
import TOTPDomain

/// Bitwarden's vault export: JSON, plain or with a password, and CSV (`Docs/formats/bitwarden.md`).
package struct BitwardenFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "bitwarden",
            group: .passwordManager,
            app: "Bitwarden",
            file: "JSON, CSV, or zip with attachments",
            encryption: .optional,
            exportSteps: "Settings › Export vault, format .json, .csv or .json (Encrypted) of type Password protected"
        )
    }

    /// In the archive of an export with attachments.
    private static let archivedFile = "data.json"

    package func recognises(_ content: SourceContent) -> Bool {
        if content.kind == .zip {
            return ArchivedExport.has(content, with: { $0.hasPrefix("attachments/") }) { $0 == Self.archivedFile }
        }
        if let outline = content.jsonOutline {
            return outline.shape == .object && outline.has("encrypted")
                && (outline.has("items") || outline.has("data"))
        }
        return content.csvColumns.isSuperset(of: [BitwardenColumn.key.rawValue, BitwardenColumn.password.rawValue])
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if request.content.kind == .zip {
            var request = request
            request.content = try ArchivedExport.content(of: request, Self.archivedFile) { $0 == Self.archivedFile }
            return try Self.readJSON(request, as: description.id)
        }
        guard request.content.jsonOutline != nil else {
            return try ImportedDocument(
                format: description.id, table: try CSVTable(request.content.text),
                columns: [BitwardenColumn.key.rawValue],
                request.limits, account: { BitwardenRow($0) })
        }
        return try Self.readJSON(request, as: description.id)
    }

    static func readJSON(_ request: ImportRequest, as format: FormatID) throws(SourceError) -> ImportedDocument {
        var text = request.content.text
        var file = try JSONFile.decode(BitwardenFile.self, from: text)
        if file.isPasswordProtected {
            text = try BitwardenEncryption(file).open(request.passphrase, request.limits)
            file = try JSONFile.decode(BitwardenFile.self, from: text)
        } else if file.encrypted.value() == true {
            throw SourceError(
                .accountRestricted,
                "only your Bitwarden account has its key, no passphrase opens it; export it again as "
                    + "\"Password protected\", or as plain .json")
        }
        guard let items = file.items.value() else {
            throw SourceError(.corrupt, "the file is damaged: items is missing or not a list; export it again")
        }
        let groups = file.groupNames
        return try ImportedDocument(format: format, list: items, at: ["items"], in: text, request.limits) {
            item, draft in draft.tags = item.groups.compactMap { groups[$0] }
        }
    }
}
