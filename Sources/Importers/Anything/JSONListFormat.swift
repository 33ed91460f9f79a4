import Encodings
import FormatEngine
import TOTPDomain

/// JSON, YAML or TOML with accounts, of no known app: what people and small tools write (`Docs/formats/json-list.md`).
package struct JSONListFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "json-list",
        group: .file,
        app: "scripts, small tools",
        file: "JSON, YAML or TOML, a list of accounts",
        encryption: .optional,
        exportSteps: "Save as JSON or YAML, a list of objects with issuer, name and secret, or with otpauth links"
    )

    /// After all apps' JSON.
    package func recognizes(_ content: SourceContent) -> Bool {
        // SailOTP's, and what other programs with CryptoJS write.
        if content.kind == .text, SaltedText.matches(content.text) { return true }
        guard !EnvManifest.hasSecrets(content) else { return false }
        do throws(SourceError) {
            guard let text = try RecordText.json(of: content) else { return false }
            if let file = try? JSONListFile(text, isYAML: text != content.text) { return file.isOfAccounts }
            // If the text is damaged, the part before the damage decides.
            return JSONListFile.readablePart(of: text).flatMap { try? JSONListFile($0) }?.places.isEmpty == false
        } catch {
            // YAML and TOML that are not read are recognized for their message, if they have a secret and are nothing
            // else.
            let hasLink = content.text.span.firstIndex(of: Array("://".utf8)) != nil
            return !hasLink && RecordText.hasSecret(content.text) && !ListFormat.matches(content.text)
        }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if SaltedText.matches(request.content.text) {
            var request = request
            request.content = try SaltedText.json(request)
            return try read(request)
        }
        let text = try RecordText.json(of: request.content) ?? request.content.text
        let isYAML = text != request.content.text
        let file = try JSONListFile(text, request.choice, isYAML: isYAML)
        guard let place = file.places.first else {
            throw SourceError(
                .unrecognised,
                "no record in it has a secret that can be recognized",
                .text(
                    "say which member has the secrets with --columns secret=NAME",
                    onPage: "name the member secret, and add an issuer"))
        }
        guard file.places.count == 1 else {
            let names = file.places.map(\.name).joined(separator: " and in ")
            throw SourceError(.unrecognised, "it has accounts in \(names)", "put each list in a file of its own")
        }
        let header = place.guessed.columns.header
        if let columns = request.columns, GuessedColumns(header, columns) == nil {
            throw GuessedColumns.missing(in: header, of: "the list", "members")
        }
        try request.limits.check(records: place.count)
        let others =
            file.linkCount > place.linkCount
            ? Warning("links outside of \(place.name) are not read", "check whether they are accounts") : nil
        var document = try place.document(request, self, "member", advice: others)
        if place.isList || place.records.count > 1, let root = file.root {
            let path = place.name == JSONListFile.outermost ? [] : place.name.split(separator: ".")
            document.name(unread: .values(besideRecordsIn: root, isOfAccounts: true, path[...]))
        }
        // Settings of a server, or of a person.
        if isYAML {
            document.keepsakes.insert(.original("a file of settings"))
            document.lookAtComments(of: request.content)
        }
        return document
    }
}
