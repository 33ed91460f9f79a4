import Encodings

/// One record of a text that contains links: a link, or a line without a link.
package struct LinkRecord: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case link(KeyURIScheme)
        /// A line of white space.
        case blank
        /// A line that starts with `#`; links in it do not count.
        case comment
        /// A line that belongs to the link that starts before it.
        case rest
        /// Any other line, or a string of JSON.
        case noLink
    }

    /// How a link goes on after its line.
    package enum LineBreak: Sendable, Hashable {
        case none
        /// The record's bytes are the whole link, and a record of the kind ``Kind/rest`` follows for each other line.
        case joined
        /// It may go on up to this line.
        case unclear(lastLine: Int)

        package var isUnclear: Bool { if case .unclear = self { true } else { false } }
    }

    package var kind: Kind
    /// The line, from 1, as editors count: LF, CR and CRLF end a line.
    package var line: Int
    /// The place of the link or the line in the text.
    package var range: Range<Int>
    /// Where the line starts in the text.
    package var lineStart: Int
    /// Whether the record's bytes are the bytes in ``range``: false for a link with escapes of JSON or HTML.
    package var isVerbatim = true
    /// Whether the line contains other text or another link before this link.
    package var hasTextBefore = false
    /// Whether prose follows the link, which white space ends.
    package var hasProseAfter = false
    /// If it is not certain where the link ends, because words after a secret that is short or in groups could belong to
    /// it: where the text ends that they are in.
    package var unclearEnd: Int?
    /// Whether the link goes on in the next lines.
    package var lineBreak = LineBreak.none
    /// The line that may be the rest of the link's issuer.
    package var restOfName: Int?
    /// Which link of its line it is, from 1; nil for the only one.
    package var number: Int?
    /// Possible secrets: in a record without a link, and on the line of a link, before it and after the last link.
    /// Empty if they are not looked for.
    package var secrets: [BareSecret] = []
}

