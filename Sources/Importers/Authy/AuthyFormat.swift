public import TOTPDomain

/// Authy's token store, from a rooted phone (`formats/authy.md`).
public struct AuthyFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "authy",
            app: "Authy (rooted)",
            file: "XML, preferences",
            encryption: .optional,
            exportSteps:
                "On a rooted phone copy /data/data/com.authy.authy/shared_prefs/"
                + "com.authy.storage.tokens.authenticator.xml and com.authy.storage.tokens.authy.xml; the passphrase is "
                + "that of Authy's backups"
        )
    }

    private static let stores = ["com.authy.storage.tokens.authenticator.key", "com.authy.storage.tokens.authy.key"]

    public func recognises(_ content: SourceContent) -> Bool {
        AndroidPreferences.mention("com.authy.storage.tokens", in: content)
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let preferences = try AndroidPreferences(request.content)
        var tokens: [Lenient<AuthyToken>] = []
        for entry in preferences.strings where Self.stores.contains(entry.name) {
            tokens += try JSONFile.decode([Lenient<AuthyToken>].self, from: Array(entry.text.utf8))
        }
        try request.limits.check(entries: tokens.count)
        let isEncrypted = tokens.contains { $0.value?.isEncrypted == true }
        if isEncrypted, request.passphrase == nil { throw .passphraseRequired }

        var document = ImportedDocument(format: description.id, entries: [])
        var seals = AuthyEncryption(request)
        for (index, token) in tokens.enumerated() {
            let names = token.value?.names ?? ("", "")
            var secret: Result<String?, EntryError> = .success(token.value?.decryptedSecret.orEmpty)
            if let token = token.value, token.isEncrypted { secret = try seals.open(token) }
            document.append(at: EntryPosition(entry: index + 1), label: names) { () throws(EntryError) in
                guard let token = token.value else {
                    throw EntryError(.fieldDamaged, "the entry is not an object")
                }
                return try token.draft(base32: try secret.get())
            }
        }
        if seals.isPassphraseWrong { throw .wrongPassphrase }
        return document
    }
}
