import Encodings
import TOTPDomain

/// JSON with accounts, of no known app: what people and small tools write (`Docs/formats/json-list.md`).
package struct JSONListFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "json-list",
            group: .file,
            app: "scripts, small tools",
            file: "JSON, a list of accounts",
            encryption: .never,
            exportSteps: "Save as JSON, a list of objects with issuer, name and secret, or with otpauth links"
        )
    }

    /// After all apps' JSON. Lists of links in two places are left to the reader of links, which reads them all.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard content.jsonOutline != nil else { return false }
        if let file = try? JSONListFile(content.text) {
            return !file.places.isEmpty && (file.places.count == 1 || !file.places.allSatisfy(\.hasOnlyLinks))
        }
        // Of a damaged text, what is before the damage.
        return JSONListFile.readablePart(of: content.text).flatMap { try? JSONListFile($0) }?.places.isEmpty == false
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        let file = try JSONListFile(text)
        guard let place = file.places.first else {
            throw SourceError(
                .unrecognised,
                "no record in it has a secret that can be recognized",
                "name the member secret, and add an issuer")
        }
        guard file.places.count == 1 else {
            let names = file.places.map(\.name).joined(separator: " and in ")
            throw SourceError(.unrecognised, "it has accounts in \(names)", "put each list in a file of its own")
        }
        try request.limits.check(records: place.count)
        var document = ImportedDocument(format: description.id, records: place.count)
        var unread: [String] = [], otherKeys: [String] = []
        for record in place.records {
            guard let object = record.object else {
                document.add(JSONListAccount?.none, at: record.position)
                continue
            }
            let accounts = object.accounts(place.weakNames)
            if accounts.isEmpty { document.skipped.add(.noOneTimeCode) }
            for account in accounts { document.add(account, at: record.position) }
            document.records += max(0, accounts.count - 1)
            try request.limits.check(records: document.records)
            document.keepsakes.formUnion(object.keepsakes)
            unread += object.unread.filter { !unread.contains($0) }
            otherKeys += object.unreadKeys(place.weakNames).filter { !otherKeys.contains($0) }
        }
        if file.linkCount > place.linkCount {
            document.warnings.append(
                Warning("links outside of \(place.name) are not read", "check whether they are accounts"))
        }
        document.warnings += unread.map { Warning("\($0) is nested too deeply and not read", .checkAccounts) }
        document.warnings += otherKeys.map {
            Warning("\($0) is not read", "if it contains secrets of one-time codes, put them in records of their own")
        }
        return document
    }
}
