import TOTPDomain

/// A text of links, one a line: accounts, and parts of Google Authenticator exports between them.
enum LinkListReader {
    /// Reads every line. Blank lines and comments (`#`) hold no entry; every other line holds at least one.
    static func read(_ request: ImportRequest, as format: FormatID) throws(SourceFailure) -> ImportedDocument {
        let text = request.content.text
        var document = ImportedDocument(format: format, entries: [])
        var start = 0
        var number = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: ASCII.newline) ?? text.count
            number += 1
            let position = EntryPosition(
                page: request.page, code: request.code, line: request.code == nil ? number : nil)
            readLine(text.span.extracting(start..<end), at: position, into: &document)
            guard document.entries.count <= request.limits.entries else {
                throw SourceFailure(.limitExceeded, "more than \(request.limits.entries) entries; split the file")
            }
            start = end + 1
        }
        guard !document.entries.isEmpty else {
            throw SourceFailure(.unrecognised, "the file holds no link, only comments or what is no text")
        }
        return document
    }

    private static func readLine(_ line: Span<UInt8>, at position: EntryPosition, into document: inout ImportedDocument)
    {
        var first = 0
        while first < line.count, ASCII.isBlank(line[first]) { first += 1 }
        guard first < line.count, line[first] != ASCII.hash else { return }
        if let (scheme, start) = KeyURIScheme.find(in: line), scheme == .migration {
            MigrationLink.read(line.extracting(start..<line.count), at: position, into: &document)
            return
        }
        do throws(EntryProblem) {
            let reading = try KeyURI.read(line)
            document.entries.append(.item(reading.item))
            if let warning = reading.warning {
                document.warnings.append("\(position) (\(reading.item.label)): \(warning)")
            }
        } catch {
            let rejection = EntryRejection(position: position, label: KeyURI.label(of: line), problem: error)
            document.entries.append(.rejected(rejection))
        }
    }

    /// The schemes of all lines that are neither blank nor comments.
    static func schemes(in content: SourceContent) -> Set<KeyURIScheme> {
        guard content.kind == .text else { return [] }
        var schemes: Set<KeyURIScheme> = []
        for line in content.text.split(separator: ASCII.newline) {
            guard line.first(where: { !ASCII.isBlank($0) }) != ASCII.hash else { continue }
            if let found = KeyURIScheme.find(in: line.span) { schemes.insert(found.scheme) }
        }
        return schemes
    }
}
