import Encodings

/// Where the prose after a link starts (`Docs/formats/otpauth.md`, “Prose after a link”).
///
/// Labels and issuers may contain spaces. Secrets may as well, because people write them in groups; other values may
/// not. So white space in such a value ends the link, unless the value clearly continues after it.
enum LinkProse {
    /// Where a link with prose after it ends, without a separator before the prose; nil if there is no prose.
    ///
    /// - Parameter link: from its scheme to the last byte that may belong to it, which is not white space.
    static func endOfLink(in link: Span<UInt8>, _ scheme: KeyURIScheme) -> Int? {
        guard var end = endOfValue(in: link, scheme) else { return nil }
        while end > 0, LinkFinder.isSeparator(link[end - 1]) { end -= 1 }
        return end
    }

    /// The index of the white space that ends a link.
    private static func endOfValue(in link: Span<UInt8>, _ scheme: KeyURIScheme) -> Int? {
        let prefix = scheme.prefix.utf8CodeUnitCount
        guard let space = firstSpace(link, prefix..<link.count) else { return nil }
        if scheme == .steam { return endOfSecret(link, prefix..<link.count) }
        guard let question = link.firstIndex(of: ASCII.question, in: prefix..<link.count) else { return nil }
        // Most spaces are in a label.
        guard let first = space > question ? space : firstSpace(link, question..<link.count) else { return nil }
        var from = question + 1
        while from < link.count {
            let stop = endOfParameter(link, from: from)
            if stop.index > first, let end = end(of: link, from..<stop.index, scheme), !continues(link, after: end) {
                return end
            }
            guard !stop.isFragment else { return nil }
            from = stop.index + 1
        }
        return nil
    }

    /// The end of the value of a parameter, if there is white space in it that does not belong to it.
    private static func end(of link: Span<UInt8>, _ parameter: Range<Int>, _ scheme: KeyURIScheme) -> Int? {
        guard let equals = link.firstIndex(of: ASCII.equals, in: parameter) else { return nil }
        var start = equals + 1
        while start < parameter.upperBound, ASCII.isWhitespace(link[start]) { start += 1 }
        let value = start..<parameter.upperBound
        guard let name = KeyURIParameter(link, parameter.lowerBound..<equals) else { return nil }
        switch (name, scheme) {
        case (.data, .migration): return endOfData(link, value)
        case (_, .migration): return nil
        case (.secret, .otpauth): return endOfSecret(link, value)
        case (.algorithm, _): return endOfAlgorithm(link, value)
        case (.secret, _), (.digits, _), (.period, _), (.counter, _), (.pin, _), (.pinLength, _), (.encoder, _):
            return firstSpace(link, value)
        default: return nil
        }
    }

    /// Whether white space in a link is followed by another parameter, so that all before that is a value.
    private static func continues(_ link: Span<UInt8>, after index: Int) -> Bool {
        var from = index
        while let ampersand = link.firstIndex(of: ASCII.ampersand, in: from..<link.count) {
            from = ampersand + 1
            let name = from + (link.hasPrefix("&amp;", at: ampersand) ? 4 : 0)
            let stop = endOfParameter(link, from: name).index
            if let equals = link.firstIndex(of: ASCII.equals, in: name..<stop),
                KeyURIParameter(link, name..<equals) != nil
            {
                return true
            }
        }
        return false
    }

    private static func endOfParameter(_ link: Span<UInt8>, from start: Int) -> (index: Int, isFragment: Bool) {
        var index = start
        while index < link.count, link[index] != ASCII.ampersand {
            if link[index] == ASCII.hash { return (index, true) }
            index += 1
        }
        return (index, false)
    }

    private static func firstSpace(_ link: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index + 8 <= range.upperBound, !FoldedName.hasSpace(link.word(at: index)) { index += 8 }
        while index < range.upperBound {
            if ASCII.isWhitespace(link[index]) { return index }
            index += 1
        }
        return nil
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

    /// A secret in groups, as people write them: `JBSW Y3DP EHPK 3PXP`.
    private static func endOfSecret(_ link: Span<UInt8>, _ value: Range<Int>) -> Int? {
        guard let first = Word(link, from: value.lowerBound, to: value.upperBound) else { return nil }
        var previous = first
        while let word = Word(link, from: previous.range.upperBound, to: value.upperBound) {
            let isLast = Word(link, from: word.range.upperBound, to: value.upperBound) == nil
            guard word.isGroup(after: first, isLast: isLast) else { return previous.range.upperBound }
            previous = word
        }
        return previous.range.upperBound < value.upperBound ? previous.range.upperBound : nil
    }

    /// A run of characters without white space.
    private struct Word {
        let range: Range<Int>
        private(set) var hasUpperCase = false
        private(set) var hasLowerCase = false
        private(set) var hasDigit = false
        private var isPadding = true
        /// Whether it contains only letters, digits and what is skipped in base32. A mistyped digit is part of a secret
        /// as well: the secret is then refused instead of read as a shorter one.
        private var isPlain = true

        /// The first word in a part of a link, nil if there is none.
        init?(_ link: Span<UInt8>, from: Int, to end: Int) {
            var start = from
            while start < end, ASCII.isWhitespace(link[start]) { start += 1 }
            var stop = start
            while stop < end, !ASCII.isWhitespace(link[stop]) {
                let byte = link[stop]
                if byte != ASCII.equals { isPadding = false }
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): hasUpperCase = true
                case UInt8(ascii: "a")...UInt8(ascii: "z"): hasLowerCase = true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
                case ASCII.hyphen, ASCII.equals: break
                default: isPlain = false
                }
                stop += 1
            }
            guard start < stop else { return nil }
            range = start..<stop
        }

        /// The longest groups that people write. A longer first word is most likely a whole secret.
        private static let longestGroup = 8

        func isGroup(after first: Word, isLast: Bool) -> Bool {
            if isPadding { return true }
            guard isPlain else { return false }
            // Prose is in lower case, or starts with a capital letter.
            if first.hasUpperCase != first.hasLowerCase {
                if first.hasUpperCase ? hasLowerCase : hasUpperCase { return false }
            }
            let isSameLength = range.count == first.range.count
            let isMixed = hasDigit && (hasUpperCase || hasLowerCase) && range.count >= 4
            guard first.range.count <= Self.longestGroup else { return isSameLength || isMixed }
            if isSameLength || isMixed { return true }
            return hasLowerCase ? isLast && range.count < first.range.count : true
        }
    }
}
