import Containers
import TOTPDomain

/// Stratum's own database, from a rooted phone: the fields of a backup as columns.
enum StratumDatabase {
    private static let table = "authenticator"
    private static let columns = [
        "type", "issuer", "username", "secret", "pin", "algorithm", "digits", "period", "counter",
    ]

    static func matches(_ content: SourceContent) -> Bool {
        AppDatabase.columns(of: table, in: content)?.isSuperset(of: ["type", "secret"]) ?? false
    }

    static func read(_ request: ImportRequest, as format: FormatID) throws(SourceError) -> ImportedDocument {
        let database = try AppDatabase.open(request)
        let rows = try DatabaseRow.all(of: table, columns, orderedBy: "rowid", in: database, request.limits)
        var document = ImportedDocument(format: format, entries: [])
        for (index, row) in rows.enumerated() {
            let label = (row.name("issuer"), row.name("username"))
            document.append(at: EntryPosition(entry: index + 1), label: label) { () throws(EntryError) in
                try authenticator(row).draft()
            }
        }
        return document
    }

    private static func authenticator(_ row: DatabaseRow) -> StratumAuthenticator {
        StratumAuthenticator(
            type: row.jsonNumber("type"), issuer: row.jsonText("issuer"), username: row.jsonText("username"),
            secret: row.jsonText("secret"), pin: row.jsonText("pin"), algorithm: row.jsonNumber("algorithm"),
            digits: row.jsonNumber("digits"), period: row.jsonNumber("period"), counter: row.jsonNumber("counter"))
    }
}
