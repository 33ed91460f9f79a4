import Encodings
import FormatEngine
import TOTPDomain

/// Authy's token store, from a rooted phone (`Docs/formats/authy.md`).
package struct AuthyFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "authy",
        app: "Authy", origin: .rootedPhone,
        file: "XML, preferences",
        encryption: .optional,
        exportSteps: .text(
            "On a rooted phone copy /data/data/com.authy.authy/shared_prefs/"
                + "com.authy.storage.tokens.authenticator.xml and com.authy.storage.tokens.authy.xml; use the passphrase "
                + "of Authy's backups"),
        missingExport: .authy
    )

    private static let stores = ["com.authy.storage.tokens.authenticator.key", "com.authy.storage.tokens.authy.key"]

    /// The others of `AuthenticatorToken` and `AuthyToken`.
    private static let members = KnownNames(
        """
        digits decryptedSecret encryptedSecret salt secretSeed \
        assetGroup createdDate hidden id isNew key logo needsUpload passwordTimestamp timestamp uniqueId upload_state
        """, texts: "name originalName originalIssuer accountType")

    package func recognizes(_ content: SourceContent) -> Bool {
        AndroidPreferences.mention("com.authy.storage.tokens", in: content)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let preferences = try AndroidPreferences(request.content)
        var tokens: [Result<AuthyToken, EntryError>] = [], unread = preferences.unread
        let stores = preferences.records { Self.stores.contains($0.name) }
        guard stores.count > 0 else { throw .mayBeNewer(Self.stores[0]) }
        // A store that was not read counts as a record.
        var records = stores.count - stores.strings.count
        for setting in stores.strings {
            let text = Array(setting.text.utf8)
            let list = try JSONFile.list(in: text)
            records += try JSONFile.records(at: [], in: text, elements: list.count)
            try request.limits.check(records: records)
            tokens += list.entries(AuthyToken.init(stored:))
            unread.add(Self.members.unread(in: text))
        }
        return try document(
            of: AuthyEncryption.accounts(of: tokens, request), records: records, request.limits, unread: unread)
    }
}

extension MissingExport {
    /// Its apps have no export, but some of their files can be read (`Docs/formats/no-export.md`).
    static let authy = MissingExport(
        "Its accounts are only synchronized between its own apps, and Authy Desktop ended in 2024. Set each account "
            + "up again at its service, before you delete Authy or its account.")
}
