import Encodings

/// Links inside other text: percent-encoded in a web address, or escaped as in JSON and in shells.
///
/// How often a link was encoded is written in it, and it is decoded exactly so often.
package enum ClothedLinks {
    /// The text with each of these links as other links are written, between backticks, which end every link. All other
    /// text stays: it may hold a secret. A backtick before the address around a link ends the link before it.
    ///
    /// - Returns: nil for a text without such links.
    package static func undressed(_ text: [UInt8]) -> [UInt8]? {
        let links = encoded(in: text) + escaped(in: text)
        guard !links.isEmpty else { return nil }
        var plain: [UInt8] = [], copied = 0
        plain.reserveCapacity(text.count + 3 * links.count)
        for link in links.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where link.range.lowerBound >= copied {
            var address = link.range.lowerBound
            while address > copied, !isQuoteOrSpace(text[address - 1]) { address -= 1 }
            plain += text[copied..<address]
            if address < link.range.lowerBound { plain.append(backtick) }
            plain += text[address..<link.range.lowerBound]
            plain.append(backtick)
            plain += link.plain
            plain.append(backtick)
            copied = link.range.upperBound
        }
        return plain + text[copied...]
    }

    private static let backtick = UInt8(ascii: "`")

    private static func isQuoteOrSpace(_ byte: UInt8) -> Bool { byte <= ASCII.space || "\"'<>`".utf8.contains(byte) }

    private typealias Link = (range: Range<Int>, plain: [UInt8])

    private static let schemes: [StaticString] = ["otpauth", "otpauth-migration", "motp"]
    private static let mostLayers = 3

    // MARK: - Percent-encoded

    private static func encoded(in text: [UInt8]) -> [Link] {
        var links: [Link] = []
        let span = text.span
        // What was looked at is not looked at again.
        var from = 0, searched = 0
        while let percent = span.firstIndex(of: ASCII.percent, in: from..<text.count) {
            from = percent + 1
            let colon = layers(of: "3a", at: percent, in: text)
            guard let layers = colon ?? layers(of: "3f", at: percent, in: text) else { continue }
            let isQuestion = colon == nil
            let start =
                isQuestion
                ? rawStart(before: percent, from: searched, in: text) : schemeStart(before: percent, in: text)
            if isQuestion { searched = percent }
            guard let start, start >= links.last?.range.upperBound ?? 0 else { continue }
            let end = end(ofLinkFrom: start, in: text)
            // In a label, an encoded question mark is before the question mark that starts the parameters.
            let isInLabel = isQuestion && text[start..<end].contains(ASCII.question)
            if !isInLabel, let plain = decoded(start..<end, layers, in: text) { links.append((start..<end, plain)) }
            (from, searched) = (max(from, end), max(searched, end))
        }
        return links
    }

    /// How often a character is encoded: `%3A` once, `%253A` twice; nil if another character is encoded.
    private static func layers(of code: StaticString, at index: Int, in text: [UInt8]) -> Int? {
        var index = index + 1, layers = 1
        while layers < mostLayers, text.span.hasPrefix("25", at: index) { (index, layers) = (index + 2, layers + 1) }
        return text.span.hasPrefix(code, at: index) ? layers : nil
    }

    /// Where the scheme before an encoded colon starts.
    private static func schemeStart(before colon: Int, in text: [UInt8]) -> Int? {
        for scheme in schemes {
            let start = colon - scheme.utf8CodeUnitCount
            guard text.span.hasPrefix(scheme, at: start) else { continue }
            let before = start > 0 ? text[start - 1] : ASCII.space
            // The end of an encoded character, `%3D`, is not a part of a word.
            let isEncoded = start >= 3 && text[start - 3] == ASCII.percent
            if isEncoded || !(ASCII.lowercased(before) &- 97 < 26 || before == ASCII.hyphen) { return start }
        }
        return nil
    }

    /// Where the link starts whose question mark alone is encoded; nil if another is not encoded.
    private static func rawStart(before question: Int, from first: Int, in text: [UInt8]) -> Int? {
        (first..<question).reversed().prefix { !isEnd(text[$0]) && text[$0] != ASCII.question }
            .first { text.span.hasPrefix("://", at: $0) }.flatMap { schemeStart(before: $0, in: text) }
    }

    private static func end(ofLinkFrom start: Int, in text: [UInt8]) -> Int {
        var end = start
        while end < text.count, !isEnd(text[end]) { end += 1 }
        while end > start, ",;.)".utf8.contains(text[end - 1]) { end -= 1 }
        return end
    }

    private static func decoded(_ range: Range<Int>, _ layers: Int, in text: [UInt8]) -> [UInt8]? {
        guard range.count <= Limit.link else { return nil }
        let isValue = range.lowerBound > 0 && text[range.lowerBound - 1] == ASCII.equals
        var plain = Array(text[range])
        for layer in 1...layers {
            plain = PercentCoding.decodedBytes(plain.span, plusIsSpace: isValue && layer == layers)
        }
        // A line break within would end the link.
        guard let (_, found) = KeyURIScheme.find(in: plain.span), found == 0,
            plain.allSatisfy({ $0 >= ASCII.space })
        else { return nil }
        return plain
    }

    /// Whether a byte cannot be a part of an encoded link.
    private static func isEnd(_ byte: UInt8) -> Bool { isQuoteOrSpace(byte) || "&#\\^|".utf8.contains(byte) }

    // MARK: - Escaped

    private static func escaped(in text: [UInt8]) -> [Link] {
        let span = text.span
        var links: [Link] = []
        var from = 0
        while let backslash = span.firstIndex(of: Self.backslash, in: from..<text.count) {
            // The scheme may be before the first backslash, on the same line.
            var searched = text[from..<backslash].lastIndex(where: ASCII.isLineEnd).map { $0 + 1 } ?? from
            let end = text[backslash...].firstIndex(where: ASCII.isLineEnd) ?? text.count
            for start in rawStarts(in: text, searched..<end) where start >= searched {
                let link = escapedLink(from: start, to: end, in: text)
                searched = link.range.upperBound
                if !link.plain.isEmpty { links.append(link) }
            }
            from = end
        }
        return links
    }

    private static let backslash = UInt8(ascii: "\\")

    /// Where schemes start in a line, with slashes that may be escaped.
    private static func rawStarts(in text: [UInt8], _ line: Range<Int>) -> [Int] {
        line.filter { index in
            text[index] == ASCII.colon && index + 1 < line.upperBound
                && (text[index + 1] == ASCII.slash || text[index + 1] == backslash)
        }.compactMap { schemeStart(before: $0, in: text) }
    }

    /// - Returns: a link without text if it has no escapes, or an escape that neither JSON nor a shell has.
    private static func escapedLink(from start: Int, to lineEnd: Int, in text: [UInt8]) -> Link {
        var index = start, plain: [UInt8] = [], hasEscapes = false
        scan: while index < lineEnd, plain.count <= Limit.link {
            let byte = text[index]
            if isQuoteOrSpace(byte) { break }
            guard byte == backslash else {
                plain.append(byte)
                index += 1
                continue
            }
            guard index + 1 < lineEnd else { break }
            switch text[index + 1] {
            case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "\""): break scan
            case UInt8(ascii: "u"), UInt8(ascii: "x"):
                let count = text[index + 1] == UInt8(ascii: "u") ? 4 : 2
                let digits = text[(index + 2)..<min(index + 2 + count, lineEnd)]
                guard digits.count == count,
                    let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
                    let scalar = Unicode.Scalar(code), code >= 0x20
                else { return (start..<(index + 2), []) }
                plain += Array(String(scalar).utf8)
                index += 2 + count
            case let next where "/\\?=&%_:#()| ".utf8.contains(next):
                plain.append(next)
                index += 2
            default: return (start..<(index + 2), [])
            }
            hasEscapes = true
        }
        let isLink = hasEscapes && KeyURIScheme.find(in: plain.span)?.start == 0
        return (start..<max(index, start + 1), isLink ? plain : [])
    }
}
