import Encodings
import TOTPDomain

/// Where a secret ends that people write: in a link, a list, a setting or a field (`Docs/formats/otpauth.md`, “Where a
/// secret ends”).
///
/// Groups of one length are one secret, and the last may be shorter. A word of 16 characters or more is a whole secret:
/// nothing is joined to it. Where a shorter and a longer secret are both possible, neither is taken.
package struct SecretGroups: Sendable {
    /// Where the secret ends; with two readings, the end of the longer reading.
    private(set) var end: Int
    /// Whether white space that is not percent-encoded ends it.
    private(set) var isCut = false
    /// Whether the first word that follows could be a part of the secret.
    private(set) var mayGoOn = false
    private var count: Int
    /// The shorter of two readings.
    private var shorter: (count: Int, end: Int)?
    /// Whether the readings are two secrets of one length.
    private var areTwo = false

    private static let lengths = 3...8

    /// A text in which nothing but a secret is expected.
    package init(_ text: [UInt8]) { self.init(text.span, text.indices, inLink: false, plusIsSpace: false) }

    /// - Parameter inLink: whether it is a value of a link, still percent-encoded: prose may follow after white space.
    init(_ text: Span<UInt8>, _ value: Range<Int>, inLink: Bool = true, plusIsSpace: Bool) {
        let text = text.extracting(..<value.upperBound)
        var words = SecretWords(index: value.lowerBound, inLink: inLink, plusIsSpace: plusIsSpace)
        (end, count) = (text.count, 0)
        guard let first = words.next(in: text) else { return }
        var whole = first, last = first, stop = first.stop, beforeLast: (count: Int, end: Int)?
        while !last.endsSecret, let word = words.next(in: text) {
            if word.isPadding {
                (whole.end, stop) = (word.end, word.stop)
                continue
            }
            var following = words
            let fits = word.isPlain && word.hasCase(of: whole), isLast = following.next(in: text) == nil
            // In lower case, prose may start with a word that is shorter.
            let isProse = word.isOpen && !isLast && word.hasLowerCase && word.count < first.count
            let isGroup =
                fits && !isProse && Self.lengths ~= first.count && last.count == first.count
                && word.count <= first.count && (beforeLast == nil || word.gap == last.gap)
            if shorter == nil, isGroup {
                beforeLast = (whole.count, whole.end)
            } else if !word.isOpen || word.canBePart(of: first, fits: fits, isLast: isLast) {
                if shorter == nil {
                    shorter = (whole.count, whole.end)
                    areTwo = first.count >= SecretForm.shortest && word.count == first.count
                }
            } else {
                let hasBoth = word.hasDigit && (word.hasUpperCase || word.hasLowerCase)
                mayGoOn = word.isPlain && (fits && hasBoth || word.count >= SecretForm.shortest)
                break
            }
            whole.take(word)
            (last, stop) = (word, word.stop)
        }
        if shorter == nil, last.isRemark { shorter = beforeLast }
        (end, count) = (whole.end, whole.count)
        isCut = (stop..<text.count).contains { ASCII.isWhitespace(text[$0]) }
    }

    /// Where the shorter reading ends, or the only reading.
    package var firstEnd: Int { shorter?.end ?? end }

    /// Why neither of two readings is taken; nil for a single reading.
    package var problem: EntryError? {
        guard let shorter else { return nil }
        if areTwo {
            return EntryError(
                .secretUnclear, "two secrets of \(shorter.count) characters follow each other",
                "keep the one whose codes the service accepts")
        }
        return EntryError(
            .secretUnclear, "the secret may have \(shorter.count) characters, or \(count) with what follows",
            "write the secret alone, in one word or in groups of one length")
    }

    /// Whether the shorter reading is too short for most secrets: then the text is words.
    package var startsShort: Bool { (shorter?.count ?? count) < SecretForm.shortest }
}

extension OTPSecret {
    /// Reads base32 that people may have written: words after it are not joined to it, but refused.
    ///
    /// - Parameter isEncoded: whether no prose is in it, as white space is percent-encoded. Then only a first word that is
    ///   long enough is a secret by itself.
    package static func bytes(typed text: [UInt8], isEncoded: Bool = false) throws(EntryError) -> [UInt8] {
        let bytes = try Self.bytes(base32: text.span)
        // Nearly every secret is one word.
        if text.allSatisfy({ Base32.values[Int($0)] < Base32.skipped }) { return bytes }
        let groups = SecretGroups(InvisibleCharacters.removed(from: text) ?? text)
        if let problem = groups.problem, !isEncoded || !groups.startsShort { throw problem }
        return bytes
    }
}

/// The words of a secret, without the spaces and hyphens between them.
private struct SecretWords {
    var index: Int
    let inLink: Bool
    let plusIsSpace: Bool

