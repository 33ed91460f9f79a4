import Encodings
import TOTPDomain

/// What a text has beside its links: places that seem to contain a link, but none was found (escaped, or glued to other
/// letters), and other text.
struct UnclearLinks {
    private var links = LinkPlaces()
    private var texts = LinkPlaces()
    /// Text that the accounts of the links beside it do not have.
    private(set) var leftovers = Leftovers()

    private static let types = ["totp", "hotp", "offline"].map { Array($0.utf8) }

    /// A text in which each string of JSON is a record of its own has nothing between its records.
    private let isJSON: Bool
    /// Where the last record ends.
    private var end = 0
    /// The last record, if that was a link.
    private var lastLink: LinkRecord?
    /// The last link, and the lines after it that may have the name of the next.
    private var lines: (after: LinkRecord?, records: [LinkRecord]) = (nil, [])
    /// The place of the whole text, if its lines are not the user's.
    private let code: EntryPosition?

    /// - Parameter code: the QR code whose text it is.
    init(isJSON: Bool, in code: EntryPosition?) { (self.isJSON, self.code) = (isJSON, code) }

    mutating func look(at record: LinkRecord, _ bytes: Span<UInt8>, in text: Span<UInt8>) {
        let link: LinkRecord? = if case .link = record.kind { record } else { nil }
        if [.comment, .noLink].contains(record.kind) {
            // A possible secret in a line without a link is a rejected entry.
            if record.secrets.isEmpty, let kind = Leftover.Kind(in: record.range, of: text) {
                add(kind, record.line)
            } else if lines.records.count < Self.mostHeld {
                lines.records.append(record)
            }
        }
        if let link { lookAtLines(of: text, before: link) }
        lookAtRest(of: text, upTo: record.range.lowerBound, record.line, before: link)
        if record.kind == .noLink, KeyURIScheme.seemsBroken(in: bytes) { links.note(record.line) }
        if let link, !isJSON { lookAtIssuer(of: bytes, link, in: text) }
        end = max(end, record.range.upperBound)
        lastLink = isJSON ? nil : link
    }

    /// Looks at what is behind the label's issuer in the parameter, as in `issuer=Acme (work)`: the label counts.
    private mutating func lookAtIssuer(of bytes: Span<UInt8>, _ link: LinkRecord, in text: Span<UInt8>) {
        guard case .link(let scheme) = link.kind, Self.mayHaveRest(bytes) else { return }
        let parts = KeyURIParts(bytes, scheme: scheme)
        guard let value = parts.issuer else { return }
        let issuer = Array(KeyURI.names(bytes, parts).issuer.utf8)
        let parameter = PercentCoding.decodedBytes(bytes.extracting(value), plusIsSpace: true)
        let rest = parameter.dropFirst(issuer.count)
        guard parameter.starts(with: issuer), let next = rest.first,
            ASCII.isWhitespace(next) || next == ASCII.question || LinkFinder.isSeparator(next)
        else { return }
        note(TextBesideLink(Array(rest).span, at: nil, of: [link], in: text), at: link.line)
    }

    /// Whether the parameters of a link have a space or a separator, as hardly any have.
    private static func mayHaveRest(_ link: Span<UInt8>) -> Bool {
        guard let query = link.firstIndex(of: ASCII.question, in: link.indices) else { return false }
        let found = link.index(
            from: query + 1,
            candidates: {
                ByteWord.places(of: ASCII.space, in: $0) | ByteWord.places(of: ASCII.question, in: $0)
                    | ByteWord.places(of: UInt8(ascii: ","), in: $0) | ByteWord.places(of: UInt8(ascii: ";"), in: $0)
                    | ByteWord.places(of: UInt8(ascii: "|"), in: $0)
            },
            where: { $0 == ASCII.space || $0 == ASCII.question || ",;|".utf8.contains($0) })
        return found < link.count
    }

    /// More than are kept as leftovers.
    private static let mostHeld = 64

    /// Looks at the lines between two links: a heading may repeat the name of either.
    private mutating func lookAtLines(of text: Span<UInt8>, before link: LinkRecord?) {
        for record in lines.records {
            let line = text.extracting(record.range)
            guard TextBesideLink(line, at: record.line, of: [lines.after, link], in: text).hasText else { continue }
            add(record.kind == .comment ? .comment : .text, record.line)
        }
        lines = (link, [])
    }

    private mutating func add(_ kind: Leftover.Kind, _ line: Int) {
        leftovers.add(kind, code.map(Leftover.Place.position) ?? .lines(line...line))
    }

