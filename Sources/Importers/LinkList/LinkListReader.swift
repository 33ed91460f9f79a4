import Encodings
import TOTPDomain

/// A text of links, one a line: accounts, and parts of Google Authenticator exports between them.
enum LinkListReader {
    /// Puts into an account what an app wrote into its link beside it.
    ///
    /// - returns: what a person should know of the account, if anything.
    typealias Annotation = (_ link: Span<UInt8>, _ parts: KeyURIParts, _ item: inout TOTPItem) -> String?

    /// Reads every line. Blank lines and comments (`#`) hold no entry; every other line holds at least one.
    ///
    /// - parameter isSealed: the text came out of an encrypted file, whose own lines tell nothing: positions name the
    ///   entry instead.
    static func read(
        _ request: ImportRequest, as format: FormatID, isSealed: Bool = false, annotate: Annotation? = nil
    ) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        var document = ImportedDocument(format: format, entries: [])
        var start = 0
        var number = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: ASCII.newline) ?? text.count
            number += 1
            let position =
                isSealed
                ? EntryPosition(entry: number)
                : EntryPosition(page: request.page, code: request.code, line: request.code == nil ? number : nil)
            readLine(text.span.extracting(start..<end), at: position, into: &document, annotate)
            guard document.entries.count <= request.limits.entries else {
                throw SourceError(.limitExceeded, "more than \(request.limits.entries) entries; split the file")
            }
            start = end + 1
        }
        guard !document.entries.isEmpty else {
            throw SourceError(.unrecognised, "the file holds no link, only comments or what is no text")
        }
        return document
    }

    private static func readLine(
        _ line: Span<UInt8>, at position: EntryPosition, into document: inout ImportedDocument, _ annotate: Annotation?
    ) {
        var first = 0
        while first < line.count, ASCII.isWhitespace(line[first]) { first += 1 }
        guard first < line.count, line[first] != ASCII.hash else { return }
        if let (scheme, start) = KeyURIScheme.find(in: line), scheme == .migration {
            MigrationLink.read(line.extracting(start..<line.count), at: position, into: &document)
            return
        }
        do throws(EntryError) {
            var reading = try KeyURI.read(line)
            if let annotate, let (scheme, start) = KeyURIScheme.find(in: line) {
                let link = line.extracting(start..<line.count)
                let remark = annotate(link, KeyURIParts(link, scheme: scheme), &reading.item)
                if let remark { reading.warning = reading.warning.map { "\($0); \(remark)" } ?? remark }
            }
            document.append(reading, at: position)
        } catch {
            let rejection = EntryRejection(position: position, label: KeyURI.label(of: line), problem: error)
            document.entries.append(.rejected(rejection))
        }
    }

    /// The schemes of all lines that are neither blank nor comments.
    static func schemes(in content: SourceContent) -> Set<KeyURIScheme> {
        var schemes: Set<KeyURIScheme> = []
        _ = hasLink(in: content) { _, scheme in
            schemes.insert(scheme)
            return false
        }
        return schemes
    }

    /// Whether any line but a comment has a link of which `isSought` is true.
    static func hasLink(in content: SourceContent, where isSought: (Span<UInt8>, KeyURIScheme) -> Bool) -> Bool {
        guard content.kind == .text else { return false }
        let text = content.text.span
        var start = 0
        while start < text.count {
            let end = text.firstIndex(of: ASCII.newline, from: start) ?? text.count
            let line = text.extracting(start..<end)
            start = end + 1
            guard !isComment(line), let (scheme, begin) = KeyURIScheme.find(in: line) else { continue }
            if isSought(line.extracting(begin..<line.count), scheme) { return true }
        }
        return false
    }

    private static func isComment(_ line: Span<UInt8>) -> Bool {
        for index in line.indices where !ASCII.isWhitespace(line[index]) { return line[index] == ASCII.hash }
        return false
    }
}

extension Span where Element == UInt8 {
    fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        for index in start..<count where self[index] == byte { return index }
        return nil
    }
}
