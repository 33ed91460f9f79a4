import Containers
import Encodings
import FormatEngine
import TOTPDomain

/// SafeInCloud's XML export (`Docs/formats/safeincloud.md`).
package struct SafeInCloudFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "safeincloud",
        group: .passwordManager,
        app: "SafeInCloud",
        file: "XML",
        exportSteps: "On a computer: File › Export › As XML"
    )

    private static let root = "database", card = "card"

    /// A card has a color and a symbol, its images and files, the time of its last change, and for each field a grade
    /// of the password and its former values.
    private static let known = KnownNames(
        "database label card field label_id image file custom_icon ghost",
        attributes: """
            id name type title template star deleted color symbol autofill time_stamp first_stamp prev_stamp website_icon \
            custom_icon score hash history
            """, single: "notes")

    /// Before the lists of links: some of its one-time passwords are links, and others secrets.
    package func recognizes(_ content: SourceContent) -> Bool {
        content.isMarkup && XMLElement.rootName(of: content.text) == Self.root
            && content.text.span.firstIndex(of: Array("<\(Self.card) ".utf8)) != nil
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        var labels: [String: String] = [:]
        var cards: [SafeInCloudCard] = [], unread = UnreadNames()
        try XMLElement.read(
            request.content.text,
            root: { root throws(SourceError) in
                guard root.name == Self.root else {
                    throw .damaged("it is not a database")
                }
            },
            child: { element throws(SourceError) in
                switch element.name {
                case Self.card:
                    cards.append(SafeInCloudCard(element))
                    try request.limits.check(records: cards.count)
                case "label": labels[element.attribute("id")] = element.attribute("name")
                default: break
                }
                Self.known.addUnread(in: element, to: &unread)
            })
        var names = TagNames(labels)
        var document = try ImportedDocument(
            format: description.id,
            records: XMLTags.count(in: request.content.text.span) { tag, text in text.equals("card", in: tag.name) },
            entries: PlantedLoss.applied(to: cards), request.limits
        ) { card in
            var entry = card.entry
            entry.tags = names.tags(card.labels, in: "label_id")
            return entry
        }
        unread.add(names.unread)
        document.name(unread: unread)
        return document
    }
}

/// A card: fields of many types, including one-time passwords.
private struct SafeInCloudCard {
    let labels: [String]
    private(set) var entry = LoginEntry()

    init(_ card: XMLElement) {
        labels = card.children.filter { $0.name == "label_id" }.map(\.trimmedText)
        // A template is an empty card of the app.
        guard card.attribute("template") != "true" else { return }
        func first(_ types: String...) -> String {
            fields.lazy.filter { types.contains($0.attribute("type")) }.map(\.trimmedText).first { !$0.isEmpty } ?? ""
        }
        let fields = card.children.filter { $0.name == "field" }
        entry.title = card.attribute("title")
        entry.userName = first("login")
        entry.address = first("website", "weblogin")
        entry.note = card["notes"]?.text ?? ""
        entry.isFavorite = card.attribute("star") == "true"
        entry.isTrashed = card.attribute("deleted") == "true"
        for field in fields {
            let isKey = field.attribute("type") == "one_time_password"
            entry.add(field.text, named: field.attribute("name"), isKey: isKey)
        }
    }
}
