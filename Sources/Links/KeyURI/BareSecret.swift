import Encodings
import TOTPDomain

/// A possible secret in a text without a link (`Docs/formats/otpauth.md`, “What is rejected”).
///
/// A secret has 16 characters of base32 or more, in upper or in lower case, maybe in groups, of a length that base32
/// can have, and a digit before a letter: words and passwords have digits at their end. In upper case, it may also have
/// only letters, if they are surely not a word. Hexadecimal numbers, license keys and parts of paths and addresses are
/// not secrets.
package struct BareSecret: Sendable, Hashable {
    /// Its place in the text.
    package var range: Range<Int>
    package let secret: OTPSecret

    /// As many characters as the longest secret has, and padding.
    private static let longest = OTPSecret.maximumByteCount / 5 * 8 + 8
    private static let groups = 4...8

    /// More than a file may have entries are not looked for.
    private static let maximumCount = Limit.entries + 1

    /// All that could be secrets in a part of a text.
    package static func find(in text: Span<UInt8>, _ part: Range<Int>) -> [BareSecret] {
        guard part.count >= SecretForm.shortest else { return [] }
        var found: [BareSecret] = []
        var index = part.lowerBound
        while index < part.upperBound, found.count < maximumCount {
            guard let run = Run(text, index, part.upperBound) else {
                index += 1
                continue
            }
            index = run.range.upperBound
            guard run.isUpperCase || run.isLowerCase else { continue }
            let isWhole = run.range.count >= SecretForm.shortest
            let secret = isWhole ? secret(text, run.range, part) : grouped(text, run, part, end: &index)
            if let secret { found.append(secret) }
        }
        return found
    }

    /// Whether a text is one secret and nothing else, apart from whitespace.
    package static func isAll(of text: Span<UInt8>) -> Bool {
        guard text.count <= 4 * longest else { return false }
        let place = text.trimmingWhitespace(in: text.indices)
        return find(in: text, place).first?.range == place
    }

    /// Returns the text before a secret that names it: `GitHub` of `GitHub: SECRET` and of `{"GitHub": "SECRET"}`;
    /// empty if no text does.
    ///
    /// - Parameter start: where the secret starts.
    package static func label(before start: Int, in text: Span<UInt8>) -> String {
        var end = start
        func skipQuotesAndSpaces() {
            while end > 0, "\"' \t".utf8.contains(text[end - 1]) { end -= 1 }
        }
        skipQuotesAndSpaces()
        guard end > 0, text[end - 1] == ASCII.colon || text[end - 1] == ASCII.equals else { return "" }
        end -= 1
        skipQuotesAndSpaces()
        var first = end
        while first > 0, end - first <= longestLabel, !endsLabel(text[first - 1]) { first -= 1 }
        guard end - first <= longestLabel else { return "" }
        let bytes = text.extracting(first..<end).withUnsafeBufferPointer { Array($0) }
        let label = String(decoding: bytes, as: UTF8.self).limitingMarks.trimmingWhitespace
        return label.looksLikeSecret || !find(in: bytes.span, bytes.indices).isEmpty ? "" : label
    }

    private static let longestLabel = 100

    private static func endsLabel(_ byte: UInt8) -> Bool {
        byte < ASCII.space || "?&\",;|<>{}[]".utf8.contains(byte)
    }

    // MARK: - Groups

    /// Letters and digits of ASCII in a row.
    private struct Run {
        let range: Range<Int>
        /// Whether it consists of base32 digits in one case.
        private(set) var isUpperCase = true
        private(set) var isLowerCase = true

        init?(_ text: Span<UInt8>, _ start: Int, _ end: Int) {
            var index = start
            while index < end {
                let byte = text[index]
                if byte &- 65 < 26 {
                    isLowerCase = false
                } else if byte &- 97 < 26 {
                    isUpperCase = false
                } else if byte &- 48 < 10 {
                    if byte &- 50 >= 6 { (isUpperCase, isLowerCase) = (false, false) }
                } else {
                    break
                }
                index += 1
            }
            guard index > start else { return nil }
            range = start..<index
        }
    }

    /// A secret in groups of one length, of which the last may be shorter, with a space or a hyphen between two.
    ///
    /// - Parameters:
    ///   - first: the first group.
    ///   - end: where the last group ends, also if they are not a secret.
    private static func grouped(_ text: Span<UInt8>, _ first: Run, _ part: Range<Int>, end: inout Int) -> BareSecret? {
        guard groups ~= first.range.count, end < part.upperBound,
            text[end] == ASCII.space || text[end] == ASCII.hyphen
        else { return nil }
        let separator = text[end]
        var (isUpperCase, isLowerCase) = (first.isUpperCase, first.isLowerCase)
        var count = 1
        var whole: Range<Int>?
        while end < part.upperBound, text[end] == separator, let run = Run(text, end + 1, part.upperBound) {
            (isUpperCase, isLowerCase) = (isUpperCase && run.isUpperCase, isLowerCase && run.isLowerCase)
            guard isUpperCase || isLowerCase, run.range.count <= first.range.count else { break }
            if run.range.count < first.range.count {
                whole = first.range.lowerBound..<run.range.upperBound
                break
            }
            count += 1
            end = run.range.upperBound
        }
        // Five groups of five are a license key.
        if count == 5, first.range.count == 5, whole == nil { return nil }
        let equal = first.range.lowerBound..<end
        guard let found = whole.flatMap({ secret(text, $0, part) }) ?? secret(text, equal, part) else { return nil }
        end = found.range.upperBound
        return found
    }

    // MARK: - Proof

    /// The secret in a place, nil if the text there is not a secret.
    private static func secret(_ text: Span<UInt8>, _ place: Range<Int>, _ part: Range<Int>) -> BareSecret? {
        guard place.count <= 2 * longest, standsAlone(text, place, part) else { return nil }
        guard let form = SecretForm(place.map { text[$0] }), form.characters.count <= longest, form.isLikely,
            let secret = try? OTPSecret(base32: form.characters.span)
        else { return nil }
        return BareSecret(range: place, secret: secret)
    }

    /// Whether it is not a part of a longer word, of a path or of an address.
    private static func standsAlone(_ text: Span<UInt8>, _ place: Range<Int>, _ part: Range<Int>) -> Bool {
        if place.lowerBound > part.lowerBound, isGlue(text[place.lowerBound - 1]) { return false }
        var end = place.upperBound
        while end < part.upperBound, text[end] == ASCII.equals { end += 1 }
        guard end < part.upperBound, isGlue(text[end]) else { return true }
        switch text[end] {
        case UInt8(ascii: "."), ASCII.question:
            // The end of a sentence.
            let next = end + 1
            return next == part.upperBound || ASCII.isWhitespace(text[next]) || "\"'<".utf8.contains(text[next])
        case ASCII.ampersand: return isEntity(text, end, part.upperBound)
        default: return false
        }
    }

    private static func isGlue(_ byte: UInt8) -> Bool { #".@\~$^/_%+&?#-"#.utf8.contains(byte) }

    /// Whether a character of HTML or XML is written out: `&nbsp;`.
    private static func isEntity(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        let name = start + 1
        guard let stop = text.firstIndex(of: UInt8(ascii: ";"), in: name..<min(end, start + 11)) else { return false }
        return name < stop
            && (name..<stop).allSatisfy {
                ASCII.lowercased(text[$0]) &- 97 < 26 || text[$0] &- 48 < 10 || text[$0] == ASCII.hash
            }
    }
}