    /// The next word; nil if only spaces and hyphens are left.
    ///
    /// - Parameter text: up to the end of the secret.
    mutating func next(in text: Span<UInt8>) -> SecretWord? {
        var word = SecretWord()
        while index < text.count {
            let (byte, length) = unit(at: index, in: text)
            if byte == ASCII.hyphen {
                word.gap.hasHyphen = true
            } else if ASCII.isWhitespace(byte) {
                word.gap.hasSpace = true
            } else {
                break
            }
            word.isOpen = word.isOpen || inLink && ASCII.isWhitespace(text[index])
            index += length
        }
        guard index < text.count else { return nil }
        word.end = index
        while index < text.count {
            let (byte, length) = unit(at: index, in: text)
            if byte == ASCII.hyphen || ASCII.isWhitespace(byte) { break }
            index += length
            if inLink, length == 1, word.isPunctuation(byte) {
                word.hasPunctuation = true
            } else {
                word.add(byte, to: index)
            }
        }
        word.stop = index
        return word
    }

    /// A byte that may be percent-encoded.
    private func unit(at index: Int, in text: Span<UInt8>) -> (byte: UInt8, length: Int) {
        let byte = text[index]
        guard inLink else { return (byte, 1) }
        if byte == ASCII.plus, plusIsSpace { return (ASCII.space, 1) }
        guard byte == ASCII.percent, let read = PercentCoding.escaped(text, at: index) else { return (byte, 1) }
        return (read, 3)
    }
}

private struct SecretWord {
    /// What is before it, and whether that ends a link: white space that is not percent-encoded.
    var gap = (hasSpace: false, hasHyphen: false)
    var isOpen = false
    /// Where it ends, and where the punctuation after it ends, with which prose starts.
    var end = 0, stop = 0
    var hasPunctuation = false
    /// Letters and digits.
    private(set) var count = 0
    private(set) var hasUpperCase = false, hasLowerCase = false, hasDigit = false
    private var hasPadding = false, hasOther = false
    /// The last eight letters and digits, in upper case.
    private var letters: UInt64 = 0

    /// Whether it contains only letters, digits and padding. A mistyped digit is part of a secret as well: such a secret is
    /// refused, not cut before it.
    var isPlain: Bool { count > 0 && !hasOther }
    var isPadding: Bool { count == 0 && hasPadding && !hasOther }
    var endsSecret: Bool { end < stop }

    mutating func add(_ byte: UInt8, to end: Int) {
        // `ip=10` is not the end of a secret.
        if hasPunctuation || hasPadding && byte != ASCII.equals { hasOther = true }
        self.end = end
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): hasUpperCase = true
        case UInt8(ascii: "a")...UInt8(ascii: "z"): hasLowerCase = true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
        case ASCII.equals:
            hasPadding = true
            return
        default:
            hasOther = true
            return
        }
        count += 1
        letters = letters << 8 | UInt64(byte > 0x40 ? byte & 0xDF : byte)
    }

    /// Adds the next word, up to its end.
    mutating func take(_ word: SecretWord) {
        (count, end) = (count + word.count, word.end)
        hasUpperCase = hasUpperCase || word.hasUpperCase
        hasLowerCase = hasLowerCase || word.hasLowerCase
    }

    /// Whether a byte at the end of the word is not a part of it. `user: bob` is a field of a log.
    func isPunctuation(_ byte: UInt8) -> Bool {
        LinkFinder.isSeparator(byte) || "!')]}".utf8.contains(byte) || byte == ASCII.colon && (hasUpperCase || hasDigit)
    }

    /// Whether it has only letters of the same case, if the other word has letters of one case.
    func hasCase(of other: SecretWord) -> Bool {
        other.hasUpperCase == other.hasLowerCase || !(other.hasUpperCase ? hasLowerCase : hasUpperCase)
    }

    /// Whether a word that is not a group of the secret may still be a part of it, and not prose.
    func canBePart(of first: SecretWord, fits: Bool, isLast: Bool) -> Bool {
        if first.count >= SecretForm.shortest { return fits && count == first.count }
        let isWord = hasLowerCase && !hasDigit && count != first.count
        return fits && !isWord || isPlain && isLast && count <= first.count
    }

    /// Whether people write it behind a secret, also with a number.
    var isRemark: Bool {
        guard 4...8 ~= count else { return false }
        var letters = letters
        while count > 4, letters & 0xFF < 0x40 { letters >>= 8 }
        return Self.remarks.contains(letters)
    }

    private static let remarks = Set(
        """
        WORK HOME TEST MAIN MAIL BANK DEMO PROD ROOT TEAM USER TEMP LIVE GAME SHOP IPAD PHONE ADMIN EMAIL LOGIN LOCAL \
        STEAM BACKUP GITHUB GOOGLE IPHONE LAPTOP MOBILE OFFICE SERVER TABLET ACCOUNT PRIVATE PERSONAL
        """.split(separator: " ").map { $0.utf8.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } })
}