    /// - Parameter isSaid: whether a warning says it if it may matter.
    private mutating func note(_ beside: TextBesideLink, at line: Int, isSaid: Bool = true) {
        if beside.hasText { add(.text, line) }
        if isSaid, beside.mayMatter { texts.note(line) }
    }

    /// Looks at the text beside and between links: other text is a record.
    private mutating func lookAtRest(of text: Span<UInt8>, upTo index: Int, _ line: Int, before link: LinkRecord?) {
        guard !isJSON, end < index else { return }
        let rest = text.extracting(end..<index)
        guard rest.indices.contains(where: { !ASCII.isWhitespace(rest[$0]) }) else { return }
        let hasLink = Self.types.contains { rest.firstIndex(of: $0) != nil } && KeyURIScheme.seemsBroken(in: rest)
        if hasLink { links.note(lastLink?.line ?? line) }
        let lineEnd = rest.firstIndex(of: ASCII.newline, in: rest.indices) ?? rest.count
        if let lastLink {
            let beside = TextBesideLink(rest.extracting(0..<lineEnd), at: nil, of: [lastLink, link], in: text)
            note(beside, at: lastLink.line, isSaid: !hasLink)
        }
        if let link, lastLink == nil || lineEnd < rest.count {
            let lineStart = rest.indices.last { rest[$0] == ASCII.newline }.map { $0 + 1 } ?? 0
            let beside = TextBesideLink(rest.extracting(lineStart...), at: link.line, of: [link], in: text)
            note(beside, at: link.line, isSaid: false)
        }
    }

    // MARK: - Warnings

    /// To be called after the last record.
    mutating func warnings(in text: Span<UInt8>) -> [Warning] {
        lookAtLines(of: text, before: nil)
        lookAtRest(of: text, upTo: text.count, 0, before: nil)
        let beside = texts.subject.map {
            Warning(
                "\($0) \(texts.count == 1 ? "has" : "have") text after the link that is not read",
                "if it says how codes are made, write it into the link; keep passwords and recovery codes elsewhere")
        }
        return [links.unreadLinks, beside].compactMap(\.self)
    }
}

/// Lines, counted.
package struct LinkPlaces: Sendable {
    package private(set) var count = 0
    private var first = 0

    package init() {}

    package mutating func note(_ line: Int) {
        count += 1
        if first == 0 { first = line }
    }

    /// The subject of a sentence; nil without a place.
    package var subject: String? {
        count == 0 ? nil : count == 1 ? "line \(first)" : "\(count) places, the first of them in line \(first),"
    }

    /// Says that each seems to contain a link; nil without a place.
    package var unreadLinks: Warning? {
        subject.map {
            Warning(
                "\($0) \(count == 1 ? "seems" : "seem") to contain a link that cannot be read",
                .text("write each link as otpauth://… on a line of its own"))
        }
    }
}

/// The text before or after a link, in its line.
private struct TextBesideLink {
    /// Whether it says something that the account of the link does not.
    private(set) var hasText = false
    /// Whether it may say how codes are made, or be worth keeping: it has a number, a type of account, or a name and a
    /// value. Possible secrets are said elsewhere.
    private(set) var mayMatter = false

    /// - Parameter line: the line of text that may number the link; nil for text behind a link.
    init(_ bytes: Span<UInt8>, at line: Int?, of links: [LinkRecord?], in whole: Span<UInt8>) {
        guard bytes.indices.contains(where: { !Self.isStructure(bytes[$0]) }) else { return }
        let visible = Self.withoutTags(bytes)
        let text = InvisibleCharacters.removed(from: visible) ?? visible
        guard let first = text.firstIndex(where: { !Self.isStructure($0) }),
            let last = text.lastIndex(where: { !Self.isStructure($0) })
        else { return }
        let words = String(decoding: text[first...last], as: UTF8.self).limitingMarks
        guard words.contains(where: { $0.isLetter || $0.isNumber }), !Self.isDate(words) else { return }
        let folded = Self.words(of: words)
        // The lines of a list may have numbers, or be ticked.
        if let line, folded == ["x"] || Int(words).map({ $0 <= line }) == true { return }
        guard !links.contains(where: { Self.names(of: $0, in: whole).contains(folded) }) else { return }
        hasText = true
        guard BareSecret.find(in: bytes, bytes.indices).isEmpty else { return }
        mayMatter =
            words.utf8.contains { $0 &- 48 < 10 || $0 == ASCII.equals }
            || words.lowercased().split { !$0.isLetter }.contains { Self.types.contains(String($0)) }
    }

    private static let types: Set<String> = ["totp", "hotp", "steam", "motp", "yaotp", "sha", "counter", "password"]

