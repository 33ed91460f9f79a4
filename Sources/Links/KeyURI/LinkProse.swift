import Encodings
import TOTPDomain

/// Where the prose after a link starts (`Docs/formats/otpauth.md`, “Prose after a link”).
///
/// Labels and issuers may contain spaces. Secrets may as well, because people write them in groups; other values may
/// not. So white space in such a value ends the link, unless the value clearly continues after it. In any value, white
/// space ends the link if a field follows that programs write after links (` ip=10.0.0.1`).
enum LinkProse {
    /// Returns the end of a link with prose after it, without a separator before the prose; nil without prose.
    ///
    /// - Parameter link: from its scheme to the last byte that may belong to it, which is not white space.
    static func endOfLink(in link: Span<UInt8>, _ scheme: KeyURIScheme) -> Int? {
        guard var end = endOfValue(in: link, scheme) else { return nil }
        while end > 0, LinkFinder.isSeparator(link[end - 1]) || ASCII.isWhitespace(link[end - 1]) { end -= 1 }
        return end
    }

    /// The index of the white space that ends a link.
    private static func endOfValue(in link: Span<UInt8>, _ scheme: KeyURIScheme) -> Int? {
        let prefix = scheme.prefix.utf8CodeUnitCount
        guard let space = firstSpace(link, prefix..<link.count) else { return nil }
        if scheme == .steam { return endOfSecret(link, prefix..<link.count, plusIsSpace: false) }
        guard let question = link.firstIndex(of: ASCII.question, in: prefix..<link.count) else { return nil }
        // Most spaces are in a label.
        guard let first = space > question ? space : firstSpace(link, question..<link.count) else { return nil }
        var from = question + 1
        // A known parameter after the white space that was looked at last.
        var known = 0
        while from < link.count {
            let stop = KeyURIParts.endOfValue(link, from: from)
            if stop > first, let end = end(of: link, from..<stop, scheme.readAs), end >= known {
                guard let next = nextParameter(link, after: end) else { return end }
                known = next
            }
            guard stop < link.count, link[stop] != ASCII.hash else { return nil }
            from = stop + 1
        }
        return nil
    }

    /// The end of the value of a parameter, if there is white space in it that does not belong to it.
    private static func end(of link: Span<UInt8>, _ parameter: Range<Int>, _ scheme: KeyURIScheme) -> Int? {
        guard let equals = link.firstIndex(of: ASCII.equals, in: parameter),
            let name = self.parameter(link, parameter.lowerBound..<equals)
        else { return endBeforeField(link, parameter) }
        let value = ((equals + 1)..<parameter.upperBound).drop { ASCII.isWhitespace(link[$0]) }
        switch (name, scheme) {
        case (.secret, .otpauth): return endOfSecret(link, value, plusIsSpace: true)
        case (.data, .migration): return endOfData(link, value) ?? endBeforeField(link, parameter, isBase64: true)
        case (_, .migration): return endBeforeField(link, parameter)
        case (.algorithm, _): return endOfAlgorithm(link, value) ?? endBeforeField(link, parameter)
        case (.secret, _), (.digits, _), (.period, _), (.counter, _), (.pin, _), (.pinLength, _), (.encoder, _):
            return firstSpace(link, value)
        default: return endBeforeField(link, parameter)
        }
    }

    /// The next known parameter after white space in a link: then all before it is a value. The address of a page
    /// (`next=/a?b=c&data=d`) contains no parameters.
    private static func nextParameter(_ link: Span<UInt8>, after index: Int) -> Int? {
        var from = index
        while let ampersand = link.firstIndex(of: ASCII.ampersand, in: from..<link.count) {
            from = ampersand + 1
            if startsParameter(link, name(after: ampersand, in: link)) {
                return link.firstIndex(of: ASCII.question, in: index..<ampersand) == nil ? ampersand : nil
            }
        }
        return nil
    }

    /// The next parameter after a quote, if it is known. Text after markup, and an address, may have other parameters.
    static func parameter(in link: Span<UInt8>, afterQuote index: Int) -> Int? {
        var from = index
        while let ampersand = link.firstIndex(of: ASCII.ampersand, in: from..<link.count) {
            if let question = link.firstIndex(of: ASCII.question, in: from..<ampersand),
                link.firstIndex(of: ASCII.equals, in: question..<ampersand) != nil
            {
                return nil
            }
            from = ampersand + 1
            let name = name(after: ampersand, in: link)
            if startsParameter(link, name) { return ampersand }
            guard name < link.count, ASCII.isWhitespace(link[name]) else { return nil }
        }
        return nil
    }

    private static func name(after ampersand: Int, in link: Span<UInt8>) -> Int {
        ampersand + (link.hasPrefix("&amp;", at: ampersand) ? 5 : 1)
    }

    /// Whether the name of a known parameter and a `=` are at an index.
    static func startsParameter(_ link: Span<UInt8>, _ index: Int) -> Bool {
        let stop = KeyURIParts.endOfValue(link, from: index)
        return link.firstIndex(of: ASCII.equals, in: index..<stop).map { parameter(link, index..<$0) != nil } ?? false
    }

