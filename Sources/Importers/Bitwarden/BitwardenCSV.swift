import Encodings
import TOTPDomain

/// The rows of a CSV export with an authenticator key; logins without one, and notes, are left out.
enum BitwardenCSV {
    static func read(_ request: ImportRequest, as format: FormatID) throws(SourceError) -> ImportedDocument {
        var table = try CSVTable(request.content.text)
        guard table.has("login_totp") else {
            throw SourceError(.corrupt, "the file is damaged: it has no column login_totp; export it again")
        }
        var document = ImportedDocument(format: format, entries: [])
        var count = 0
        while let row = try table.next() {
            count += 1
            let key = row["login_totp"].trimmingWhitespace
            if key.isEmpty { continue }
            let label = (row["name"].trimmingWhitespace, row["login_username"].trimmingWhitespace)
            document.append(at: EntryPosition(line: row.line), label: label) { () throws(EntryError) in
                var reading = try AuthenticatorKey.read(key, issuer: label.0, name: label.1)
                reading.item.describe(
                    issuer: reading.item.issuer, name: reading.item.name, note: row["notes"],
                    // An organisation's rows have collections in place of a folder.
                    tags: [row["folder"]] + row["collections"].split(separator: ",").map(String.init),
                    isFavorite: row["favorite"].trimmingWhitespace == "1")
                return reading
            }
            try request.limits.check(entries: document.entries.count)
        }
        if document.entries.isEmpty, count > 0 {
            document.warnings.append("none of its \(count) items holds an authenticator key")
        }
        return document
    }
}
