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
        var document = ImportedDocument(format: format, entries: [])
        var elements = CodeElements(request.content.text)
        while let element = elements.next() {
            let position = EntryPosition(entry: document.entries.count + 1)
            if element.isComplete {
                readLink(HTMLEntities.decode(request.content.text[element.content]).span, at: position, into: &document)
            } else {
                document.reject(at: position, EntryError(.notALink, "the link has no end; export the page again"))
            }
            try request.limits.check(entries: document.entries.count)
        }
        if elements.isInTable {
            let problem = EntryError(
                .notALink, "the page is cut off here, and whatever stood behind is missing; export it again")
            document.reject(at: EntryPosition(entry: document.entries.count + 1), problem)
        }
        guard !document.entries.isEmpty else {
            throw SourceError(.unrecognised, "the page holds no link; export it again")
        }
        return document
    }

    private static func readLink(_ link: Span<UInt8>, at position: EntryPosition, into document: inout ImportedDocument)
    {
        do throws(EntryError) {
            let reading = try KeyURI.read(link)
            document.entries.append(.item(reading.item))
            if let warning = reading.warning {
                document.warnings.append("\(position) (\(reading.item.label)): \(warning)")
            }
        } catch {
            let rejection = EntryRejection(position: position, label: KeyURI.label(of: link), problem: error)
            document.entries.append(.rejected(rejection))
        }
    }
}
