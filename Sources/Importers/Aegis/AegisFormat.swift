import TOTPDomain

/// Aegis's vault export, plain or encrypted (`Docs/formats/aegis.md`).
package struct AegisFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "aegis",
            app: "Aegis",
            file: "JSON",
            encryption: .optional,
            exportSteps: .menu("Settings › Import & Export › Export, format Aegis (.JSON)")
        )
    }

    private static let members = KnownMembers(
        "type name issuer info secret algo digits period counter pin key")

    package func recognizes(_ content: SourceContent) -> Bool {
        content.jsonOutline.map { $0.shape == .object && $0.has("header", "db") } ?? false
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text, entries = ["db", "entries"]
        return try FormatVersion("Aegis version", to: AegisFile.version, at: ["version"], in: text)
            .reading(accountsAt: entries) { () throws(SourceError) in
                try contentVersion(in: ["db"], of: text).reading(accountsAt: entries) { () throws(SourceError) in
                    try document(request)
                }
            }
    }

    private func contentVersion(in path: [String], of text: [UInt8]) -> FormatVersion {
        FormatVersion("Aegis content version", to: AegisContent.version, at: path + ["version"], in: text)
    }

    private func document(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONFile.decode(AegisFile.self, from: request.content.text)
        switch (file.db, file.header.isPlain) {
        case (.content(let content), true):
            return try document(content, at: ["db", "entries"], in: request.content.text, request.limits)
        case (.encrypted(let ciphertext), false):
            let text = try AegisEncryption(file.header).open(ciphertext, request.passphrase, request.limits)
            return try contentVersion(in: [], of: text).reading(accountsAt: ["entries"]) { () throws(SourceError) in
                try document(JSONFile.decode(AegisContent.self, from: text), at: ["entries"], in: text, request.limits)
            }
        default:
            throw .damaged("its header and its content contradict each other")
        }
    }

    private func document(
        _ content: AegisContent, at path: [String], in text: [UInt8], _ limits: ImportLimits
    ) throws(SourceError) -> ImportedDocument {
        let groups = content.groupNames
        let document = try ImportedDocument(
            format: description.id, list: content.entries, at: path, in: text, limits
        ) { entry, draft in
            draft.tags = (entry.groups.value() ?? []).compactMap { groups[$0] } + [entry.group.orEmpty]
        }
        return naming(unread: Self.members, in: text, document)
    }
}
