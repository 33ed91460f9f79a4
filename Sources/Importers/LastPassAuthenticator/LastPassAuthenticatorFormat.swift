public import TOTPDomain

/// LastPass Authenticator's JSON export, of Android and iOS (`formats/lastpass-authenticator.md`).
public struct LastPassAuthenticatorFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "lastpass-authenticator",
            app: "LastPass Authenticator",
            file: "JSON",
            encryption: .never,
            exportSteps: "Settings › Transfer accounts › Export accounts to file"
        )
    }

    /// A cut file may end before its `version`; what stands around it is LastPass's own.
    public func recognises(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        return outline.members["accounts"] == .array
            && (outline.has("version") || outline.has("localDeviceId") || outline.has("folders"))
    }

    /// Any `version`: Android writes 3 and iOS 1, and both mean the same.
    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONFile.decode(LastPassAuthenticatorFile.self, from: request.content.text)
        try request.limits.check(entries: file.accounts.count)
        let folders = file.folderNames
        var document = ImportedDocument(format: description.id, entries: [])
        for (index, account) in file.accounts.enumerated() {
            let names = account.value?.names ?? ("", "")
            document.append(at: EntryPosition(entry: index + 1), label: names) { () throws(EntryError) in
                guard let account = account.value else {
                    throw EntryError(.fieldDamaged, "the entry is not an object")
                }
                return try account.draft(folders)
            }
        }
        return document
    }
}
