import Encodings
public import TOTPDomain

/// Microsoft Authenticator's database, from a rooted phone (`formats/microsoft-authenticator.md`).
public struct MicrosoftAuthenticatorFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "microsoft-authenticator",
            app: "Microsoft Authenticator (rooted)",
            file: "SQLite, PhoneFactor",
            encryption: .never,
            exportSteps:
                "On a rooted phone copy /data/data/com.azure.authenticator/databases/PhoneFactor together with "
                + "PhoneFactor-wal; the app has no export, and its cloud backups cannot be read"
        )
    }

    public func recognises(_ content: SourceContent) -> Bool {
        AppDatabase.columns(of: "accounts", in: content)?.contains("oath_secret_key") ?? false
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let database = try AppDatabase.open(request)
        let columns = ["name", "username", "account_type", "oath_secret_key"]
        let rows = try DatabaseRow.all(of: "accounts", columns, orderedBy: "_id", in: database, request.limits)
        var document = ImportedDocument(format: description.id, entries: [])
        for (index, row) in rows.enumerated() {
            let names = (issuer: row.name("name"), name: row.name("username"))
            document.append(at: EntryPosition(entry: index + 1), label: names) { () throws(EntryError) in
                var draft = try Self.draft(row)
                (draft.issuer, draft.name) = names
                return draft
            }
        }
        if rows.isEmpty, try request.siblings.file("\(request.siblings.name)-wal") == nil {
            document.warnings.append(
                "the database holds no account; if the app shows some, copy PhoneFactor-wal along with it")
        }
        return document
    }

    private static func draft(_ row: DatabaseRow) throws(EntryError) -> AccountDraft {
        guard let type = try row.number("account_type", "the account type", .typeUnknown) else {
            throw EntryError(.typeUnknown, "the entry does not say its type; add this account by hand")
        }
        let secret = try row.text("oath_secret_key", "the secret")
        switch type {
        case 0: return try AccountDraft(base32: secret)
        case 1:
            // A personal Microsoft account: its codes have eight digits.
            guard let secret, !secret.trimmingWhitespace.isEmpty else { return try AccountDraft(base32: nil) }
            guard let bytes = Base64Text.decode(Array(secret.trimmingWhitespace.utf8)) else {
                throw EntryError(.fieldDamaged, "the secret is not base64")
            }
            var draft = AccountDraft(secret: bytes)
            draft.digits = 8
            return draft
        case 2:
            throw EntryError(
                .typeUnknown, "a work or school account, which only takes push messages; set it up anew in another app")
        default:
            throw EntryError(.typeUnknown, "the account type \(type) is unknown; add this account by hand")
        }
    }
}
