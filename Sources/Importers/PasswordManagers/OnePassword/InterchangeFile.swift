import Encodings
import FormatEngine
import TOTPDomain

/// 1PIF: one item per line in JSON, with a line of `***…***` after each.
enum InterchangeFile {
    /// Told by the first item.
    static func recognizes(_ content: SourceContent) -> Bool {
        guard content.kind == .text else { return false }
        for (_, bytes) in lines(of: content.text) {
            guard let line = item(bytes) else { continue }
            // Other JSON is often one long line.
            let isWhole = bytes.count == content.text.count
            guard let outline = isWhole ? content.jsonOutline : SourceContent(text: Array(line)).jsonOutline,
                outline.shape == .object
            else { return false }
            return outline.has("uuid") && (outline.has("secureContents") || outline.has("overview"))
        }
        return false
    }

    /// All of an item and its fields; its contents, at depth 2, have the fields of its template as members, hundreds of
    /// them in all versions.
    private static let members = KnownNames(
        """
        uuid updatedAt createdAt txTimestamp locationKey location securityLevel openContents contentsHash title \
        secureContents details overview typeName trashed folderUuid keyID faveIndex fields value id name type \
        designation sections k n v t a inputTraits guarded multiline generate keyboard correction capitalization \
        autocorrection clipboardFilter URLs urls url label mode passwordHistory backupKeys time street city state zip \
        country region email_address provider fileName documentId decryptedSize hmac
        """, data: 2)

    /// The members that describe an item, in addition to its contents.
    private static let heads = [
        (
            "overview",
            KnownNames(
                """
                title subtitle url URLs u l p label tags ainfo ps pbe pgrng appIds b5UserUUID watchtowerExclusions icons
                """)
        ),
        (
            "openContents",
            KnownNames(
                """
                tags faveIndex scope autosubmit passwordStrength usernameHash contentsHash displayTitle securityLevel
                """)
        ),
    ]

    static func read(_ text: [UInt8], as format: FormatID, _ limits: ImportLimits) throws(SourceError)
        -> ImportedDocument
    {
        var list = LoginList(format, limits)
        var loss = PlantedLoss(), unread = UnreadNames(), others = UnreadNames()
        var leftovers = Leftovers()
        for (number, bytes) in lines(of: text) {
            guard let line = item(bytes) else {
                if let kind = Leftover.Kind(in: bytes.span) { leftovers.add(kind, line: number) }
                continue
            }
            others.add(members.unread(in: Array(line), isRecord: true))
            if loss.takesNext() { continue }
            let item = try? JSONValue(text: Array(line))
            for name in item.map(unknownContents) ?? [] { unread.add(raw: name, entries: 1) }
            for (name, members) in heads {
                if let head = try? item?[name] { unread.add(members.unread(in: head.source, isRecord: true)) }
            }
            let entry = item.map { LoginEntry($0, Self.entry) } ?? LoginEntry(rejected: .notAnObject)
            try list.add(entry, at: EntryPosition(line: number))
        }
        var document = list.finished(records: recordCount(text))
        document.name(unread: unread)
        document.name(unread: others)
        document.leftovers.add(leftovers)
        return document
    }

    /// The members of an item's contents that may be its fields or its note under another name. An item with known
    /// fields and a known note has no such members.
    private static func unknownContents(in item: JSONValue) -> [String] {
        guard let content = try? item["secureContents", or: "details"] else { return [] }
        let hasFields = content.has("fields") && content.has("sections")
        // Other templates have many texts of their own.
        let hasNote = content.has("notesPlain") || !logins.contains(((try? item["typeName"]) ?? nil).name)
        return content.members.filter { member in
            switch member.value.kind {
            case .array:
                !hasFields && !lists.contains(member.name) && member.value.elements.contains { $0.kind == .object }
            case .string: !hasNote && !texts.contains(member.name) && !member.value.saysNothing
            default: false
            }
        }.map(\.name)
    }

    private static let logins: Set<String> = ["webforms.WebForm", "passwords.Password"]
    private static let lists: Set<String> = ["fields", "sections", "URLs", "passwordHistory", "tags"]
    private static let texts: Set<String> = [
        "htmlAction", "htmlForm", "htmlID", "htmlMethod", "htmlName", "password", "URL", "username",
    ]

    /// The lines that are items, counted without their numbers.
    private static func recordCount(_ text: [UInt8]) -> Int {
        text.split { $0 == ASCII.newline || $0 == ASCII.carriageReturn }.count { item($0) != nil }
    }

    private static func entry(_ item: JSONValue) throws(EntryError) -> LoginEntry {
        // Older versions for Windows have other names.
        let content = try item["secureContents", or: "details"], overview = try item["overview"]
        let title = try overview?["title"], address = try overview?["url"], tags = try overview?["tags"]
        var entry = LoginEntry()
        entry.title = try (item["title"] ?? title).name
        entry.address = try (item["location"] ?? address).name
        for field in try (content?["fields"]).elements where try field["designation"].name == "username" {
            entry.add(userName: try field["value"].name)
        }
        for section in try (content?["sections"]).elements {
            for field in try section["fields"].elements {
                let isKey = try field["n"].name.hasPrefix("TOTP_")
                entry.add(try field["v"], named: try field["t"].name, isKey: isKey)
            }
        }
        entry.note = try (content?["notesPlain"]).name
        let open = try item["openContents"]
        entry.tags = try (open?["tags"] ?? tags).elements.map(\.name)
        entry.isFavorite = try (open?["faveIndex"]).isSet
        entry.isTrashed = try item["trashed"].isSet
        return entry
    }

    /// A line without space around it, if it is an item; nil for an empty line and a separator.
    private static func item(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let line = line.trimmingWhitespace
        return line.isEmpty || line.starts(with: "***".utf8) ? nil : line
    }

    /// The lines of a text with their numbers, from 1, as editors count.
    private static func lines(of text: [UInt8]) -> some Sequence<(number: Int, bytes: ArraySlice<UInt8>)> {
        var rest = text[...]
        var number = 0
        return sequence(state: ()) { _ -> (number: Int, bytes: ArraySlice<UInt8>)? in
            guard !rest.isEmpty else { return nil }
            let line = rest.prefix { $0 != ASCII.newline && $0 != ASCII.carriageReturn }
            rest = rest[line.endIndex...]
            if rest.starts(with: [ASCII.carriageReturn, ASCII.newline]) { rest = rest.dropFirst() }
            rest = rest.dropFirst()
            number += 1
            return (number, line)
        }
    }
}
