import Links
import TOTPDomain

/// Secrets of one-time codes among other settings (`Docs/formats/env-list.md`).
package struct EnvListFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "env-list",
        group: .file,
        app: "settings, .env",
        file: "text, NAME=VALUE per line; YAML of Kubernetes",
        exportSteps: "Name each secret for what it is, as SITE_TOTP_SECRET=SECRET.",
        keepsake: .original("a file of settings")
    )

    /// A list of names and secrets, and of links, is left to their readers.
    package func recognizes(_ content: SourceContent) -> Bool {
        if EnvManifest.hasSecrets(content) { return true }
        guard content.kind == .text, !content.isMarkup, let text = EnvText(content.text) else { return false }
        let list = EnvList(text.settings)
        return list.hasSecrets && (list.isOfVariables || !ListFormat().recognizes(content))
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let content = request.content, manifest = EnvManifest(content)
        guard let list = manifest?.list ?? EnvText(content.text).map({ EnvList($0.settings) }), !list.isEmpty else {
            throw SourceError(
                .unrecognised, "it has no settings of one-time codes",
                manifest == nil
                    ? "write one per line, as SITE_TOTP_SECRET=SECRET" : "call one of them SITE_TOTP_SECRET")
        }
        let records = manifest?.count ?? list.records.count
        try request.limits.check(records: records)
        var document = ImportedDocument(format: description.id, records: records)
        for record in PlantedLoss.applied(to: list.records) {
            let number = record.setting.line
            guard let account = record.account else {
                document.skipped.add(.notAnAccount)
                if Leftover.Kind(in: record.setting.name + record.setting.value) == .recoveryCodes {
                    document.leftovers.add(.recoveryCodes, .name(record.setting.name.printable(limit: 40)))
                }
                continue
            }
            document.add(account, at: manifest == nil ? EntryPosition(line: number) : EntryPosition(entry: number))
        }
        document.name(unread: manifest?.unread ?? UnreadNames())
        document.name(unread: list.unread, "check whether it belongs to an account")
        document.lookAtComments(of: content)
        return document
    }
}
