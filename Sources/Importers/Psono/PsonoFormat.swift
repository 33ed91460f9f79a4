import Encodings
import TOTPDomain

/// Psono's JSON export (`Docs/formats/psono.md`).
package struct PsonoFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "psono",
            group: .passwordManager,
            app: "Psono",
            file: "JSON",
            encryption: .never,
            exportSteps: .menu("Other › Export, as JSON")
        )
    }

    /// Other names start with the item's type.
    private static let members = KnownMembers.parts(
        "name type totp_code totp_algorithm totp_digits totp_period website_password_totp_code")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object, !outline.has("encrypted") else {
            return false
        }
        let lists = ["items", "folders"].map { outline.members[$0] }
        return lists.contains(.array) && lists.allSatisfy { $0 == nil || $0 == .array }
            && PsonoItem.occurs(in: content.text)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let items = try Self.items(of: try JSONValue(text: request.content.text), inFolder: "")
        let records = JSONRecordCount.count([.nested("items", in: "folders")], in: request.content.text)
        try request.limits.check(records: records)
        var list = LoginList(description.id, request.limits)
        for (index, (item, folder)) in items.enumerated() {
            let entry = LoginEntry(item) { (item) throws(EntryError) in try PsonoItem.entry(item, inFolder: folder) }
            try list.add(entry, at: EntryPosition(entry: index + 1))
        }
        return naming(unread: Self.members, in: request.content.text, list.finished(records: records))
    }

    /// The items of a folder, then those of the folders in it. Folders can be nested as deeply as JSON can.
    private static func items(
        of folder: JSONValue, inFolder path: String
    ) throws(SourceError) -> [(item: JSONValue, folder: String)] {
        var items: [(item: JSONValue, folder: String)] = []
        if try folder.member("items") != nil { items += try folder.list("items").map { ($0, path) } }
        guard try folder.member("folders") != nil else { return items }
        for inner in try folder.list("folders") {
            guard inner.kind == .object else {
                throw .damaged("a folder is not an object")
            }
            let name = try inner.member("name").name
            items += try Self.items(of: inner, inFolder: path.isEmpty ? name : "\(path)/\(name)")
        }
        return items
    }
}
