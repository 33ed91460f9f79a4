import Encodings
import FormatEngine
import TOTPDomain

extension KeyedItem {
    /// An item of Bitwarden's JSON.
    ///
    /// - Parameter groups: the names of folders and collections by their ids.
    init(_ item: JSONObject, _ groups: [String: String]) throws(EntryError) {
        let login = try item.object("login"), note = try item.value("notes").name
        try self.init(
            names: (try item.value("name").name.withoutNull, try (login?.value("username")).name),
            key: try login?.text("totp"), note: note
        ) { (fields) throws(EntryError) in
            for field in try item.list("fields") ?? [] {
                fields.look(at: try field["value"].name, named: try field["name"].name)
            }
        } throughout: {
            $0.look(throughout: item.value, besides: note)
        }
        if login == nil, try item.value("login") != nil {
            problem = EntryError(.fieldDamaged, "the login is not an object")
        }
        isFavorite = try item.flag("favorite") ?? false
        let ids = [try item.text("folderId").orEmpty] + (try item.list("collectionIds") ?? []).compactMap(\.string)
        tags = ids.compactMap { groups[$0] }
    }

    /// A row of Bitwarden's CSV.
    ///
    /// - Parameters:
    ///   - key: the authenticator key, if it need not be in its column: then a row without a key is still an account,
    ///     as in an app that stores only keys.
    ///   - name: the account's name, if it need not be in its column.
    init(_ row: CSVTable.Row, key: String? = nil, name: String? = nil) {
        let note = row[BitwardenColumn.notes]
        let names = (
            (name ?? row[BitwardenColumn.name].trimmingWhitespace).withoutNull,
            row[BitwardenColumn.username].trimmingWhitespace
        )
        self.init(names: names, key: .text(key ?? row[BitwardenColumn.key].trimmingWhitespace), note: note) {
            $0.look(inLines: row[BitwardenColumn.fields])
        } throughout: {
            $0.look(throughout: row, besides: note)
        }
        if key != nil, self.key == nil {
            problem = EntryError(.secretMissing, "the row has no authenticator key")
        }
        // An organization's rows have collections instead of a folder.
        tags = [row[BitwardenColumn.folder]] + row["collections"].split(separator: ",").map(String.init)
        isFavorite = row[BitwardenColumn.favorite].trimmingWhitespace == "1"
    }
}

extension String {
    /// An item's name without that of an account that has none: Bitwarden Authenticator writes `GitHub:null`.
    fileprivate var withoutNull: String { hasSuffix(":null") ? String(dropLast(":null".count)) : self }
}
