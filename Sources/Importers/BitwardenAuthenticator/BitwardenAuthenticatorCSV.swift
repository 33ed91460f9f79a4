import Encodings
import TOTPDomain

/// The CSV of the Android app, whose header has six columns and whose rows have nine fields that are never quoted.
///
/// A comma in an account's name shifts what stands behind it; the link is found by its scheme then.
enum BitwardenAuthenticatorCSV {
    static func read(_ request: ImportRequest, as format: FormatID) throws(SourceError) -> ImportedDocument {
        var table = try CSVTable(request.content.text, quoting: .withinLine)
        guard table.has("login_totp") else {
            throw SourceError(.corrupt, "the file is damaged: it has no column login_totp; export it again")
        }
        var document = ImportedDocument(format: format, entries: [])
        while let row = try table.next() {
            let (key, name) = keyAndName(row)
            let username = row["login_username"].trimmingWhitespace
            document.append(at: EntryPosition(line: row.line), label: (name, username)) { () throws(EntryError) in
                guard !key.isEmpty else { throw EntryError(.secretMissing, "the row holds no authenticator key") }
                var reading = try AuthenticatorKey.read(key, issuer: name, name: username)
                reading.item.describe(
                    issuer: reading.item.issuer, name: reading.item.name, note: row["notes"], tags: [row["folder"]],
                    isFavorite: row["favorite"].trimmingWhitespace == "1")
                return reading
            }
            try request.limits.check(entries: document.entries.count)
        }
        return document
    }

    /// The authenticator key and the name of a row, put together again where a comma in the name split it.
    private static func keyAndName(_ row: CSVTable.Row) -> (key: String, name: String) {
        let key = row["login_totp"].trimmingWhitespace
        let name = row["name"].trimmingWhitespace
        guard !isLink(key), let link = row.cells.firstIndex(where: isLink) else { return (key, name) }
        let keyColumn = row.index(of: "login_totp") ?? 0, nameColumn = row.index(of: "name") ?? 0
        let surplus = link - keyColumn
        guard surplus > 0, nameColumn < keyColumn else { return (row.cells[link], name) }
        return (
            row.cells[link], row.cells[nameColumn...(nameColumn + surplus)].joined(separator: ",").trimmingWhitespace
        )
    }

    private static func isLink(_ cell: String) -> Bool {
        let bytes = Array(cell.trimmingWhitespace.utf8)
        guard let (scheme, start) = KeyURIScheme.find(in: bytes.span) else { return false }
        return start == 0 && (scheme == .otpauth || scheme == .steam)
    }
}
