import Encodings
import TOTPDomain

/// A link that a mail program, a terminal or a table broke into lines (`Docs/formats/otpauth.md`, “Links in several
/// lines”).
///
/// The one place that decides whether a line goes on in the next. ``LinkRecords`` asks it about each link that ends its
/// line, so all texts are read by one rule.
struct BrokenLink: Sendable {
    /// The lines after its first line that belong to it, or may.
    private(set) var rest: [TextLines.Line] = []
    /// The link in one piece; nil if it is not certain how it goes on.
    private(set) var bytes: [UInt8]?
    private(set) var scheme: KeyURIScheme
    /// The line that may be the rest of its issuer.
    private(set) var restOfName: Int?

    /// More lines are not put together.
    static let mostLines = 100
    /// Programs do not break shorter lines.
    private static let shortestWidth = 40
    /// Lines that are as long as each other differ by no more.
    private static let tolerance = 3

    /// Nil if the link ends with its line.
    ///
    /// - Parameters:
    ///   - scheme: nil if the line ends within it.
    ///   - line: the line with the link's start.
    ///   - place: from the link's start to where it ends, if it ends in that line.
    ///   - lines: the lines after that.
    init?(_ text: Span<UInt8>, _ scheme: KeyURIScheme?, line: Range<Int>, place: Range<Int>, after lines: TextLines) {
        // Nearly always the next line is a link or empty.
        let next = text.extracting(lines.position..<text.count)
        guard !next.isEmpty, next[0] >= ASCII.space || next[0] == 9, !KeyURIScheme.startsWithOTPAuth(next),
            let first = LinkPart(first: line, place, in: text)
        else { return nil }
        self.scheme = scheme ?? .otpauth
        var lines = lines
        var pieces = LinkPieces(text, first.range)
        var width = first.width
        var isSurelyBroken = false
        while rest.count < Self.mostLines, let line = lines.next(in: text),
            let part = LinkPart(line.range, after: first, in: text)
        {
            let next = text.extracting(part.range).withUnsafeBufferPointer { Array($0) }
            guard pieces.whole.count + next.count <= 2 * KeyURI.maximumByteCount else { return nil }
            let isFull =
                part.isContinuation
                ?? (width >= Self.shortestWidth && part.width <= width + Self.tolerance
                    && abs(width - first.width) <= Self.tolerance)
            let lineBreak = LinkBreak(isFull: isFull, hasMore: part.hasMore)
            guard let scheme = rest.isEmpty ? scheme ?? pieces.scheme(with: next) : self.scheme else { return nil }
            self.scheme = scheme
            let isInScheme = pieces.whole.count < scheme.prefix.utf8CodeUnitCount
            let judgement = isInScheme ? .joined : pieces.judgement(of: next, lineBreak, scheme)
            if judgement == .unclearName { restOfName = line.number }
            guard judgement != .apart, judgement != .unclearName else { break }
            rest.append(line)
            guard judgement == .joined, !part.hasMore else { return }
            isSurelyBroken = isSurelyBroken || scheme.readAs == .migration || LinkBreak.hasParameter(next)
            pieces.append(next)
            width = part.width
            if part.isEnd { break }
        }
        guard !rest.isEmpty || restOfName != nil else { return nil }
        bytes = pieces.link(self.scheme)
        // Without the other lines, the link stays as it was: rejected for its missing part.
        if bytes == nil, !isSurelyBroken, LinkReading(pieces.first, self.scheme) == nil { return nil }
    }
}

extension KeyURIScheme {
    /// Where a scheme starts whose rest may be in the next line: `otpauth-`, `otpauth:/`.
    static func startOfPart(endingLine line: Span<UInt8>) -> Int? {
        let end = KeyURI.endOfLink(line)
        var start = end
        while start > 0, end - start <= longestPart, isInPrefix(line[start - 1]) { start -= 1 }
        let schemes = [KeyURIScheme.otpauth, .migration, .apple, .appleMigration]
        let isPart = schemes.contains { line.isStart(of: $0.prefix, in: start..<end) }
        return isPart && end - start >= shortestPart ? start : nil
    }

    private static func isInPrefix(_ byte: UInt8) -> Bool {
        ASCII.lowercased(byte) &- 97 < 26 || byte == ASCII.hyphen || byte == ASCII.colon || byte == ASCII.slash
    }

    private static let longestPart = 26
    private static let shortestPart = 4

    /// Whether a line has a link, or ends within the scheme of one: then the link may go on in the next lines.
    static func mayGoOn(after line: Span<UInt8>) -> Bool {
        findAnywhere(in: line) != nil || startOfPart(endingLine: line) != nil
    }
}
