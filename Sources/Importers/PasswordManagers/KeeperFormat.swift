import Encodings
import FormatEngine
import TOTPDomain

/// Keeper's exports: JSON, and CSV (`Docs/formats/keeper.md`).
package struct KeeperFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "keeper",
        group: .passwordManager,
        app: "Keeper",
        file: "JSON or CSV",
        exportSteps: "Web vault or desktop app: account › Settings › Export, format JSON (or CSV)"
    )

    /// All that Keeper writes of records, shared folders and teams. Users name their own fields.
    private static let members = KnownNames(
        """
        records shared_folders teams uid password login_url folder shared_folder \
        can_edit can_share $type schema references links last_modified path manage_users manage_records \
        permissions name members restrict_edit restrict_share restrict_view attachments file_uid size mime_type
        """, texts: "title login notes", objects: "folders", searched: "custom_fields", list: "records")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline else { return KeeperTable.recognizes(content) }
        guard outline.shape == .object else { return false }
        if outline.has("shared_folders") { return true }
        if content.hasObject(
            inAnyList: { $0["custom_fields"] != nil && ($0["$type"] != nil || $0["uid"] != nil) })
        {
            return true
        }
        guard outline.has("records") else { return false }
        // Other files also have lists of records with titles.
        return content.hasObject(inList: "records") { $0["title"] != nil }
            && (content.hasObject(inList: "records") { $0["$type"] != nil || $0["custom_fields"] != nil }
                || Self.members.haveAllParts(in: content.text))
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard request.content.jsonOutline != nil else {
            return try KeeperTable.read(request.content.text, as: description.id, request.limits)
        }
        let text = request.content.text, records = try JSONValue(text: text).list("records")
        return try logins(
            records, at: ["records"], in: text, request.limits, knowing: Self.members, entry: Self.entry)
    }

    private static func entry(_ record: JSONValue) throws(EntryError) -> LoginEntry {
        var entry = LoginEntry()
        entry.title = try record["title"].name
        entry.userName = try record["login"].name
        entry.address = try record["login_url"].name
        for (name, value) in try record["custom_fields"]?.members ?? [] {
            for value in value.kind == .array ? Array(value.elements) : [value] {
                if isKey(name) {
                    entry.add(key: value)
                } else {
                    for text in value.strings(where: { _ in true }) {
                        entry.customFields.look(at: text, named: label(of: name))
                    }
                }
            }
        }
        entry.note = try record["notes"].name
        for folder in try record["folders"].elements {
            entry.tags.append(path(try folder["folder", or: "shared_folder"].name))
        }
        return entry
    }

    /// Whether a custom field is a one-time password: its name is `$type[:label][:number]`, or the name in old
    /// versions.
    package static func isKey(_ name: String) -> Bool {
        name == "TFC:Keeper" || name == "$oneTimeCode" || name.hasPrefix("$oneTimeCode:")
    }

    /// The user's name of a field `$type:label:number`, or of a field without a type; empty for a field of the type
    /// `secret`, which is not a one-time password, whatever its label is.
    package static func label(of name: String) -> String {
        guard name.hasPrefix("$") else { return name }
        if name.hasPrefix("$secret:") { return "" }
        let parts = name.split(separator: ":")
        return parts.count > 1 ? String(parts[1]) : name
    }

    /// A folder's path with `/` between its parts: Keeper writes `\` there, and doubles it within a part.
    package static func path(_ text: String) -> String {
        text.split(separator: "\\\\", omittingEmptySubsequences: false)
            .map { $0.replacing("\\", with: "/") }
            .joined(separator: "\\")
    }
}

/// Keeper's CSV, without a header: seven cells, then names and values of custom fields in turn.
enum KeeperTable {
    /// Recognized only by an entry with a one-time password: everything else could be any table.
    static func recognizes(_ content: SourceContent) -> Bool {
        guard content.kind == .text, !content.isMarkup else { return false }
        var table = CSVTable(rowsOf: content.text)
        while let row = try? table.next() {
            if table.rowCount == 1, row.cells.count < firstField { return false }
            // More entries are not read anyway.
            if table.rowCount > Limit.entries { return false }
            if fields(of: row).contains(where: { KeeperFormat.isKey($0.name) }) { return true }
        }
        return false
    }

    static func read(_ text: [UInt8], as format: FormatID, _ limits: ImportLimits) throws(SourceError)
        -> ImportedDocument
    {
        try ImportedDocument(
            format: format, logins: CSVTable(rowsOf: text), fewest: firstField,
            // A name without a value.
            further: { row in fields(of: row).count * 2 + firstField..<max(firstField, row.cells.count) }, limits
        ) { row in
            var entry = LoginEntry()
            entry.title = row.cell(1)
            entry.userName = row.cell(2)
            entry.address = row.cell(4)
            entry.note = row.cell(5)
            entry.tags = [row.cell(0), row.cell(6)].map(KeeperFormat.path)
            for (name, value) in fields(of: row) {
                entry.add(value, named: KeeperFormat.label(of: name), isKey: KeeperFormat.isKey(name))
            }
            return entry
        }
    }

    private static let firstField = 7

    private static func fields(of row: CSVTable.Row) -> [(name: String, value: String)] {
        stride(from: firstField, to: row.cells.count - 1, by: 2).map {
            (row.cells[$0].trimmingWhitespace, row.cells[$0 + 1])
        }
    }
}
