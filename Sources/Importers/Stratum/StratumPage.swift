import Encodings
import TOTPDomain

/// Stratum's HTML backup: a table with a link in each `<code>` element.
enum StratumPage {
    private static let title = Array("<title>Stratum Backup</title>".utf8)

    static func matches(_ content: SourceContent) -> Bool {
        guard content.isMarkup else { return false }
        if content.text.prefix(1 << 16).firstRange(of: title) != nil { return true }
        var elements = CodeElements(content.text)
        while let element = elements.next() {
            if KeyURIScheme.find(in: content.text.span.extracting(element.content)) != nil { return true }
        }
        return false
    }

    static func read(_ request: ImportRequest, as format: FormatID) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        var document = ImportedDocument(format: format, records: recordCount(text))
        var elements = CodeElements(text)
        var count = 0
        while let element = elements.next() {
            count += 1
            try request.limits.check(records: count)
            let link = element.isComplete ? HTMLEntities.decode(text[element.content]) : nil
            document.add(StratumLink(link: link), at: EntryPosition(entry: count))
        }
        if elements.isInTable {
            let problem = EntryError(
                .notALink, "the page is cut off here, and the rest is missing; export it again")
            document.reject(at: EntryPosition(entry: count + 1), problem)
        }
        guard !document.entries.isEmpty else {
            throw SourceError(.unrecognised, "the page contains no link; export it again")
        }
        return document
    }

    /// The start tags of `<code>` elements, and one more for the missing end of a page that is cut off.
    private static func recordCount(_ text: [UInt8]) -> Int {
        let tables = count(of: "<table", in: text) - count(of: "</table", in: text)
        return count(of: "<code", in: text) + (tables > 0 ? 1 : 0)
    }

    /// How often a tag occurs, ignoring case.
    private static func count(of tag: StaticString, in text: [UInt8]) -> Int {
        var count = 0
        text.withUnsafeBufferPointer { text in
            var start = 0
            let length = tag.utf8CodeUnitCount
            while start + length <= text.count {
                let isFound =
                    text[start] == tag.utf8Start[0]
                    && (1..<length).allSatisfy { ASCII.lowercased(text[start + $0]) == tag.utf8Start[$0] }
                let isWhole = isFound && !(start + length < text.count && isName(text[start + length]))
                count += isWhole ? 1 : 0
                start += 1
            }
        }
        return count
    }

    private static func isName(_ byte: UInt8) -> Bool { byte == ASCII.slash || ASCII.lowercased(byte) &- 97 < 26 }
}

/// A link of the page.
private struct StratumLink: ExportedAccount {
    /// nil if it has no end.
    let link: [UInt8]?

    var names: (issuer: String, name: String) { ("", link.map { KeyURI.label(of: $0.span) } ?? "") }

    func draft() throws(EntryError) -> AccountDraft {
        guard let link else { throw EntryError(.notALink, "the link has no end; export the page again") }
        var draft = try AccountDraft(link: link)
        draft.isVerbatim = true
        return draft
    }
}
