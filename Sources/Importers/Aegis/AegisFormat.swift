public import TOTPDomain

/// Aegis's vault export, plain or encrypted (`formats/aegis.md`).
public struct AegisFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "aegis",
            app: "Aegis",
            file: "JSON",
            encryption: .optional,
            exportSteps: "Settings › Import & Export › Export, format Aegis (.JSON)"
        )
    }

    public func recognises(_ content: SourceContent) -> Bool {
        content.jsonOutline.map { $0.shape == .object && $0.has("header", "db") } ?? false
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONFile.decode(AegisFile.self, from: request.content.text)
        guard file.version ?? 1 <= 1 else {
            throw SourceError(
                .unsupportedVersion, "an Aegis vault of version \(file.version ?? 0); this program reads version 1")
        }
        let content: AegisContent
        switch (file.db, file.header.isPlain) {
        case (.content(let plain), true): content = plain
        case (.sealed(let text), false):
            content = try JSONFile.decode(
                AegisContent.self, from: try AegisEncryption(header: file.header).open(text, request))
        default:
            throw SourceError(.corrupt, "the file is damaged: its header and its content contradict each other")
        }
        try request.limits.check(entries: content.entries.count)
        return content.document(as: description.id)
    }
}
