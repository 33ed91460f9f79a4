import Encodings

/// A part of a secret in a link without white space, except percent-encoded white space. Percent-encoded characters
/// count as the decoded ones.
struct SecretWord {
    /// Without punctuation at its end, with which prose starts.
    let range: Range<Int>
    /// Where the punctuation ends.
    let end: Int
    /// Characters, without white space.
    private var count = 0
    private var hasUpperCase = false
    private var hasLowerCase = false
    private var hasDigit = false
    /// Whether it contains percent-encoded white space, or `+` for it: prose does not.
    private var hasSpace = false
    private var isPadding: Bool
    private var endsWithPadding = false
    /// Whether it contains only letters, digits and characters that base32 skips. A mistyped digit is part of a secret
    /// as well: the secret is then refused instead of read as a shorter one.
    private var isPlain: Bool

    /// Whether punctuation follows, so that the secret ends with the word.
    var endsSecret: Bool { range.upperBound < end }

    /// The first word in a part of a link, nil if it contains only white space.
    init?(_ link: Span<UInt8>, _ part: Range<Int>, _ plusIsSpace: Bool) {
        var start = part.lowerBound
        while start < part.upperBound, ASCII.isWhitespace(link[start]) { start += 1 }
        guard start < part.upperBound else { return nil }
        var stop = start
        while stop < part.upperBound, !ASCII.isWhitespace(link[stop]) { stop += 1 }
        end = stop
        while stop > start, Self.isPunctuation(link[stop - 1]) { stop -= 1 }
        // `3PXP: my bank` ends a secret, and `user: bob` is a field of a log.
        if stop > start, link[stop - 1] == ASCII.colon,
            (start..<stop - 1).contains(where: { link[$0] &- 97 >= 26 })
        {
            stop -= 1
        }
        range = start..<stop
        isPadding = start < stop
        isPlain = start < stop
        var index = start
        while index < stop {
            var byte = link[index]
            index += 1
            if byte == ASCII.percent, index + 1 < stop, let high = ASCII.hexValue(link[index]),
                let low = ASCII.hexValue(link[index + 1])
            {
                byte = high << 4 | low
                index += 2
            } else if byte == ASCII.plus, plusIsSpace {
                byte = ASCII.space
            }
            if ASCII.isWhitespace(byte) { hasSpace = true } else { note(byte) }
        }
    }

    private mutating func note(_ byte: UInt8) {
        count += 1
        if byte == ASCII.equals {
            endsWithPadding = true
            return
        }
        isPadding = false
        // `ip=10` is not the end of a secret.
        if endsWithPadding { isPlain = false }
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): hasUpperCase = true
        case UInt8(ascii: "a")...UInt8(ascii: "z"): hasLowerCase = true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
        case ASCII.hyphen: break
        default: isPlain = false
        }
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        LinkFinder.isSeparator(byte) || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "'")
            || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }

    /// The longest groups that people write. A longer first word is most likely a whole secret.
    private static let longestGroup = 8

    /// Whether the word continues a secret.
    ///
    /// - Parameter isLast: whether nothing follows it.
    func isGroup(after first: SecretWord, isLast: Bool) -> Bool {
        if isPadding { return true }
        guard isPlain else { return false }
        // Prose is in lower case, or starts with a capital letter.
        if first.hasUpperCase != first.hasLowerCase {
            if first.hasUpperCase ? hasLowerCase : hasUpperCase { return false }
        }
        let isSameLength = count == first.count
        let isMixed = hasDigit && (hasUpperCase || hasLowerCase) && count >= 4
        guard first.count <= Self.longestGroup else { return isSameLength || isMixed }
        if isSameLength || isMixed || hasSpace { return true }
        return hasLowerCase ? isLast && count < first.count : true
    }
}

extension String {
    /// Whether an argument that is not a file may be a secret, or a mistyped link with one: a message must not repeat it.
    ///
    /// A secret has at least 16 characters of base32, in any groups, with a digit or all in upper case.
    package var looksLikeSecret: Bool { isMistypedLink || isGroupedBase32 }

    private var isMistypedLink: Bool {
        let text = lowercased()
        if text.contains("secret=") || text.contains("secret%3d") { return true }
        return ["otpauth", "apple-otpauth"].contains { start in
            guard text.hasPrefix(start) else { return false }
            // The name of a format or of a file is too short to contain a secret.
            let rest = text.utf8.dropFirst(start.utf8.count)
            return rest.count >= 16 || !rest.allSatisfy(Self.isInNames)
        }
    }

    private static func isInNames(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), ASCII.hyphen,
            UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private var isGroupedBase32: Bool {
        let characters = utf8.filter { $0 != ASCII.space && $0 != ASCII.hyphen && $0 != ASCII.equals }
        guard characters.count >= 16, characters.allSatisfy({ Base32.values[Int($0)] < 32 }) else { return false }
        let letters = characters.filter { $0 > UInt8(ascii: "9") }
        return letters.count < characters.count || letters.allSatisfy { $0 < UInt8(ascii: "a") }
    }
}
