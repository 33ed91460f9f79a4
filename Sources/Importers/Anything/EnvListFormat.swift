import TOTPDomain

/// Secrets of one-time codes among other settings (`Docs/formats/env-list.md`).
package struct EnvListFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "env-list",
            group: .file,
            app: "settings, .env",
            file: "text, NAME=VALUE per line; YAML of Kubernetes",
            encryption: .never,
            exportSteps: "Name each secret for what it is, as SITE_TOTP_SECRET=SECRET.",
            keepsake: .original("a file of settings")
        )
    }

    /// A list of names and secrets, and of links, is left to their readers.
    package func recognizes(_ content: SourceContent) -> Bool {
        if EnvManifest.hasSecrets(content) { return true }
        guard content.kind == .text, !content.isMarkup, let text = EnvText(content.text) else { return false }
        let list = EnvList(text)
        return list.hasSecrets && (list.isOfVariables || !ListFormat().recognizes(content))
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        var document = try document(request)
        document.lookAtComments(of: request.content)
        return document
    }

    private func document(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if let manifest = EnvManifest(request.content) { return try manifest.document(request, description.id) }
        let text = request.content.text
        guard let list = EnvText(text).map({ EnvList($0) }), !list.isEmpty else {
            throw SourceError(
                .unrecognised, "it has no settings of one-time codes", "write one per line, as SITE_TOTP_SECRET=SECRET")
        }
        let records = EnvText.count(in: text)
        try request.limits.check(records: records)
        return list.document(description.id, records: records) { EntryPosition(line: $0) }
    }
}
