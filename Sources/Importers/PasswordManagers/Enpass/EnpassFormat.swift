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

/// Enpass's CSV: a title, then labels and values in turn, and perhaps a note. Only old versions write a header.
enum EnpassTable {
    static func recognizes(_ content: SourceContent) -> Bool {
        guard content.kind == .text, content.jsonOutline == nil, !content.isMarkup else { return false }
        if hasHeader(content) { return true }
        // The asterisk marks a secret label.
        guard content.text.span.firstIndex(of: UInt8(ascii: "*"), in: content.text.indices) != nil else { return false }
        var table = CSVTable(rowsOf: content.text)
        while let row = try? table.next() {
            // A title, a label and its value; few other texts have a first line like that.
            if table.rowCount == 1, row.cells.count < 3 { return false }
            // More entries are not read anyway.
            if table.rowCount > Limit.entries { return false }
            let labels = labels(of: row)
            if labels.contains(where: isSensitive), labels.contains(where: isKnown) { return true }
        }
        return false
    }

    static func read(_ text: [UInt8], as format: FormatID, _ limits: ImportLimits) throws(SourceError)
        -> ImportedDocument
    {
        let table = hasHeader(SourceContent(text: text)) ? try CSVTable(text) : CSVTable(rowsOf: text)
        return try ImportedDocument(
            format: format, logins: table, hasOpenEnd: true, limits,
            advice: "Enpass's CSV names fields in the app's language, so codes may be missing; the JSON has them all",
            entry: entry)
    }

    private static func entry(_ row: CSVTable.Row) -> LoginEntry {
        var entry = LoginEntry()
        entry.title = row.cells[0]
        var email = ""
        for (label, value) in zip(labels(of: row), values(of: row)) where !label.hasPrefix("*") && !value.isBlank {
            switch AccountPart.folded(label) {
            case "username" where entry.userName.isEmpty: entry.userName = value
            case "email" where email.isEmpty: email = value
            case "website" where entry.address.isEmpty, "url" where entry.address.isEmpty: entry.address = value
            case let name where AccountPart(named: name) == .key: entry.add(key: value)
            default: entry.customFields.look(at: value, named: label)
            }
        }
        if entry.userName.isEmpty { entry.userName = email }
        if row.cells.count.isMultiple(of: 2) { entry.note = row.cells[row.cells.count - 1] }
        return entry
    }

    /// Every second cell from the second, each of which has a value after it.
    private static func labels(of row: CSVTable.Row) -> [String] {
        stride(from: 1, to: row.cells.count - 1, by: 2).map { row.cells[$0].trimmingWhitespace }
    }

    private static func values(of row: CSVTable.Row) -> [String] {
        stride(from: 2, to: row.cells.count, by: 2).map { row.cells[$0] }
    }

    private static func isSensitive(_ label: String) -> Bool {
        label.hasPrefix("*") && label.dropFirst().first?.isLetter == true
    }

    private static func isKnown(_ label: String) -> Bool {
        !label.hasPrefix("*") && knownLabels.contains(AccountPart.folded(label))
    }

    private static let knownLabels: Set<String> = [
        "username", "email", "website", "url", "onetimecode", "totp", "phonenumber",
    ]

    private static func hasHeader(_ content: SourceContent) -> Bool {
        var table = CSVTable(rowsOf: Array(content.text.prefix(1 << 12)))
        guard let header = try? table.next() else { return false }
        let names = header.cells.prefix(3).map { $0.trimmingWhitespace.lowercased() }
        return names == ["title", "field", "value"]
    }
}
