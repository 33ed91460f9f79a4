import Encodings
public import TOTPDomain

/// Google Authenticator's own database, from a rooted phone (`formats/google-authenticator-db.md`).
public struct GoogleAuthenticatorDatabaseFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "google-authenticator-db",
            app: "Google Authenticator (rooted)",
            file: "SQLite, databases",
            encryption: .never,
            exportSteps:
                "On a rooted phone copy /data/data/com.google.android.apps.authenticator2/databases/databases, and "
                + "databases-wal if it is there; without root use the app's Transfer accounts › Export"
        )
    }

    public func recognises(_ content: SourceContent) -> Bool {
        guard let columns = AppDatabase.columns(of: "accounts", in: content) else { return false }
        return columns.contains("email") && columns.contains("secret") && !columns.contains("oath_secret_key")
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let database = try AppDatabase.open(request)
        let columns = ["email", "secret", "counter", "type", "issuer", "isencrypted"]
        let rows = try DatabaseRow.all(of: "accounts", columns, orderedBy: "_id", in: database, request.limits)
        var document = ImportedDocument(format: description.id, entries: [])
        for (index, row) in rows.enumerated() {
            let names = Self.names(row)
            document.append(at: EntryPosition(entry: index + 1), label: names) { () throws(EntryError) in
                if try row.number("isencrypted", "the mark of encryption", .fieldDamaged) ?? 0 > 0 {
                    throw EntryError(
                        .secretMissing,
                        "the secret is sealed with a key that never leaves the phone; use Transfer accounts in the app")
                }
                var draft = try AccountDraft(
                    kind: try Self.kind(row), base32: try row.text("secret", "the secret"))
                (draft.issuer, draft.name) = names
                draft.counter = try row.number("counter", "the counter", .counterOutOfRange)
                return draft
            }
        }
        return document
    }

    private static func kind(_ row: DatabaseRow) throws(EntryError) -> OTPKind {
        switch try row.number("type", "the type", .typeUnknown) {
        case 0: return .totp
        case 1: return .hotp
        case nil: throw EntryError(.typeUnknown, "the entry does not say its type; add this account by hand")
        case let number?:
            throw EntryError(.typeUnknown, "the type number \(number) is unknown; add this account by hand")
        }
    }

    /// `email` often is `issuer:name`; without an issuer of its own that is the only place.
    private static func names(_ row: DatabaseRow) -> (issuer: String, name: String) {
        let issuer = row.name("issuer").trimmingWhitespace, email = row.name("email")
        guard issuer.isEmpty, let colon = email.utf8.firstIndex(of: ASCII.colon) else { return (issuer, email) }
        return (String(email[..<colon]), String(email[email.utf8.index(after: colon)...]))
    }
}
