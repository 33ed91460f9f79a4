import Encodings
import TOTPDomain

/// Counts the records of a text of links, independently of the code that reads links; both counts must be equal.
///
/// A link is a record, and so is every line without a link. In JSON, a link is a record, and so is every string without a
/// link that is not the name of a member. A possible secret outside of links is a record by itself, in place of the line
/// or the string that contains it.
package enum LinkRecordCount {
    /// The number of lines, counted independently of ``TextLines``.
    package static func lines(in text: Span<UInt8>) -> Int {
        var count = 0
        forEachLine(in: text) { _ in count += 1 }
        return count
    }

    static func records(in text: Span<UInt8>, isJSON: Bool) -> Int {
        var count = 0
        forEachLine(in: text) { line in
            let first = line.first { !ASCII.isWhitespace(text[$0]) }
            if first.map({ text[$0] == ASCII.hash }) ?? true {
                count += 1
            } else {
                count += isJSON ? recordsOfJSON(text, line) : max(1, linksAndSecrets(text, line))
            }
        }
        return count
    }

    private static func forEachLine(in text: Span<UInt8>, _ body: (Range<Int>) -> Void) {
        var start = 0, end = 0
        while start < text.count {
            end = text.possibleLineEnd(from: end)
            let length = lengthOfLineEnd(text, end)
            if length > 0 || end == text.count {
                body(start..<end)
                start = end + length
            }
            end += max(1, length)
        }
    }

    private static func lengthOfLineEnd(_ text: Span<UInt8>, _ index: Int) -> Int {
        if text.has("\r\n", at: index) || text.has("\u{85}", at: index) { return 2 }
        if text.has("\u{2028}", at: index) || text.has("\u{2029}", at: index) { return 3 }
        return index < text.count && "\0\n\u{B}\u{C}\r".utf8.contains(text[index]) ? 1 : 0
    }

    private static func linksAndSecrets(_ text: Span<UInt8>, _ range: Range<Int>) -> Int {
        occurrences(text, range) + secrets(text, range)
    }

    /// Counts possible secrets in a range, outside of links.
    private static func secrets(_ text: Span<UInt8>, _ range: Range<Int>) -> Int {
        let line = text.extracting(range)
        var finder = LinkFinder(line)
        var count = 0
        var from = 0
        while let link = finder.next(in: line)?.range {
            count += BareSecret.find(in: line, from..<link.lowerBound).count
            from = link.upperBound
        }
        return count + BareSecret.find(in: line, from..<line.count).count
    }

    /// Schemes in a range, at each of which a link starts.
    private static func occurrences(_ text: Span<UInt8>, _ range: Range<Int>) -> Int {
        var count = 0
        var from = range.lowerBound
        while let index = text.firstIndex(of: ASCII.colon, in: from..<range.upperBound) {
            from = index + 1
            guard from < range.upperBound, text[from] == ASCII.slash else { continue }
            var word = index
            while word > range.lowerBound, isWordByte(text[word - 1]) { word -= 1 }
            // A word that starts within the scheme, such as `x.otpauth`, is not a scheme.
            for (scheme, next) in schemes where next.contains(where: { text.hasPrefix($0, at: index + 1) }) {
                if index - word == scheme.utf8CodeUnitCount, text.equals(scheme, in: word..<index) { count += 1 }
            }
        }
        return count
    }

    /// Schemes, and what may be after the colon.
    private static let schemes: [(StaticString, [StaticString])] = [
        ("otpauth", ["//", "/totp/", "/hotp/", "/steam/", "/yaotp/"]), ("otpauth-migration", ["//"]), ("steam", ["//"]),
        ("motp", ["/"]), ("apple-otpauth", ["//"]), ("apple-otpauth-migration", ["//"]),
    ]

    private static func isWordByte(_ byte: UInt8) -> Bool {
        ASCII.lowercased(byte) &- 97 < 26 || byte &- 48 < 10 || "+-%.".utf8.contains(byte)
    }

    // MARK: - JSON

    private static func recordsOfJSON(_ text: Span<UInt8>, _ line: Range<Int>) -> Int {
        var count = 0, outside = line.lowerBound
        while let open = text.firstIndex(of: UInt8(ascii: "\""), in: outside..<line.upperBound) {
            count += linksAndSecrets(text, outside..<open)
            outside = open
            guard let close = close(text, open, line.upperBound) else { break }
            let content = JSONStringSplitter.unescaped(text.extracting((open + 1)..<close))
            let links = occurrences(content.span, content.indices)
            outside = close + 1
            if links > 0 {
                count += links
                forEachLine(in: content.span) { count += secrets(content.span, $0) }
            } else {
                let next = (outside..<line.upperBound).first { !ASCII.isWhitespace(text[$0]) }
                // The name of a member is not a record.
                if next.map({ text[$0] }) != ASCII.colon { count += max(1, secrets(content.span, content.indices)) }
            }
        }
        return count + linksAndSecrets(text, outside..<line.upperBound)
    }

    private static func close(_ text: Span<UInt8>, _ open: Int, _ end: Int) -> Int? {
        var index = open + 1
        while index < end, text[index] != UInt8(ascii: "\"") { index += text[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return index < end ? index : nil
    }
}
