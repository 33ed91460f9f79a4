import Encodings
public import TOTPDomain

/// Proton Pass's exports: JSON, alone or in a zip archive, and CSV (`Docs/formats/proton-pass.md`).
public struct ProtonPassFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "proton-pass",
            group: .passwordManager,
            app: "Proton Pass",
            file: "zip, JSON or CSV",
            encryption: .never,
            exportSteps: "Settings › Export, format ZIP, without a passphrase"
        )
    }

    private static let items = "Proton Pass/data.json", encrypted = "Proton Pass/data.pgp"

    public func recognises(_ content: SourceContent) -> Bool {
        if content.kind == .zip { return ArchivedExport.has(content) { [Self.items, Self.encrypted].contains($0) } }
        if Self.isMessage(content) { return true }
        guard let outline = content.jsonOutline else {
            return content.csvColumns.isSuperset(of: ["type", "totp", "createtime", "modifytime"])
        }
        return outline.shape == .object && outline.members["vaults"] == .object
            && (outline.has("version") || outline.has("userId"))
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        var content = request.content
        if content.kind == .zip {
            let isEncrypted = ArchivedExport.has(content) { $0 == Self.encrypted }
            if isEncrypted, !ArchivedExport.has(content, where: { $0 == Self.items }) { throw Self.unsupported }
            content = try ArchivedExport.content(of: request, Self.items) { $0 == Self.items }
        }
        if Self.isMessage(content) { throw Self.unsupported }
        if content.jsonOutline != nil || request.content.kind == .zip {
            return try readItems(content.text, request.limits)
        }
        return try readCSV(content.text, request.limits)
    }

    /// Whether it is an armored OpenPGP message.
    private static func isMessage(_ content: SourceContent) -> Bool {
        content.kind == .text
            && content.text.prefix(1 << 10).trimmingWhitespace.starts(with: "-----BEGIN PGP MESSAGE-----".utf8)
    }

    private static let unsupported = SourceError(
        .unsupportedVersion, "it is encrypted with PGP; decrypt it first, or export it again without a passphrase")

    private func readItems(_ text: [UInt8], _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        let file = try JSONValue(text: text)
        var items: [(item: JSONValue, vault: String)] = []
        for vault in try file.object("vaults").members {
            let name = vault.value["name"].name
            items += try vault.value.list("items").map { ($0, name) }
        }
        try limits.check(records: items.count)
        var list = LoginList(description.id, limits)
        for (index, (item, vault)) in items.enumerated() {
            let entry = item.kind == .object ? ProtonPassItem.entry(item, inVault: vault) : nil
            try list.add(entry, at: EntryPosition(entry: index + 1))
        }
        return list.finished(records: items.count)
    }

    private func readCSV(_ text: [UInt8], _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        try ImportedDocument(
            format: description.id, logins: try CSVTable(text), columns: ["totp"], limits,
            advice: "Proton Pass's CSV has only one code per entry; the ZIP has them all"
        ) { row in
            var entry = LoginEntry()
            entry.title = row["name"]
            entry.userName = [row["username"], row["email"]].first { !$0.isBlank } ?? ""
            // Several are separated by a comma and a space.
            entry.address = row["url"].split(separator: ",").first.map(String.init) ?? ""
            entry.add(key: row["totp"])
            entry.note = row["note"]
            entry.tags = [row["vault"]]
            return entry
        }
    }
}
