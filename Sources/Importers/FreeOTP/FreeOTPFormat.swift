public import TOTPDomain

/// FreeOTP's preferences (version 1, also FreeOTP+'s own) and its backup (version 2) (`formats/freeotp.md`).
public struct FreeOTPFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "freeotp",
            app: "FreeOTP",
            file: "externalBackup.xml; XML, preferences",
            encryption: .optional,
            exportSteps:
                "FreeOTP 2: menu › Backup (externalBackup.xml). FreeOTP 1 and FreeOTP+ on a rooted phone: copy "
                + "shared_prefs/tokens.xml"
        )
    }

    public func recognises(_ content: SourceContent) -> Bool {
        content.bytes.starts(with: [0xAC, 0xED, 0x00, 0x05])
            || AndroidPreferences.mention("\"tokenOrder\"", in: content)
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if request.content.isMarkup { return try readPreferences(request) }
        return try FreeOTPBackup(request.content.bytes).document(request, as: description.id)
    }

    private func readPreferences(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let entries = try AndroidPreferences(request.content).strings.filter { $0.name != "tokenOrder" }
        try request.limits.check(entries: entries.count)
        var document = ImportedDocument(format: description.id, entries: [])
        for (index, entry) in entries.enumerated() {
            let token = try? JSONFile.decode(FreeOTPToken.self, from: Array(entry.text.utf8))
            document.append(at: EntryPosition(entry: index + 1), label: token?.names ?? ("", entry.name)) {
                () throws(EntryError) in
                guard let token else { throw EntryError(.fieldDamaged, "the entry is not a token") }
                return try token.plainDraft()
            }
        }
        return document
    }
}