/// Splits texts into records: the one place where links are found, for reading and for validation
/// (`Docs/formats/otpauth.md`).
package enum LinkRecords {
    /// Whether a text is read as JSON: each string in it is a line of its own.
    package static func isJSON(_ text: Span<UInt8>) -> Bool {
        text.indices.first { !ASCII.isWhitespace(text[$0]) }.map { "{[".utf8.contains(text[$0]) } ?? false
    }

    /// Whether a text could have links, also broken links: not if it is JSON without a scheme and without escapes, as most
    /// exports are.
    package static func mayHaveLinks(_ text: Span<UInt8>) -> Bool {
        !isJSON(text) || KeyURIScheme.findAnywhere(in: text) != nil
            || text.firstIndex(of: UInt8(ascii: "\\"), in: text.indices) != nil || KeyURIScheme.mayBeBroken(in: text)
    }

    /// Calls `body` with each record and its bytes, in the order of the text, until it returns false.
    ///
    /// - Parameters:
    ///   - isJSON: the result of ``isJSON(_:)`` for the whole text.
    ///   - firstLine: the number of the text's first line.
    ///   - findsSecrets: whether secrets without a link are looked for.
    ///   - linksOnly: whether strings of JSON that cannot have a link, not even a broken link, may be left out.
    package static func forEachRecord<Failure: Error>(
        in text: Span<UInt8>, isJSON: Bool, firstLine: Int = 1, findsSecrets: Bool = false, linksOnly: Bool = false,
        _ body: (LinkRecord, Span<UInt8>) throws(Failure) -> Bool
    ) throws(Failure) {
        var lines = TextLines()
        let skipsLines = linksOnly && isJSON
        var places = PossibleLinks(), nextLink = skipsLines ? places.next(in: text, from: 0) : 0
        while let line = lines.next(in: text) {
            if skipsLines {
                if line.range.upperBound <= nextLink { continue }
                nextLink = places.next(in: text, from: line.range.upperBound)
            }
            var record = LinkRecord(
                kind: .noLink, line: firstLine + line.number, range: line.range, lineStart: line.range.lowerBound)
            let bytes = text.extracting(line.range)
            var first = 0
            while first < bytes.count, ASCII.isWhitespace(bytes[first]) { first += 1 }
            if first == bytes.count || bytes[first] == ASCII.hash {
                record.kind = first == bytes.count ? .blank : .comment
                guard try body(record, bytes) else { return }
            } else if isJSON || linksOnly && isObject(bytes, from: first) {
                guard try forEachPiece(of: bytes, record, findsSecrets, linksOnly, body) else { return }
            } else {
                var next = NextLines(firstLine: firstLine, lines: lines)
                var links = try forEachLink(in: bytes, of: text, record, findsSecrets, &next, body)
                if links == .none {
                    if findsSecrets { record.secrets = secrets(in: bytes, bytes.indices, record) }
                    links = try joinScheme(in: bytes, of: text, record, &next, body)
                    if links == .none, try !body(record, bytes) { return }
                }
                guard links != .stopped else { return }
                for line in next.rest {
                    record = LinkRecord(
                        kind: .rest, line: firstLine + line.number, range: line.range,
                        lineStart: line.range.lowerBound)
                    guard try body(record, text.extracting(line.range)) else { return }
                }
                lines = next.lines
            }
        }
    }

    /// Calls `body` with each link outside of comments, its scheme and its bytes, until it returns false.
    ///
    /// - Parameters:
    ///   - isJSON: the result of ``isJSON(_:)``.
    ///   - noteBroken: called with each line, or string of JSON, that seems to contain a link, but none was found.
    package static func forEachLink<Failure: Error>(
        in text: Span<UInt8>, isJSON: Bool, noteBroken: (LinkRecord) -> Void = { _ in },
        _ body: (LinkRecord, KeyURIScheme, Span<UInt8>) throws(Failure) -> Bool
    ) throws(Failure) {
        try forEachRecord(in: text, isJSON: isJSON, linksOnly: true) { (record, bytes) throws(Failure) in
            guard case .link(let scheme) = record.kind else {
                if record.kind == .noLink, KeyURIScheme.seemsBroken(in: bytes) { noteBroken(record) }
                return true
            }
            return try body(record, scheme, bytes)
        }
    }

    /// Whether a line is an object of JSON: between lines of another kind, as in an interchange file of 1Password.
    private static func isObject(_ line: Span<UInt8>, from start: Int) -> Bool {
        guard line[start] == UInt8(ascii: "{") else { return false }
        return line.indices.dropFirst(start + 1).first { !ASCII.isWhitespace(line[$0]) }.map { line[$0] }
            == UInt8(ascii: "\"")
    }

    /// Returns possible secrets in a part of a line or of a string, with their places in the text.
    ///
    /// - Parameter record: the line or the string.
    private static func secrets(in line: Span<UInt8>, _ part: Range<Int>, _ record: LinkRecord) -> [BareSecret] {
        var secrets = BareSecret.find(in: line, part)
        for index in secrets.indices {
            secrets[index].range =
                record.isVerbatim ? secrets[index].range.moved(by: record.range.lowerBound) : record.range
        }
        return secrets
    }

    /// Whether a text contains a link of which `isSought` is true, outside of comments.
    package static func containsLink(
        _ text: Span<UInt8>, isJSON: Bool, where isSought: (Span<UInt8>, KeyURIScheme) -> Bool = { _, _ in true }
    ) -> Bool {
        var isFound = false
        forEachLink(in: text, isJSON: isJSON) { _, scheme, link in
            isFound = isSought(link, scheme)
            return !isFound
        }
        return isFound
    }

    /// Whether a line of a text, or a string of its JSON, seems to contain a link, but none is found.
    package static func hasBrokenLink(_ text: Span<UInt8>) -> Bool {
        var isFound = false
        guard KeyURIScheme.mayBeBroken(in: text) else { return false }
        forEachLink(in: text, isJSON: isJSON(text), noteBroken: { _ in isFound = true }) { _, _, _ in !isFound }
        return isFound
    }

    private enum Outcome { case none, some, stopped }

    /// The lines after a line, in which a link at its end may go on.
    private struct NextLines {
        let firstLine: Int
        var lines: TextLines
        /// The lines that belong to the link.
        var rest: [TextLines.Line] = []
    }

    /// Joins the lines after a link, or after the start of a scheme that ends its line, if the link goes on there.
    ///
    /// - Parameters:
    ///   - place: from the link's start to its end in the line.
    ///   - record: gets how the link goes on.
    /// - Returns: the whole link if it was joined.
    private static func join(
        _ scheme: KeyURIScheme?, _ place: Range<Int>, of line: Range<Int>, in text: Span<UInt8>,
        _ next: inout NextLines, _ record: inout LinkRecord
    ) -> BrokenLink? {
        guard let link = BrokenLink(text, scheme, line: line, place: place, after: next.lines) else { return nil }
        record.restOfName = link.restOfName.map { next.firstLine + $0.number }
        guard let last = link.rest.last else { return nil }
        guard link.bytes != nil else {
            record.lineBreak = .unclear(lastLine: next.firstLine + last.number)
            return link
        }
        next.rest = link.rest
        for _ in link.rest { _ = next.lines.next(in: text) }
        record.lineBreak = .joined
        record.isVerbatim = false
        return link
    }

    /// A link whose line ends within its scheme: `otpauth-`, and `migration://…` in the next line.
    private static func joinScheme<Failure: Error>(
        in line: Span<UInt8>, of text: Span<UInt8>, _ record: LinkRecord, _ next: inout NextLines,
        _ body: (LinkRecord, Span<UInt8>) throws(Failure) -> Bool
    ) throws(Failure) -> Outcome {
        guard record.secrets.isEmpty, let start = KeyURIScheme.startOfPart(endingLine: line) else { return .none }
        var record = record
        let first = record.range.lowerBound
        let place = (first + start)..<record.range.upperBound
        guard let link = join(nil, place, of: record.range, in: text, &next, &record), let bytes = link.bytes else {
            return .none
        }
        record.kind = .link(link.scheme)
        record.hasTextBefore = start > 0
        record.range = place.lowerBound..<(link.rest.last?.range.upperBound ?? place.upperBound)
        return try body(record, bytes.span) ? .some : .stopped
    }

    /// The links of a line; the last may go on in the next lines.
    ///
    /// - Parameter next: the text after the line.
    private static func forEachLink<Failure: Error>(
        in line: Span<UInt8>, of text: Span<UInt8>, _ whole: LinkRecord, _ findsSecrets: Bool,
        _ next: inout NextLines, _ body: (LinkRecord, Span<UInt8>) throws(Failure) -> Bool
    ) throws(Failure) -> Outcome {
        try forEachLink(in: line, whole, findsSecrets, body) { link, record in
            let place = link.range.moved(by: whole.range.lowerBound)
            guard let broken = join(link.scheme, place, of: whole.range, in: text, &next, &record) else { return nil }
            if broken.bytes != nil, let last = broken.rest.last {
                record.range = place.lowerBound..<last.range.upperBound
                record.hasProseAfter = false
                record.unclearEnd = nil
            }
            return broken.bytes
        }
    }

    /// - Parameter goOn: called with the last link; returns it with its parts from other lines.
    private static func forEachLink<Failure: Error>(
        in line: Span<UInt8>, _ whole: LinkRecord, _ findsSecrets: Bool,
        _ body: (LinkRecord, Span<UInt8>) throws(Failure) -> Bool,
        goingOn goOn: (LinkFinder.Link, inout LinkRecord) -> [UInt8]? = { _, _ in nil }
    ) throws(Failure) -> Outcome {
        var finder = LinkFinder()
        var count = 0
        var end = 0
        while let link = finder.next(in: line) {
            count += 1
            var record = whole
            record.kind = .link(link.scheme)
            record.hasTextBefore = record.hasTextBefore || link.hasTextBefore
            record.hasProseAfter = link.hasProseAfter
            if link.hasSiblings { record.number = count }
            let start = link.range.lowerBound
            if link.hasProseAfter,
                LinkProse.hasUnclearEnd(line.extracting(start..<link.textEnd), link.scheme, at: link.range.count)
            {
                record.unclearEnd = record.isVerbatim ? record.range.lowerBound + link.textEnd : record.range.upperBound
            }
            if findsSecrets {
                record.secrets = secrets(in: line, end..<link.range.lowerBound, whole)
                end = link.range.upperBound
                if finder.isDone { record.secrets += secrets(in: line, end..<line.count, whole) }
            }
            if record.isVerbatim { record.range = link.range.moved(by: record.range.lowerBound) }
            let goesOn: Bool
            if finder.isDone, let joined = goOn(link, &record) {
                goesOn = try body(record, joined.span)
            } else if link.hasEntities {
                record.isVerbatim = false
                goesOn = try body(record, link.bytes(in: line).span)
            } else {
                goesOn = try body(record, line.extracting(link.range))
            }
            guard goesOn else { return .stopped }
        }
        return count == 0 ? .none : .some
    }

    /// Calls `body` with the strings in a line of JSON, and the text between them.
    private static func forEachPiece<Failure: Error>(
        of line: Span<UInt8>, _ record: LinkRecord, _ findsSecrets: Bool, _ linksOnly: Bool,
        _ body: (LinkRecord, Span<UInt8>) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        var pieces = JSONStringSplitter()
        var places = PossibleLinks(), nextLink = linksOnly ? places.next(in: line, from: 0) : 0
        while let piece = pieces.next(in: line) {
            if linksOnly {
                if piece.range.upperBound <= nextLink { continue }
                nextLink = places.next(in: line, from: piece.range.upperBound)
            }
            var record = record
            record.range = piece.range.moved(by: record.range.lowerBound)
            let raw = line.extracting(piece.range)
            guard piece.isString else {
                let links = try forEachLink(in: raw, record, findsSecrets, body)
                if links == .stopped { return false }
                if links == .none, findsSecrets {
                    record.secrets = secrets(in: raw, raw.indices, record)
                    // Between strings, only a possible secret is a record.
                    if !record.secrets.isEmpty, try !body(record, raw) { return false }
                }
                continue
            }
            record.isVerbatim = raw.firstIndex(of: UInt8(ascii: "\\"), in: raw.indices) == nil
            let text = record.isVerbatim ? [] : JSONStringSplitter.unescaped(raw)
            let links =
                record.isVerbatim
                ? try forEachLink(in: raw, record, findsSecrets, body)
                : try forEachLink(unescaped: text.span, record, findsSecrets, body)
            if links == .stopped { return false }
            // A member's name is not a record.
            if links == .none, !piece.isName {
                if findsSecrets {
                    let content = record.isVerbatim ? raw : text.span
                    record.secrets = secrets(in: content, content.indices, record)
                }
                if try !body(record, raw) { return false }
            }
        }
        return true
    }

    /// Where JSON may have links: at a scheme, a secret of a link, or an escape.
    private struct PossibleLinks {
        /// The next scheme and the next escape, each of which is sought again only behind it: a text may have very many
        /// schemes, and no escape.
        private var scheme = -1, escape = -1

        /// - Parameter start: not before that of the last call.
        /// - Returns: the end of the text if nothing is found.
        mutating func next(in text: Span<UInt8>, from start: Int) -> Int {
            if scheme < start { scheme = KeyURIScheme.findAnywhere(in: text, from: start)?.start ?? text.count }
            if escape < start {
                escape = text.firstIndex(of: UInt8(ascii: "\\"), in: start..<text.count) ?? text.count
            }
            let end = min(scheme, escape)
            return KeyURIScheme.firstSecret(in: text.extracting(start..<end)).map { start + $0 } ?? end
        }
    }

    private static func forEachLink<Failure: Error>(
        unescaped text: Span<UInt8>, _ record: LinkRecord, _ findsSecrets: Bool,
        _ body: (LinkRecord, Span<UInt8>) throws(Failure) -> Bool
    ) throws(Failure) -> Outcome {
        guard KeyURIScheme.find(in: text) != nil else { return .none }
        var lines = TextLines()
        while let range = lines.next(in: text)?.range {
            let line = text.extracting(range)
            let links = try forEachLink(in: line, record, findsSecrets, body)
            if links == .stopped { return .stopped }
            if links == .none, findsSecrets {
                var record = record
                record.secrets = secrets(in: line, line.indices, record)
                if !record.secrets.isEmpty, try !body(record, line) { return .stopped }
            }
        }
        return .some
    }
}
