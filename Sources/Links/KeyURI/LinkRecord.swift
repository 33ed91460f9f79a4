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

    package var kind: Kind
    /// The line, from 1, as editors count: LF, CR and CRLF end a line.
    package var line: Int
    /// The place of the link or the line in the text.
    package var range: Range<Int>
    /// Where the line starts in the text.
    package var lineStart: Int
    /// Whether the record's bytes are the bytes in ``range``: false for a link with escapes of JSON or HTML.
    package var isVerbatim = true
    package var textAround = TextAround()
    /// If it is not certain where the link ends, because words after a secret that is short or in groups could belong to
    /// it: where the text ends that they are in.
    package var unclearEnd: Int?
    /// Whether the link goes on in the next lines: the record's bytes are the whole link, and a record of the kind
    /// ``Kind/rest`` follows for each other line.
    package var isJoined = false
    /// If it is not certain whether the link goes on: the line up to which it may.
    package var unclearLine: Int?
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
        var lines = TextLines(firstLine: firstLine)
        var places = PossibleLinks()
        // The lines that belong to the link before them.
        var restCount = 0
        while let line = lines.next(in: text) {
            if linksOnly, isJSON, places.skips(line.range, in: text) { continue }
            var record = LinkRecord(
                kind: .noLink, line: line.number, range: line.range, lineStart: line.range.lowerBound)
            let bytes = text.extracting(line.range)
            let first = bytes.indices.first { !ASCII.isWhitespace(bytes[$0]) }
            let goesOn: Bool
            if restCount > 0 {
                restCount -= 1
                record.kind = .rest
                goesOn = try body(record, bytes)
            } else if let first, bytes[first] != ASCII.hash {
                if isJSON || linksOnly && isObject(bytes, from: first) {
                    goesOn = try forEachPiece(of: bytes, record, findsSecrets, linksOnly, body)
                } else {
                    goesOn = try forEachLink(in: bytes, bytes, .line, record, findsSecrets, body) { scheme, record in
                        join(scheme, &record, of: line.range, in: text, after: lines, &restCount)
                    }
                }
            } else {
                record.kind = first == nil ? .blank : .comment
                goesOn = try body(record, bytes)
            }
            guard goesOn else { return }
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
        BareSecret.find(in: line, part).map { secret in
            let range = record.isVerbatim ? secret.range.moved(by: record.range.lowerBound) : record.range
            return BareSecret(range: range, secret: secret.secret)
        }
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

    /// Joins the lines after a link, or after the start of a scheme that ends its line, if the link goes on there.
    ///
    /// - Parameters:
    ///   - record: the link up to the end of its line; gets how it goes on.
    ///   - line: the whole line.
    ///   - lines: the lines after it.
    ///   - restCount: gets the number of those lines that belong to the link.
    /// - Returns: the whole link if it was joined.
    private static func join(
        _ scheme: KeyURIScheme?, _ record: inout LinkRecord, of line: Range<Int>, in text: Span<UInt8>,
        after lines: TextLines, _ restCount: inout Int
    ) -> [UInt8]? {
        guard let link = BrokenLink(text, scheme, line: line, place: record.range, after: lines) else { return nil }
        record.restOfName = link.restOfName
        guard let last = link.rest.last else { return nil }
        guard let bytes = link.bytes else {
            record.unclearLine = last.number
            return nil
        }
        restCount = link.rest.count
        record.kind = .link(link.scheme)
        record.isJoined = true
        record.isVerbatim = false
        record.range = record.range.lowerBound..<last.range.upperBound
        record.textAround.after = false
        record.unclearEnd = nil
        return bytes
    }

    /// What is searched for links at once.
    private enum Part {
        case line
        /// A string of JSON.
        case string
        /// A member's name is not a record.
        case name
        /// The text between strings, or a line of a string that has links: only a possible secret is a record.
        case other
    }

    /// Calls `body` with the links in a part of a text, or with the part if it is a record without a link.
    ///
    /// - Parameters:
    ///   - bytes: those of the part as a record; a string without its escapes replaced.
    ///   - join: called with the last link, and with the start of a scheme that ends a line; returns the link with its
    ///     parts from other lines.
    private static func forEachLink<Failure: Error>(
        in text: Span<UInt8>, _ bytes: Span<UInt8>, _ part: Part, _ whole: LinkRecord, _ findsSecrets: Bool,
        _ body: (LinkRecord, Span<UInt8>) throws(Failure) -> Bool,
        joining join: (KeyURIScheme?, inout LinkRecord) -> [UInt8]? = { _, _ in nil }
    ) throws(Failure) -> Bool {
        var finder = LinkFinder(text)
        let hasLink = !finder.isDone
        var end = 0
        while let link = finder.next(in: text) {
            var record = whole
            record.kind = .link(link.scheme)
            record.textAround = link.textAround
            record.number = link.number
            let start = link.range.lowerBound
            if link.textAround.after,
                LinkProse.hasUnclearEnd(text.extracting(start..<link.textEnd), link.scheme, at: link.range.count)
            {
                record.unclearEnd = record.isVerbatim ? record.range.lowerBound + link.textEnd : record.range.upperBound
            }
            if findsSecrets {
                record.secrets = secrets(in: text, end..<start, whole)
                end = link.range.upperBound
                if finder.isDone { record.secrets += secrets(in: text, end..<text.count, whole) }
            }
            if record.isVerbatim { record.range = link.range.moved(by: record.range.lowerBound) }
            let goesOn: Bool
            if finder.isDone, let joined = join(link.scheme, &record) {
                goesOn = try body(record, joined.span)
            } else if let plain = link.plain {
                record.isVerbatim = false
                goesOn = try body(record, plain.span)
            } else {
                goesOn = try body(record, text.extracting(link.range))
            }
            guard goesOn else { return false }
        }
        guard !hasLink, part != .name else { return true }
        var record = whole
        if findsSecrets { record.secrets = secrets(in: text, text.indices, whole) }
        // A line may end within the scheme: `otpauth-`, and `migration://…` in the next line.
        if part == .line, record.secrets.isEmpty, let start = KeyURIScheme.startOfPart(endingLine: text) {
            var link = record
            link.textAround.before = start > 0
            link.range = (whole.range.lowerBound + start)..<whole.range.upperBound
            if let joined = join(nil, &link) { return try body(link, joined.span) }
        }
        if part == .other, record.secrets.isEmpty { return true }
        return try body(record, bytes)
    }

    /// Calls `body` with the strings in a line of JSON, and the text between them.
    private static func forEachPiece<Failure: Error>(
        of line: Span<UInt8>, _ record: LinkRecord, _ findsSecrets: Bool, _ linksOnly: Bool,
        _ body: (LinkRecord, Span<UInt8>) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        var pieces = JSONStringSplitter()
        var places = PossibleLinks()
        while let piece = pieces.next(in: line) {
            if linksOnly, places.skips(piece.range, in: line) { continue }
            var record = record
            record.range = piece.range.moved(by: record.range.lowerBound)
            let raw = line.extracting(piece.range)
            let part: Part = piece.isName ? .name : piece.isString ? .string : .other
            record.isVerbatim = !piece.isString || raw.firstIndex(of: UInt8(ascii: "\\"), in: raw.indices) == nil
            let text = record.isVerbatim ? [] : JSONStringSplitter.unescaped(raw)
            guard !record.isVerbatim, KeyURIScheme.find(in: text.span) != nil else {
                let text = record.isVerbatim ? raw : text.span
                guard try forEachLink(in: text, raw, part, record, findsSecrets, body) else { return false }
                continue
            }
            var lines = TextLines()
            while let range = lines.next(in: text.span)?.range {
                let line = text.span.extracting(range)
                guard try forEachLink(in: line, line, .other, record, findsSecrets, body) else { return false }
            }
        }
        return true
    }

    /// Where JSON may have links: at a scheme, a secret of a link, or an escape.
    private struct PossibleLinks {
        /// The next scheme and the next escape, each of which is sought again only behind it: a text may have very many
        /// schemes, and no escape.
        private var scheme = -1, escape = -1
        /// The next place; -1 if it was not looked for.
        private var place = -1

        /// Whether a part of a text cannot have a link. To be called with each part in order.
        mutating func skips(_ part: Range<Int>, in text: Span<UInt8>) -> Bool {
            if place < 0 { place = next(in: text, from: 0) }
            if part.upperBound <= place { return true }
            place = next(in: text, from: part.upperBound)
            return false
        }

        /// - Parameter start: not before that of the last call.
        /// - Returns: the end of the text if nothing is found.
        private mutating func next(in text: Span<UInt8>, from start: Int) -> Int {
            if scheme < start { scheme = KeyURIScheme.findAnywhere(in: text, from: start)?.start ?? text.count }
            if escape < start {
                escape = text.firstIndex(of: UInt8(ascii: "\\"), in: start..<text.count) ?? text.count
            }
            let end = min(scheme, escape)
            return KeyURIScheme.firstSecret(in: text.extracting(start..<end)).map { start + $0 } ?? end
        }
    }
}
