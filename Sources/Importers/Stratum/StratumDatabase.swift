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
        let table = try DatabaseTable(Self.table, columns, orderedBy: "rowid", in: database, request.limits)
        return try ImportedDocument(
            format: format, records: table.recordCount, accounts: table.rows.lazy.map { authenticator($0) },
            request.limits)
    }

    private static func authenticator(_ row: DatabaseRow) -> StratumAuthenticator? {
        StratumAuthenticator(
            type: row.number("type"), issuer: row.text("issuer"), username: row.text("username"),
            secret: row.text("secret"), pin: row.text("pin"), algorithm: row.number("algorithm"),
            digits: row.number("digits"), period: row.number("period"), counter: row.number("counter"))
    }
}
