import Encodings

/// An item of Proton Pass's JSON.
enum ProtonPassItem {
    static func entry(_ item: JSONValue, inVault vault: String) -> LoginEntry {
        let data = item["data"], content = data?["content"], metadata = data?["metadata"]
        var entry = LoginEntry()
        entry.title = (metadata?["name"]).name
        // Before version 1.18 there is one member instead of two.
        let names = ["itemUsername", "itemEmail", "username"].lazy.map { (content?[$0]).name }
        entry.userName = names.first { !$0.isBlank } ?? ""
        entry.address = ((content?["urls"]).elements.first).name
        entry.add(key: content?["totpUri"])
        let fields =
            (data?["extraFields"]).elements + (content?["sections"]).elements.flatMap { $0["sectionFields"].elements }
        for field in fields where field["type"].name == "totp" { entry.add(key: field["data"]?["totpUri"]) }
        entry.note = (metadata?["note"]).name
        entry.tags = [vault]
        entry.isFavorite = item["pinned"].isSet
        entry.isTrashed = item["state"].name == "2"
        return entry
    }
}
