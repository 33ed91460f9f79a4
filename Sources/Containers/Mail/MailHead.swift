import Encodings

/// Tells e-mail from other texts, by its first bytes.
enum MailHead {
    /// The number of first bytes that decide: a message starts with fields that may be long.
    static let byteCount = 1 << 13
    /// The start of each message in an mbox file.
    static let boxLine = Array("From ".utf8)

    /// Whether bytes start an mbox file or a message: a header of fields, at least two of them fields of a message.
    ///
    /// A header that contains a link is not one: it is read as the text that it looks like.
    static func matches(_ head: [UInt8]) -> Bool {
        let text = head[...]
        var end = 0
        guard let first = MailLine(in: text, from: end) else { return false }
        if text[first.range].starts(with: boxLine) {
            guard let second = MailLine(in: text, from: first.next),
                startsMessage(text[first.range], text[second.range])
            else { return false }
            end = first.next
        }
        var known = 0
        var hasEnd = false
        while let line = MailLine(in: text, from: end) {
            end = line.next
            if line.isEmpty {
                hasEnd = true
                break
            }
            let start = line.range.lowerBound
            if text[start] == ASCII.space || text[start] == 9 {
                guard start > 0 else { return false }
                continue
            }
            guard let name = name(of: text[line.range]) else {
                // The last line may be cut off.
                if line.range.upperBound == text.endIndex, text.count >= byteCount { break }
                return false
            }
            if names.contains(name) { known += 1 }
        }
        return known >= (hasEnd ? 2 : 3) && KeyURIScheme.findAnywhere(in: text.span.extracting(0..<end)) == nil
    }

    /// Whether two lines are the first of a message in an mbox file.
    static func startsMessage(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
        guard first.starts(with: boxLine), first.count < 1000 else { return false }
        // A time: two digits, a colon, two digits.
        let hasTime = first.indices.contains { index in
            first[index] == ASCII.colon && index - 2 >= first.startIndex && index + 2 < first.endIndex
                && [index - 2, index - 1, index + 1, index + 2].allSatisfy { first[$0] &- 48 < 10 }
        }
        return hasTime && (name(of: second) != nil || second.starts(with: ">From ".utf8))
    }

    /// The name of a field, in lower case: printable ASCII before a colon (RFC 5322, 3.6.8).
    private static func name(of line: ArraySlice<UInt8>) -> String? {
        let name = line.prefix { $0 > 0x20 && $0 < 0x7F && $0 != ASCII.colon }
        guard !name.isEmpty, name.count <= 76, name.endIndex < line.endIndex, line[name.endIndex] == ASCII.colon else {
            return nil
        }
        return String(decoding: name.map(ASCII.lowercased), as: UTF8.self)
    }

    private static let names: Set<String> = [
        "from", "to", "date", "subject", "message-id", "received", "return-path", "delivered-to", "mime-version",
        "content-type", "reply-to", "sender", "cc", "x-original-to", "x-gm-thrid",
    ]
}
