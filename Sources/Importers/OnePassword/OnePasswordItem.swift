import Encodings

/// An item of a 1PUX file.
enum OnePasswordItem {
    static func entry(_ item: JSONValue, inVault vault: String) -> LoginEntry {
        let overview = item["overview"], details = item["details"]
        let fields = (details?["sections"]).elements.flatMap { $0["fields"].elements }
        var entry = LoginEntry()
        entry.title = (overview?["title"]).name
        entry.address = (overview?["url"]).name
        entry.userName = userName(details?["loginFields"].elements ?? [], fields)
        for field in fields { entry.add(key: field["value"]?["totp"]) }
        entry.note = (details?["notesPlain"]).name
        entry.tags = (overview?["tags"]).elements.map(\.name) + [vault]
        entry.isFavorite = item["favIndex"].isSet
        // The flag is in early files.
        entry.isTrashed = item["trashed"].isSet || item["state"].name == "trashed"
        return entry
    }

    /// The user name of a login; of a server, a database or an API credential, the field with this id.
    private static func userName(_ loginFields: [JSONValue], _ fields: [JSONValue]) -> String {
        let ofLogin = loginFields.filter { $0["designation"].name == "username" }.map { $0["value"].name }
        let ofSection = fields.filter { $0["id"].name == "username" }.map { ($0["value"]?["string"]).name }
        return (ofLogin + ofSection).first { !$0.isBlank } ?? ""
    }
}
