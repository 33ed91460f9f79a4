import Encodings
import FormatEngine
import TOTPDomain

/// Enpass's exports: JSON, and CSV (`Docs/formats/enpass.md`).
package struct EnpassFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "enpass",
        group: .passwordManager,
        app: "Enpass",
        file: "JSON or CSV",
        exportSteps: "On a computer: Menu › File › Export, as JSON (CSV names fields in the app's language)"
    )

    /// All that Enpass writes of folders, items, fields and attachments.
    private static let members = KnownNames(
        """
        folders icon parent_uuid updated_at uuid items archived auto_submit category createdAt created_at \
        favorite deleted history label order sensitive type uid value value_updated_at subtitle \
        template_type trashed fav image file attachments data kind name size metadata last_used usage_count \
        wearable
        """, texts: "title note", objects: "fields", list: "items")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline else { return EnpassTable.recognizes(content) }
        if outline.has("folders"), !outline.has("items") {
            // A later version may have another name for the list.
            return content.hasObject(inAnyList: { $0["template_type"] != nil })
        }
        return outline.shape == .object && !outline.has("encrypted")
            && content.hasObject(inList: "items") { $0["template_type"] != nil || $0["fields"] == .array }
            && !BitwardenFormat.hasLogins(content)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard request.content.jsonOutline != nil else {
            return try EnpassTable.read(request.content.text, as: description.id, request.limits)
        }
        let text = request.content.text, file = try JSONValue(text: text)
        let folders = try file.member("folders").elements.strings(under: "title", by: "uuid")
        let items = try file.list("items")
        var document = try logins(
            items, at: ["items"], in: text, request.limits, knowing: Self.members
        ) { (item) throws(EntryError) in try Self.entry(item, folders) }
        document.attachments = items.flatMap(Self.attachments)
        return document
    }

    private static func attachments(_ item: JSONValue) -> [Attachment] {
        ((try? item["attachments"]).flatMap { $0 }.elements).map { file in
            let data = (try? file["data"].name).flatMap { Base64.decode($0) }
            return Attachment(
                title: (try? item["title"].name) ?? "", name: (try? file["name"].name) ?? "", bytes: data)
        }
    }

    /// - Parameter folders: their titles by their ids.
    private static func entry(_ item: JSONValue, _ folders: [String: String]) throws(EntryError) -> LoginEntry {
        var entry = LoginEntry(), fields = LoginFields()
        entry.title = try item["title"].name
        for field in try item["fields"].elements where try !field["deleted"].isSet {
            let isKey = try fields.add(field) == "totp"
            entry.add(try field["value"], named: try field["label"].name, isKey: isKey)
        }
        entry.userName = fields.first("username", "email")
        entry.address = fields.first("url")
        entry.note = try item["note"].name
        let own = try item["folders"], titles = own.elements.map { folders[$0.name] }
        entry.tags = titles.compactMap(\.self)
        if titles.contains(nil) || own.map({ $0.kind != .array && !$0.saysNothing }) == true {
            entry.warning.add(Warning("the file has no title for one of its \"folders\", which is not taken"))
        }
        entry.isFavorite = try item["favorite"].isSet
        entry.isTrashed = try item["trashed"].isSet
        return entry
    }
}
