import Encodings

/// The other text of a link's line.
package struct TextAround: Sendable, Hashable {
    /// Whether other text or another link is before the link.
    package var before = false
    /// Whether white space in a value ends the link, and prose follows.
    package var after = false
}

/// Finds every link in a line (`Docs/formats/otpauth.md`, “Where a link ends”).
///
/// A cursor: ``next(in:)`` is called with the same line until it returns nil.
package struct LinkFinder: Sendable {
    /// A link in a line.
    package struct Link: Sendable, Hashable {
        package var scheme: KeyURIScheme
        /// From the scheme to the link's last byte.
        package var range: Range<Int>
        /// The link with `&` in place of each `&amp;`, as HTML writes it; nil if it has none.
        package var plain: [UInt8]?
        /// Before it may be other text or another link; after it prose, if white space in a value ends it.
        package var textAround: TextAround
        /// Where the text ends that could belong to the link: the prose after it included.
        package var textEnd: Int
        /// Which link of its line it is, from 1; nil for the only one.
        package var number: Int?
    }

    private var upcoming: (scheme: KeyURIScheme, start: Int)?
    private var end = 0
    private var count = 0

    /// - Parameter line: without an end of line in it.
    package init(_ line: Span<UInt8>) { upcoming = KeyURIScheme.find(in: line) }

    /// Whether the last link of the line was returned, or the line has no link.
    package var isDone: Bool { upcoming == nil }

    /// The next link of the line, nil after the last.
    package mutating func next(in line: Span<UInt8>) -> Link? {
        guard let (scheme, start) = upcoming else { return nil }
        upcoming = KeyURIScheme.find(in: line, from: start + scheme.prefix.utf8CodeUnitCount)
        var stop = Self.end(of: line, from: start, nextLink: upcoming?.start)
        var range = start..<Self.trimmedEnd(line, start..<stop, isBeforeLink: stop == upcoming?.start)
        let textEnd = range.upperBound
        let prose = LinkProse.endOfLink(in: line.extracting(range), scheme)
        if let prose {
            stop = start + prose
            range = start..<stop
        }
        let hasTextBefore = count > 0 || (end..<start).contains { !ASCII.isWhitespace(line[$0]) }
        end = stop
        count += 1
        return Link(
            scheme: scheme, range: range, plain: Self.undressed(line.extracting(range)),
            textAround: TextAround(before: hasTextBefore, after: prose != nil), textEnd: textEnd,
            number: count > 1 || upcoming != nil ? count : nil)
    }

    private static func end(of line: Span<UInt8>, from start: Int, nextLink: Int?) -> Int {
        // Without a partner, the quote is looked for twice.
        let partner = (start > 0 ? partner(of: line[start - 1]) : nil) ?? quote
        let part = line.extracting(..<(nextLink ?? line.count))
        var index = start
        var quotes: LinkQuotes?
        while true {
            // With these bits set, every quote is 0x62 or 0x7E, and so are few other bytes of links.
            index = part.index(
                from: index,
                candidates: {
                    ByteWord.places(of: 0x62, in: $0, settingBits: 0x42)
                        | ByteWord.places(of: 0x7E, in: $0, settingBits: 0x42) | ByteWord.places(of: partner, in: $0)
                },
                where: { isQuote($0) || $0 == partner })
            guard index < part.count else { return part.count }
            if quotes == nil { quotes = LinkQuotes(part, from: start) }
            guard quotes?.isInValue(part, at: index) == true else { return index }
            index += 1
        }
    }

    private static let quote = UInt8(ascii: "\"")

    /// Whether a byte ends every link.
    @inline(__always)
    static func isQuote(_ byte: UInt8) -> Bool {
        byte == quote || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "`")
    }

    static func partner(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "'"): byte
        case UInt8(ascii: "("): UInt8(ascii: ")")
        case UInt8(ascii: "["): UInt8(ascii: "]")
        case UInt8(ascii: "{"): UInt8(ascii: "}")
        default: nil
        }
    }

    /// Without white space at the end, and without separators before another link or a closing partner.
    private static func trimmedEnd(_ line: Span<UInt8>, _ range: Range<Int>, isBeforeLink: Bool) -> Int {
        var end = range.upperBound
        let dropsSeparators = end < line.count && !isQuote(line[end])
        // The bracket or apostrophe that encloses the next link is not part of this link.
        if isBeforeLink, end > range.lowerBound, partner(of: line[end - 1]) != nil { end -= 1 }
        while end > range.lowerBound {
            let byte = line[end - 1]
            guard ASCII.isWhitespace(byte) || (dropsSeparators && isSeparator(byte)) else { break }
            end -= 1
        }
        return end
    }

    /// Characters that people write between two links, or between a link and prose.
    static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "|") || byte == UInt8(ascii: ".")
    }

    // MARK: - Separators for other places

    /// A link with each `&amp;`, `&#38;`, `&#x26;`, `\u0026` and `\&` as `&`; nil if it has none.
    ///
    /// HTML, XML, JSON and shells write it like that: then a parameter would be named `amp;digits`.
    static func undressed(_ link: Span<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = [], index = 0
        while let next = firstEntity(link, from: index) {
            if index == 0 { bytes.reserveCapacity(link.count) }
            bytes.append(link, index..<next.lowerBound)
            bytes.append(ASCII.ampersand)
            index = next.upperBound
        }
        guard index > 0 else { return nil }
        bytes.append(link, index..<link.count)
        return bytes
    }

    /// The next `&` that is escaped; several times, it is `&amp;amp;`.
    private static func firstEntity(_ link: Span<UInt8>, from start: Int) -> Range<Int>? {
        var index = start
        while true {
            index = link.index(
                from: index,
                candidates: {
                    ByteWord.places(of: ASCII.ampersand, in: $0) | ByteWord.places(of: backslash, in: $0)
                },
                where: { $0 == ASCII.ampersand || $0 == backslash })
            guard index < link.count else { return nil }
            var end = index + 1
            if link[index] == backslash {
                end += link.hasPrefix("u0026", at: end) ? 5 : link.hasPrefix("&", at: end) ? 1 : 0
            } else {
                end = endOfNumber(link, end) ?? end
                while link.hasPrefix("amp;", at: end) { end += 4 }
            }
            if end > index + 1 { return index..<end }
            index += 1
        }
    }

    private static let backslash = UInt8(ascii: "\\")

    /// The index after `#38;` or `#x26;`.
    private static func endOfNumber(_ link: Span<UInt8>, _ start: Int) -> Int? {
        guard link.hasPrefix("#", at: start) else { return nil }
        let isHex = link.hasPrefix("#x", at: start)
        var index = start + (isHex ? 2 : 1)
        while link.hasPrefix("0", at: index) { index += 1 }
        return link.hasPrefix(isHex ? "26;" : "38;", at: index) ? index + 3 : nil
    }
}
