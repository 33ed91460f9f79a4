import Encodings
import FormatEngine
import Links
import TOTPDomain

/// The data that Ente stores with an account: JSON in the parameter `codeDisplay` of its link.
enum EnteDisplay {
    /// The others of Ente's `CodeDisplay`: order, use and icon.
    private static let members = KnownNames(
        "pinned trashed note tags lastUsedAt tapCount position iconSrc iconID")

    /// Adds note, tags and the favorite mark to the account of a link; the rest stays.
    ///
    /// - Parameter unread: receives the names of unread members.
    /// - Returns: a warning about the account, if any.
    static func annotate(
        _ link: Span<UInt8>, _ parts: KeyURIParts, _ item: inout Account, _ unread: inout UnreadNames
    ) -> Warning? {
        guard let range = parts.codeDisplay else { return nil }
        let text = PercentCoding.decode(link, range, plusIsSpace: true).trimmingWhitespace
        if text.isEmpty || text == "null" { return nil }
        do throws(EntryError) {
            guard let display = try? JSONValue(checking: Array(text.utf8)) else { throw .notAnObject }
            let object = try JSONObject(entry: display), note = try object.text("note").orEmpty
            let isPinned = try object.flag("pinned"), isTrashed = try object.flag("trashed")
            let tags = try object.list("tags")?.compactMap(\.string) ?? []
            item.note = note.isBlank ? nil : note
            item.tags = tags.map(\.trimmingWhitespace).filter { !$0.isEmpty }
            item.isFavorite = isPinned == true
            unread.add(members.unread(in: Array(text.utf8), isRecord: true))
            return isTrashed == true ? "in Ente's trash; imported anyway" : nil
        } catch { return "its codeDisplay is damaged: note, tags and favorite flag were not imported" }
    }

    /// The JSON of an account, percent-encoded.
    ///
    /// - Parameter position: the account's index in the list.
    static func parameter(note: String?, tags: [String], isFavorite: Bool, position: Int) -> String {
        let json = OrderedJSON.object([
            "pinned": .bool(isFavorite),
            "trashed": false,
            "lastUsedAt": 0,
            "tapCount": 0,
            "tags": .array(tags.map { .string($0) }),
            "note": .string(note ?? ""),
            "position": .integer(position),
        ])
        var text = String(decoding: json.utf8, as: UTF8.self)
        // Ente replaces %2C in the decoded JSON with a comma.
        text = text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "\\u0025")
        return "&codeDisplay=\(PercentCoding.encode(text))"
    }

    /// Whether any link of a text has the parameter.
    static func occurs(in content: SourceContent) -> Bool {
        LinkListReader.hasLink(in: content) { link, scheme in
            scheme.readAs == .otpauth && KeyURIParts(link, scheme: scheme).codeDisplay != nil
        }
    }
}
