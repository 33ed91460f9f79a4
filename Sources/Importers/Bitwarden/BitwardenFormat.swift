public import TOTPDomain

/// Bitwarden's vault export: JSON, plain or with a password, and CSV (`formats/bitwarden.md`).
public struct BitwardenFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "bitwarden",
            app: "Bitwarden",
            file: "JSON or CSV",
            encryption: .optional,
            exportSteps: "Settings › Export vault, format .json, .csv or .json (Encrypted) of type Password protected"
        )
    }

    public func recognises(_ content: SourceContent) -> Bool {
        if let outline = content.jsonOutline {
            return outline.shape == .object && outline.has("encrypted")
                && (outline.has("items") || outline.has("data"))
        }
        return content.csvColumns.isSuperset(of: ["login_totp", "login_password"])
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard request.content.jsonOutline != nil else {
            return try BitwardenCSV.read(request, as: description.id)
        }
        return try Self.readJSON(request, as: description.id)
    }

    static func readJSON(_ request: ImportRequest, as format: FormatID) throws(SourceError) -> ImportedDocument {
        var file = try JSONFile.decode(BitwardenFile.self, from: request.content.text)
        if file.isSealed {
            file = try JSONFile.decode(BitwardenFile.self, from: try BitwardenEncryption(file).open(request))
        } else if file.encrypted.value() == true {
            throw SourceError(
                .accountRestricted,
                "only your Bitwarden account holds its key, no passphrase opens it; export it again as "
                    + "“Password protected”, or as plain .json")
        }
        guard let items = file.items.value() else {
            throw SourceError(.corrupt, "the file is damaged: items is missing or no list; export it again")
        }
        try request.limits.check(entries: items.count)
        return BitwardenItems(items: items, groups: file.groupNames).document(as: format)
    }
}
