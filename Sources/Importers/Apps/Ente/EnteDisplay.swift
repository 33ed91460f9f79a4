import Encodings
import FormatEngine
import Links
import TOTPDomain

/// The data that Ente stores with an account: JSON in the parameter `codeDisplay` of its link.
package struct EnteDisplay {
    private let pinned, trashed: Bool?
    private let note: LenientText?
    private let tags: [String]

    /// - Returns: nil if the text is not an object, or has one of the members twice.
    init?(_ text: String) {
        guard let object = (try? JSONValue(checking: Array(text.utf8))).flatMap({ JSONObject($0) }) else { return nil }
        do throws(EntryError) {
            pinned = try object.flag("pinned")
            trashed = try object.flag("trashed")
            note = try object.text("note")
            tags = (try object.list("tags") ?? []).compactMap(\.string)
        } catch { return nil }
    }

    package var isInTrash: Bool { trashed == true }

    /// Adds note, tags and the favorite mark to an account; the rest stays.
    package func annotate(_ item: inout Account) {
        let text = note.orEmpty
        item.note = text.isBlank ? nil : text
        item.tags = tags.map(\.trimmingWhitespace).filter { !$0.isEmpty }
        item.isFavorite = pinned ?? false
    }
}

extension EnteDisplay {
    /// The JSON of an account, percent-encoded.
    ///
    /// - Parameter position: the account's index in the list.
    package static func parameter(note: String?, tags: [String], isFavorite: Bool, position: Int) -> String {
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
}

extension EnteDisplay {
    /// The others of Ente's `CodeDisplay`: order, use and icon.
    private static let members = KnownNames(
        "pinned trashed note tags lastUsedAt tapCount position iconSrc iconID")

    /// Adds the data that Ente stores in a link to its account.
    ///
    /// - Parameter unread: receives the names of unread members.
    /// - Returns: a warning about the account, if any.
    static func annotate(
        _ link: Span<UInt8>, _ parts: KeyURIParts, _ item: inout Account, _ unread: inout UnreadNames
    ) -> Warning? {
        guard let range = parts.codeDisplay else { return nil }
        let text = PercentCoding.decode(link, range, plusIsSpace: true).trimmingWhitespace
        if text.isEmpty || text == "null" { return nil }
        guard let display = EnteDisplay(text) else {
            return "its codeDisplay is damaged: note, tags and favorite flag were not imported"
        }
        display.annotate(&item)
        unread.add(members.unread(in: Array(text.utf8), isRecord: true))
        return display.isInTrash ? "in Ente's trash; imported anyway" : nil
    }

    /// Whether any link of a text has the parameter.
    static func occurs(in content: SourceContent) -> Bool {
        LinkListReader.hasLink(in: content) { link, scheme in
            scheme.readAs == .otpauth && KeyURIParts(link, scheme: scheme).codeDisplay != nil
        }
    }
}
