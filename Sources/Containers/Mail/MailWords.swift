import Encodings

/// Encoded words in header fields: `=?utf-8?Q?caf=C3=A9?=` (RFC 2047).
enum MailWords {
    /// The text of a value with encoded words. A word that cannot be decoded stays as it is.
    static func decoded(_ value: [UInt8]) -> String {
        guard value.contains(question) else { return text(value, charset: "") }
        var result = ""
        // Words of one character set are decoded together: a character may be divided between two.
        var pending: (bytes: [UInt8], charset: String) = ([], "")
        func flush() {
            result += text(pending.bytes, charset: pending.charset)
            pending = ([], "")
        }
        var index = 0
        var wasWord = false
        while index < value.count {
            if let (word, end) = word(in: value, at: index) {
                if word.charset != pending.charset { flush() }
                pending = (pending.bytes + word.bytes, word.charset)
                index = end
                wasWord = true
                continue
            }
            // White space between two words is not part of the text.
            let gap = value[index...].prefix(while: ASCII.isWhitespace)
            if wasWord, !gap.isEmpty, word(in: value, at: gap.endIndex) != nil {
                index = gap.endIndex
                continue
            }
            if !pending.charset.isEmpty { flush() }
            wasWord = false
            pending.bytes.append(value[index])
            index += 1
        }
        flush()
        return result.limitingMarks
    }

    /// Bytes in a character set as text. Those in an unknown set are shown as well as possible: a name is only shown.
    static func text(_ bytes: [UInt8], charset: String) -> String {
        TextDecoding.lenientString(TextEncoding(declared: charset)?.text(bytes) ?? bytes)
    }

    private static let question = UInt8(ascii: "?")

    /// Words have at most 75 characters (RFC 2047, section 2), but some programs write longer words.
    private static func word(in value: [UInt8], at start: Int) -> (word: (bytes: [UInt8], charset: String), end: Int)? {
        guard start + 7 < value.count, value[start] == ASCII.equals, value[start + 1] == question else { return nil }
        let rest = value[(start + 2)...].prefix(Limit.mailWord)
        guard let first = rest.firstIndex(of: question), first + 2 < rest.endIndex, rest[first + 2] == question,
            let last = rest[(first + 3)...].firstIndex(of: question), last + 1 < value.count,
            value[last + 1] == ASCII.equals, first > rest.startIndex
        else { return nil }
        let charset = TextDecoding.lenientString(rest[rest.startIndex..<first].prefix { $0 != UInt8(ascii: "*") })
        let content = rest[(first + 3)..<last]
        let bytes: [UInt8]
        switch ASCII.lowercased(rest[first + 1]) {
        case UInt8(ascii: "b"): bytes = MailEncoding.decodeBase64(content)
        case UInt8(ascii: "q"):
            bytes = MailEncoding.decodeQuotedPrintable(content.map { $0 == ASCII.underscore ? ASCII.space : $0 }[...])
        default: return nil
        }
        return ((bytes, charset), last + 2)
    }
}
