import Containers
import Encodings
import FormatEngine
import Links
import TOTPDomain

/// Stratum's HTML backup: a table with a link in each `<code>` element.
enum StratumPage {
    private static let title = Array("<title>Stratum Backup</title>".utf8)

    private static let elements = KnownNames(page: "div h1 table thead tbody tr th td code img", taking: "code")

    private static func hasTitle(_ text: [UInt8]) -> Bool {
        text.span.extracting(0..<min(text.count, 1 << 16)).firstIndex(of: title) != nil
    }

    static func matches(_ content: SourceContent) -> Bool {
        guard content.isMarkup else { return false }
        if hasTitle(content.text) { return true }
        guard content.text.span.firstIndex(of: Array("<code".utf8)) != nil else { return false }
        var tags = HTMLTags(content.text, names: ["code"])
        while let tag = tags.next() {
            if KeyURIScheme.find(in: content.text.span.extracting(tag.after)) != nil { return true }
        }
        return false
    }

    static func read(_ request: ImportRequest, as format: FormatID) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        var document = ImportedDocument(format: format, records: recordCount(text))
        var tags = HTMLTags(text, names: ["code", "table", "/table"])
        var count = 0
        var loss = PlantedLoss()
        var isInTable = false
        func addCut() throws(SourceError) {
            count += 1
            try request.limits.check(records: count)
            let problem = EntryError(.notALink, "the page is cut off here, and the rest is missing", .exportAgain)
            document.reject(at: EntryPosition(entry: count), problem)
        }
        while let tag = tags.next() {
            guard tag.name == "code" else {
                if isInTable, tag.name == "table" { try addCut() }
                isInTable = tag.name == "table"
                continue
            }
            count += 1
            try request.limits.check(records: count)
            if loss.takesNext() { continue }
            let link = tag.isClosed ? HTMLEntities.decode(text[tag.after]) : nil
            document.add(StratumLink(link: link), at: EntryPosition(entry: count))
        }
        if isInTable { try addCut() }
        guard !document.entries.isEmpty else {
            throw SourceError(.unrecognised, "the page contains no link", .exportAgain)
        }
        // A page without the title may be anyone's.
        if hasTitle(text) { elements.look(at: text, &document) }
        return document
    }

    /// The start tags of `<code>` elements, and one more for each table without an end: the page is cut off there.
    private static func recordCount(_ text: [UInt8]) -> Int {
        HTMLTags.count(of: "<code", in: text) + HTMLTags.countWithoutEnd("<table", end: "</table", in: text)
    }
}

/// A link of the page.
private struct StratumLink: ExportedAccount {
    /// nil if it has no end.
    let link: [UInt8]?

    var names: (issuer: String, name: String) { ("", link.map { KeyURI.label(of: $0.span) } ?? "") }

    func draft() throws(EntryError) -> AccountDraft {
        guard let link else { throw EntryError(.notALink, "the link has no end", "export the page again") }
        var draft = try AccountDraft(link: link)
        draft.isVerbatim = true
        return draft
    }
}
