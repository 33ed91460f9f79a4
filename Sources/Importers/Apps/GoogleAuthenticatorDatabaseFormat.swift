import Encodings
import FormatEngine
import TOTPDomain

/// Google Authenticator's own database, from a rooted phone (`Docs/formats/google-authenticator-db.md`).
package struct GoogleAuthenticatorDatabaseFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "google-authenticator-db",
        app: "Google Authenticator", origin: .rootedPhone,
        file: "SQLite, databases",
        exportSteps: .menu(
            "On a rooted phone copy /data/data/com.google.android.apps.authenticator2/databases/databases, and "
                + "databases-wal if it is there; without root use the app's Transfer accounts › Export")
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let columns = AppDatabase.columns(of: "accounts", in: content) else { return false }
        return columns.contains("email") && columns.contains("secret") && !columns.contains("oath_secret_key")
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let database = try AppDatabase.open(request)
        let columns = ["email", "secret", "counter", "type", "issuer", "isencrypted"]
        // The original name is from the scanned code.
        let table = try DatabaseTable(
            "accounts", columns, others: "provider original_name", orderedBy: "_id", in: database, request.limits)
        return try document(
            of: table.rows.lazy.map { GoogleAuthenticatorDatabaseAccount(row: $0) }, records: table.recordCount,
            request.limits, unread: table.unread)
    }
}

private struct GoogleAuthenticatorDatabaseAccount: ExportedAccount {
    let row: DatabaseRow

    /// `email` often is `issuer:name`; without a separate issuer, the issuer is only there.
    var names: (issuer: String, name: String) {
        let issuer = row.name("issuer").trimmingWhitespace, email = row.name("email")
        guard issuer.isEmpty, let colon = email.utf8.firstIndex(of: ASCII.colon) else { return (issuer, email) }
        return (String(email[..<colon]), String(email[email.utf8.index(after: colon)...]))
    }

    func draft() throws(EntryError) -> AccountDraft {
        if try row.text("isencrypted").checked("isencrypted", .fieldDamaged) ?? 0 > 0 {
            throw EntryError(
                .secretMissing,
                "the secret is encrypted with a key that never leaves the phone",
                "use Transfer accounts in the app")
        }
        var draft = try AccountDraft(kind: try kind(), base32: try row.text("secret").checked("the secret"))
        try draft.take(counter: try nextCounter())
        return draft
    }

    /// The app stores the counter of the last code, and adds 1 before it generates the next code.
    private func nextCounter() throws(EntryError) -> LenientNumber? {
        guard try kind() == .hotp else { return nil }
        let last = try row.text("counter").checked("the counter", .counterOutOfRange) ?? 0
        guard 0..<Int64.max ~= last else {
            throw EntryError(.counterOutOfRange, "the counter \(last) is out of range")
        }
        return .number(last + 1)
    }

    private func kind() throws(EntryError) -> OTPKind {
        switch try row.text("type").checked("the type", .typeUnknown) {
        case 0: return .totp
        case 1: return .hotp
        case nil: throw EntryError(.typeUnknown, "the entry has no type", .addByHand)
        case let number?:
            throw EntryError(.typeUnknown, "the type number \(number) is unknown", .addByHand)
        }
    }
}