    private static func parameter(_ link: Span<UInt8>, _ name: Range<Int>) -> KeyURIParameter? {
        KeyURIParameter(link, name) ?? KeyURIParameter(spelledOddly: link, name)
    }

    static func firstSpace(_ link: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index + 8 <= range.upperBound, !FoldedName.hasSpace(link.word(at: index)) { index += 8 }
        return (index..<range.upperBound).first { ASCII.isWhitespace(link[$0]) }
    }

    // MARK: - Fields of other programs

    /// Returns the white space in a parameter before a field that a log or a table has after a link: a tab, `ip=…`,
    /// `user: …` or `|`, and before a possible secret.
    ///
    /// - Parameter isBase64: whether a `=` may be padding.
    private static func endBeforeField(_ link: Span<UInt8>, _ parameter: Range<Int>, isBase64: Bool = false) -> Int? {
        var rest = parameter.drop { ASCII.isWhitespace(link[$0]) }
        while let space = firstSpace(link, rest) {
            rest = (space..<rest.upperBound).drop { ASCII.isWhitespace(link[$0]) }
            let hasTab = (space..<rest.lowerBound).contains { link[$0] == UInt8(ascii: "\t") }
            if hasTab && link[space - 1] != ASCII.equals { return space }
            if startsField(link, rest, isBase64) { return space }
            let word = rest.lowerBound..<(firstSpace(link, rest) ?? rest.upperBound)
            if !isBase64, BareSecret.find(in: link, word).first?.range == word { return space }
        }
        return nil
    }

    private static func startsField(_ link: Span<UInt8>, _ range: Range<Int>, _ isBase64: Bool) -> Bool {
        guard let first = range.first else { return false }
        func isSpace(_ index: Int) -> Bool { index == range.upperBound || ASCII.isWhitespace(link[index]) }
        if link[first] == UInt8(ascii: "|") { return isSpace(first + 1) }
        let isLowerCase = link[first] &- 97 < 26
        guard isLowerCase || link[first] &- 65 < 26 || link[first] >= 0x80 || link[first] == ASCII.underscore else {
            return false
        }
        var end = first + 1
        while end < range.upperBound, isInName(link[end]) { end += 1 }
        guard end < range.upperBound else { return false }
        if link[end] == ASCII.equals { return !isBase64 || !isSpace(end + 1) && link[end + 1] != ASCII.equals }
        return link[end] == ASCII.colon && isLowerCase && end + 1 < range.upperBound && isSpace(end + 1)
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        ASCII.lowercased(byte) &- 97 < 26 || byte &- 48 < 10 || byte >= 0x80 || "_-/.[]".utf8.contains(byte)
    }

    // MARK: - Values

    /// More than the longest name of an algorithm, with spaces and hyphens.
    private static let longestAlgorithm = 32

    /// `SHA 256` and `HMAC SHA1` are names of algorithms.
    private static func endOfAlgorithm(_ link: Span<UInt8>, _ value: Range<Int>) -> Int? {
        for index in value.prefix(longestAlgorithm) where ASCII.isWhitespace(link[index]) {
            // Every name ends with a digit.
            guard index > value.lowerBound, link[index - 1] &- 48 < 10 else { continue }
            let name = PercentCoding.decode(link, value.lowerBound..<index, plusIsSpace: true)
            if (try? OTPAlgorithm(named: name)) != nil { return index }
        }
        return nil
    }

    /// Base64 in which a space may have been a `+`: only after the padding is it certain that the data ends.
    private static func endOfData(_ link: Span<UInt8>, _ value: Range<Int>) -> Int? {
        guard let space = firstSpace(link, value) else { return nil }
        let isPadded = link[space - 1] == ASCII.equals || link.hasPrefix("%3d", at: space - 3)
        return space > value.lowerBound && isPadded ? space : nil
    }

    /// Only white space that is not percent-encoded may end a secret.
    private static func endOfSecret(_ link: Span<UInt8>, _ value: Range<Int>, plusIsSpace: Bool) -> Int? {
        let groups = SecretGroups(link, value, plusIsSpace: plusIsSpace)
        return groups.isCut ? groups.end : nil
    }

    /// Whether words after a link could belong to it: it ends with a secret that is short or in groups, or the next word
    /// looks like a part of a secret.
    ///
    /// - Parameters:
    ///   - text: from the start of the link to the end of the words.
    ///   - end: where the link ends.
    static func hasUnclearEnd(_ text: Span<UInt8>, _ scheme: KeyURIScheme, at end: Int) -> Bool {
        let link = text.extracting(..<end)
        guard end < text.count, scheme.readAs == .otpauth || scheme == .steam,
            let secret = KeyURIParts(link, scheme: scheme).secret, secret.upperBound == end
        else { return false }
        let plusIsSpace = scheme != .steam
        let value = PercentCoding.decodedBytes(link.extracting(secret), plusIsSpace: plusIsSpace)
        return value.count < SecretForm.shortest || value.contains(where: ASCII.isWhitespace)
            || SecretGroups(text, secret.lowerBound..<text.count, plusIsSpace: plusIsSpace).mayGoOn
    }
}
