import Encodings

extension LinkText {
    /// Whether a line in which no link is found seems to be the rest of the link that ends the line before it: another
    /// parameter, maybe after the rest of a value.
    ///
    /// - Parameter last: the link's last byte.
    package static func isRest(_ line: Span<UInt8>, ofLinkEndingWith last: UInt8) -> Bool {
        var start = 0
        // Mail programs quote lines with `>`.
        while start < line.count, ASCII.isWhitespace(line[start]) || line[start] == UInt8(ascii: ">") { start += 1 }
        var index = start
        while index < line.count, !ASCII.isWhitespace(line[index]) {
            if line[index] == ASCII.ampersand, isParameter(line, from: index + 1) { return true }
            index += 1
        }
        return last == ASCII.ampersand && isParameter(line, from: start)
    }

    /// Whether a text starts with a line that is the rest of the link that ends the line before it.
    ///
    /// - Parameter last: the link's last byte.
    package static func startsWithRest(_ text: Span<UInt8>, ofLinkEndingWith last: UInt8) -> Bool {
        // After most links there is another one.
        guard !KeyURIScheme.startsWithOTPAuth(text) else { return false }
        var lines = TextLines()
        var finder = LinkFinder()
        guard let range = lines.next(in: text)?.range else { return false }
        let line = text.extracting(range)
        guard let first = line.indices.first(where: { !ASCII.isWhitespace(line[$0]) }), line[first] != ASCII.hash else {
            return false
        }
        return isRest(line, ofLinkEndingWith: last) && finder.next(in: line) == nil
    }

    private static func isParameter(_ line: Span<UInt8>, from start: Int) -> Bool {
        let start = start + (line.hasPrefix("amp;", at: start) ? 4 : 0)
        var end = start
        // To the next parameter at most: a line of ampersands would be looked through once for each of them.
        while end < line.count, line[end] != ASCII.equals, line[end] != ASCII.ampersand,
            !ASCII.isWhitespace(line[end])
        { end += 1 }
        guard end < line.count, line[end] == ASCII.equals else { return false }
        return KeyURIParameter(line, start..<end).map(KeyURIParameter.Members.ofCodes.contains) ?? false
    }
}
