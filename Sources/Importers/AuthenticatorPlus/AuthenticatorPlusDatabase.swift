import Containers
import Encodings
import TOTPDomain

/// The accounts in Authenticator Plus's database.
enum AuthenticatorPlusDatabase {
    private static let columns = [
        "email", "secret", "counter", "type", "issuer", "original_name", "category",
    ]
    /// What the app calls no category.
    private static let noCategory = "All Accounts"

    static func document(
        of file: [UInt8], _ limits: ImportLimits, as format: FormatID
    ) throws(SourceError) -> ImportedDocument {
        let database = try SQLiteDatabase(file)
        var document = ImportedDocument(format: format, entries: [])
        let rows = try DatabaseRow.all(of: "accounts", columns, orderedBy: "_id", in: database, limits)
        for (index, row) in rows.enumerated() {
            let names = (issuer: issuer(row), name: row.name("email"))
            document.append(at: EntryPosition(entry: index + 1), label: names) { () throws(EntryError) in
                var draft = try draft(row)
                (draft.issuer, draft.name) = names
                if draft.issuer.isEmpty, draft.digits == 8 { draft.issuer = "Blizzard" }
                let category = row.name("category")
                draft.tags = category == noCategory ? [] : [category]
                return draft
            }
        }
        return document
    }

    private static func draft(_ row: DatabaseRow) throws(EntryError) -> AccountDraft {
        let secret = try row.text("secret", "the secret")
        switch try row.number("type", "the type", .typeUnknown) ?? 0 {
        case 0: return try AccountDraft(base32: secret)
        case 1:
            var draft = try AccountDraft(kind: .hotp, base32: secret)
            draft.counter = try row.number("counter", "the counter", .counterOutOfRange)
            return draft
        case 2:
            guard let bytes = ASCII.bytes(hex: Array((secret ?? "").utf8).span) else {
                throw EntryError(.secretNotHex, "the secret of a Blizzard account is hexadecimal, this one is not")
            }
            var draft = AccountDraft(secret: bytes)
            draft.digits = 8
            return draft
        case let type:
            throw EntryError(.typeUnknown, "the type number \(type) is unknown; add this account by hand")
        }
    }

    /// The app keeps the name that was scanned; its front may be the issuer.
    private static func issuer(_ row: DatabaseRow) -> String {
        let issuer = row.name("issuer").trimmingWhitespace
        let original = row.name("original_name")
        guard issuer.isEmpty, let colon = original.utf8.firstIndex(of: ASCII.colon) else { return issuer }
        return String(original[..<colon])
    }
}
