import Containers
import Encodings
import FormatEngine
import TOTPDomain

/// AliasVault's database, as its export writes it without encryption (`Docs/formats/aliasvault.md`).
package struct AliasVaultFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "aliasvault",
        group: .passwordManager,
        app: "AliasVault",
        file: "SQLite",
        exportSteps: .menu("Settings › Import / Export › Export vault")
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        AppDatabase.columns(of: "totpcodes", in: content)?.isSuperset(of: ["secretkey", "name"]) ?? false
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let database = try AppDatabase.open(request)
        let codes = try DatabaseTable(
            "totpcodes",
            ["name", "secretkey", "credentialid", "itemid", "algorithm", "digits", "period", "isdeleted"],
            others: "id createdat updatedat manifestid syncstatus", orderedBy: "rowid", in: database, request.limits)
        let logins = try Logins(database, request.limits)
        let document = try ImportedDocument(
            format: description.id, records: codes.recordCount, entries: codes.rows, request.limits,
            entry: logins.entry)
        var unread = codes.unread
        unread.add(logins.unread)
        return naming(unread: unread, document)
    }
}

/// The entries that the one-time codes belong to, by their ids.
private struct Logins {
    private var titles: [String: String] = [:]
    private var userNames: [String: String] = [:]
    /// Columns of these tables with values that are not texts.
    private(set) var unread = UnreadNames()

    /// Earlier versions store credentials of services, later versions items with fields.
    init(_ database: borrowing SQLiteDatabase, _ limits: ImportLimits) throws(SourceError) {
        let tables = try database.tables()
        var services: [String: String] = [:], unread = UnreadNames()
        func rows(_ table: String, _ columns: [String]) throws(SourceError) -> [[String]] {
            guard tables[table]?.isSuperset(of: columns) == true else { return [] }
            return try database.rows(of: table, columns, orderedBy: "rowid", limit: limits.entries).map { row in
                zip(columns, row).map { column, value in
                    switch value {
                    case .text(let text): return text
                    case .null: return ""
                    case .integer, .real, .bytes:
                        unread.add(column, entries: 1)
                        return ""
                    }
                }
            }
        }
        for row in try rows("services", ["id", "name"]) { services[row[0]] = row[1] }
        for row in try rows("credentials", ["id", "username", "serviceid"]) {
            userNames[row[0]] = row[1]
            titles[row[0]] = services[row[2]]
        }
        for row in try rows("items", ["id", "name"]) { titles[row[0]] = row[1] }
        for row in try rows("fieldvalues", ["itemid", "fieldkey", "value"]) where row[1] == "login.username" {
            userNames[row[0]] = row[2]
        }
        self.unread = unread
    }

    func entry(_ row: DatabaseRow) -> LoginEntry {
        let column = row.name("credentialid").isEmpty ? "itemid" : "credentialid", id = row.name(column)
        var entry = LoginEntry()
        if !id.isEmpty, titles[id] == nil, userNames[id] == nil { entry.unread.add(column, entries: 1) }
        if !["", "0", "1"].contains(row.name("isdeleted")) { entry.unread.add("isdeleted", entries: 1) }
        entry.title = titles[id] ?? row.name("name")
        entry.userName = userNames[id] ?? ""
        entry.isTrashed = !["", "0"].contains(row.name("isdeleted"))
        entry.add(
            LoginCredential(
                secret: row.text("secretkey"), algorithm: row.text("algorithm"), digits: row.text("digits"),
                period: row.text("period")))
        return entry
    }
}