    /// Without the tags of HTML, of which the first may start before the text, and the last end after it.
    private static func withoutTags(_ bytes: Span<UInt8>) -> [UInt8] {
        let start = bytes.indices.first { bytes[$0] == UInt8(ascii: "<") || bytes[$0] == UInt8(ascii: ">") }
        var isTag = start.map { bytes[$0] == UInt8(ascii: ">") } ?? false
        var text: [UInt8] = []
        for index in bytes.indices {
            isTag = isTag || bytes[index] == UInt8(ascii: "<") && isElement(bytes, at: index + 1)
            if !isTag { text.append(bytes[index]) }
            if bytes[index] == UInt8(ascii: ">") { isTag = false }
        }
        return text
    }

    /// Elements that are around links. A comment, and a tag of another name, is text.
    private static let elements: [StaticString] = [
        "a", "abbr", "b", "blockquote", "br", "code", "dd", "div", "dl", "dt", "em", "font", "h1", "h2", "h3", "h4",
        "hr", "i", "img", "li", "ol", "p", "pre", "small", "span", "strong", "sub", "sup", "table", "tbody", "td", "th",
        "thead", "tr", "u", "ul",
    ]

    private static func isElement(_ bytes: Span<UInt8>, at start: Int) -> Bool {
        let name = bytes.has("/", at: start) ? start + 1 : start
        return elements.contains { element in
            let end = name + element.utf8CodeUnitCount
            return bytes.hasPrefix(element, at: name) && (end >= bytes.count || isStructure(bytes[end]))
        }
    }

    /// Punctuation around links, bullets and quotes.
    private static func isStructure(_ byte: UInt8) -> Bool {
        byte < 0x80 && byte &- 48 >= 10 && ASCII.lowercased(byte) &- 97 >= 26
    }

    /// A day, with or without a time: `2024-01-31`, `31.1.2024 12:30`.
    private static func isDate(_ text: String) -> Bool {
        let day = text.utf8.prefix { !ASCII.isWhitespace($0) && $0 != UInt8(ascii: "T") }
        let parts = day.split(omittingEmptySubsequences: false) { "-./".utf8.contains($0) }
        let time = text.utf8.dropFirst(day.count + 1)
        return [[4, 2, 2], [2, 2, 4], [1, 2, 4], [2, 1, 4], [1, 1, 4]].contains(parts.map(\.count))
            && parts.joined().allSatisfy { $0 &- 48 < 10 } && time.count <= 20
            && time.allSatisfy { $0 &- 48 < 10 || ":.+Z".utf8.contains($0) }
    }

    /// Issuer, name and both of a link, in the words that they are written with.
    private static func names(of record: LinkRecord?, in text: Span<UInt8>) -> [[String]] {
        guard let record, case .link(let scheme) = record.kind, record.isVerbatim else { return [] }
        let link = text.extracting(record.range)
        let (issuer, name) = KeyURI.names(link, KeyURIParts(link, scheme: scheme))
        return [issuer, name, "\(issuer) \(name)", "\(name) \(issuer)"].map(words)
    }

    private static func words(of text: String) -> [String] {
        text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init)
    }
}

/// Possible secrets outside of the links of a text. Each is a rejected entry, unless a link of the text has the same
/// secret: a page with a QR code often shows it as well.
struct BareSecrets {
    /// The entries, by their index in the document.
    private var entries: [(index: Int, secret: OTPSecret)] = []

    mutating func reject(
        _ secrets: ArraySlice<BareSecret>, at position: EntryPosition, in text: Span<UInt8>,
        _ document: inout ImportedDocument
    ) {
        for secret in secrets {
            entries.append((document.entries.count, secret.secret))
            let label = BareSecret.label(before: secret.range.lowerBound, in: text)
            document.entries.append(.rejected(EntryRejection(position: position, label: label, problem: Self.problem)))
        }
    }

    private static let problem = EntryError(
        .secretWithoutLink,
        "it may contain a secret, but no link",
        .text(
            "if it is an account, type it in with totp-import vault add",
            onPage: "if it is an account, choose \"Enter a setup key\""))

    /// Skips the secrets that a link has.
    func skipKnown(in document: inout ImportedDocument) {
        guard !entries.isEmpty else { return }
        let known = Set(document.accounts.map(\.secret))
        let skipped = Set(entries.lazy.filter { known.contains($0.secret) }.map(\.index))
        document.entries = document.entries.indices.filter { !skipped.contains($0) }.map { document.entries[$0] }
        document.skipped.add(.noLink, count: skipped.count)
    }
}
