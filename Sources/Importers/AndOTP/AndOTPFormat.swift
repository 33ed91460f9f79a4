public import TOTPDomain

/// andOTP's backup, plain or encrypted with a passphrase (`formats/andotp.md`).
public struct AndOTPFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "andotp",
            app: "andOTP",
            file: "JSON, or encrypted binary, .json.aes",
            encryption: .optional,
            exportSteps: "Menu › Backups › Backup, under plain-text or encrypted"
        )
    }

    public func recognises(_ content: SourceContent) -> Bool {
        switch content.kind {
        case .text:
            if OpenPGPMessage.begins(content.bytes) { return true }
            guard let outline = content.jsonOutline, outline.shape == .array else { return false }
            return outline.has("secret", "type") || outline.has("label", "thumbnail")
        case .binary:
            return OpenPGPMessage.begins(content.bytes) || AndOTPEncryption.couldBeBackup(content.bytes)
        default: return false
        }
    }

    /// Both encrypted forms begin with random bytes.
    public func hasNoSignature(_ content: SourceContent) -> Bool {
        content.kind == .binary && !OpenPGPMessage.begins(content.bytes)
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if OpenPGPMessage.begins(request.content.bytes) {
            throw SourceError(
                .unsupportedVersion,
                "encrypted with OpenPGP, which needs your private key; decrypt it with gpg --decrypt, and import that")
        }
        let isPlain = request.content.kind == .text
        let text = isPlain ? request.content.text : try AndOTPEncryption(request.content.bytes).open(request)
        let entries = try JSONFile.decode([Lenient<AndOTPEntry>].self, from: text)
        try request.limits.check(entries: entries.count)
        var document = ImportedDocument(format: description.id, entries: [])
        for (index, entry) in entries.enumerated() {
            let names = entry.value?.names ?? ("", "")
            document.append(at: EntryPosition(entry: index + 1), label: names) { () throws(EntryError) in
                guard let entry = entry.value else {
                    throw EntryError(.fieldDamaged, "the entry is not an object")
                }
                return try entry.draft()
            }
        }
        return document
    }
}
