public import TOTPDomain

/// FreeOTP+'s JSON export (`formats/freeotp-plus.md`).
public struct FreeOTPPlusFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "freeotp-plus",
            app: "FreeOTP+",
            file: "JSON",
            encryption: .never,
            exportSteps: "Menu › Export › JSON Format"
        )
    }

    public func recognises(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        return outline.members["tokens"] == .array || outline.has("tokens", "tokenOrder")
    }

    private struct File: Decodable {
        var tokens: [Lenient<FreeOTPToken>]
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let tokens = try JSONFile.decode(File.self, from: request.content.text).tokens
        try request.limits.check(entries: tokens.count)
        var document = ImportedDocument(format: description.id, entries: [])
        for (index, token) in tokens.enumerated() {
            let names = token.value?.names ?? ("", "")
            document.append(at: EntryPosition(entry: index + 1), label: names) { () throws(EntryError) in
                guard let token = token.value else { throw EntryError(.fieldDamaged, "the entry is not a token") }
                return try token.plainDraft()
            }
        }
        return document
    }
}
