import Containers
import Encodings
import FormatEngine
import TOTPDomain

/// The accounts in Authenticator Plus's database.
enum AuthenticatorPlusDatabase {
    private static let columns = [
        "email", "secret", "counter", "type", "issuer", "original_name", "category",
    ]

    static func document(
        of file: [UInt8], _ limits: ImportLimits, as format: FormatID
    ) throws(SourceError) -> ImportedDocument {
        let database = try SQLiteDatabase(file)
        let table = try DatabaseTable(
            "accounts", columns, others: "icon position provider", orderedBy: "_id", in: database, limits)
        var document = try ImportedDocument(
            format: format, records: table.recordCount,
            accounts: table.rows.lazy.map { AuthenticatorPlusAccount(row: $0) }, limits)
        document.name(unread: table.unread)
        return document
    }
}

private struct AuthenticatorPlusAccount: ExportedAccount {
    let row: DatabaseRow

    /// The app's name for “no category”.
    private static let noCategory = "All Accounts"
    private static let blizzard: Int64 = 2

    var names: (issuer: String, name: String) {
        let isBlizzard = issuer.isEmpty && row.text("type").whole == Self.blizzard
        return (isBlizzard ? "Blizzard" : issuer, row.name("email"))
    }

    /// The app keeps the name that was scanned; it may start with the issuer.
    private var issuer: String {
        let issuer = row.name("issuer").trimmingWhitespace
        let original = row.name("original_name")
        guard issuer.isEmpty, let colon = original.utf8.firstIndex(of: ASCII.colon) else { return issuer }
        return String(original[..<colon])
    }

    func draft() throws(EntryError) -> AccountDraft {
        let secret = try row.text("secret").checked("the secret")
        var draft: AccountDraft
        switch try row.text("type").checked("the type", .typeUnknown) ?? 0 {
        case 0: draft = try AccountDraft(base32: secret)
        case 1:
            draft = try AccountDraft(kind: .hotp, base32: secret)
            try draft.take(counter: row.text("counter"))
        case Self.blizzard:
            draft = try AccountDraft(hex: secret)
            try draft.take(digits: .number(8))
        case let type:
            throw EntryError(.typeUnknown, "the type number \(type) is unknown", .addByHand)
        }
        let category = row.name("category")
        draft.tags = category == Self.noCategory ? [] : [category]
        return draft
    }
}
