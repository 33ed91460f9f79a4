import Encodings
import TOTPDomain

/// The rows of a CSV export that have a link; passwords without one are no accounts.
enum KeePassXCTable {
    /// Not even a row without a link is free of doubt: KeePassXC writes one for entries in KeePass's own form, too.
    private static let advice =
        "KeePassXC's CSV leaves out counters and the codes of KeePass's own fields, and renames accounts; "
        + "the database itself (.kdbx) holds them all"

    static func read(_ request: ImportRequest, as format: FormatID) throws(SourceError) -> ImportedDocument {
        var table = try CSVTable(request.content.text)
        guard table.has("title", "totp") else {
            throw SourceError(.corrupt, "the file is damaged: it has no columns Title and TOTP; export it again")
        }
        var document = ImportedDocument(format: format, entries: [])
        var deleted = 0
        while let row = try table.next() {
            let link = row["totp"].trimmingWhitespace
            if link.isEmpty { continue }
            let groups = row["group"].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            if groups.dropFirst().first == "Recycle Bin" {
                deleted += 1
                continue
            }
            append(link, of: row, group: groups.dropFirst().last ?? "", to: &document)
            try request.limits.check(entries: document.entries.count)
        }
        document.warnings.append(advice)
        if deleted > 0 {
            document.warnings.append("\(deleted) in the recycle bin \(deleted == 1 ? "was" : "were") left out")
        }
        return document
    }

    private static func append(_ link: String, of row: CSVTable.Row, group: String, to document: inout ImportedDocument)
    {
        let names = (row["title"].trimmingWhitespace, row["username"].trimmingWhitespace)
        document.append(at: EntryPosition(line: row.line), label: names) { () throws(EntryError) in
            var reading = try KeyURI.read(Array(link.utf8).span)
            // The entry's title and user name stand in the link, too; a bare steam:// link has neither.
            let isNamed = !(reading.item.issuer.isEmpty && reading.item.name.isEmpty)
            let (issuer, name) = isNamed ? (reading.item.issuer, reading.item.name) : names
            reading.item.describe(issuer: issuer, name: name, note: row["notes"], tags: [group])
            return reading
        }
    }
}
