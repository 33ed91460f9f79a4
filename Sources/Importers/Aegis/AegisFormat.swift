import AppFormats
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
            exportSteps: "Settings › Import & Export › Export, format Aegis (.JSON)"
        )
    }

    private static let members = KnownMembers(
        "type name issuer info secret algo digits period counter pin key")

    package func recognises(_ content: SourceContent) -> Bool {
        content.jsonOutline.map { $0.shape == .object && $0.has("header", "db") } ?? false
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONFile.decode(AegisFile.self, from: request.content.text)
        guard file.version ?? 1 <= AegisFile.version else {
            throw SourceError(
                .unsupportedVersion,
                "an Aegis vault of version \(file.version ?? 0), this program reads version 1; update totp-import")
        }
        let content: AegisContent
        let text: [UInt8], path: [String]
        switch (file.db, file.header.isPlain) {
        case (.content(let plain), true):
            (content, text, path) = (plain, request.content.text, ["db", "entries"])
        case (.encrypted(let ciphertext), false):
            text = try AegisEncryption(file.header).open(ciphertext, request.passphrase, request.limits)
            (content, path) = (try JSONFile.decode(AegisContent.self, from: text), ["entries"])
        default:
            throw SourceError(.corrupt, "the file is damaged: its header and its content contradict each other")
        }
        let groups = content.groupNames
        let document = try ImportedDocument(
            format: description.id, list: content.entries, at: path, in: text, request.limits
        ) { entry, draft in
            draft.tags = (entry.groups.value() ?? []).compactMap { groups[$0] } + [entry.group.orEmpty]
        }
        return naming(unread: Self.members, in: text, document)
    }
}
