import Encodings

/// Tells e-mail from other texts, by its first bytes.
package enum MailHead {
    /// The start of each message in an mbox file.
    package static let boxLine = Array("From ".utf8)

    /// Whether bytes start an mbox file or a message: a header of fields, at least two of them fields of a message.
    ///
    /// A header that contains a link is not one: it is read as the text that it looks like.
    package static func matches(_ head: [UInt8]) -> Bool {
        let text = head[...]
        var lines = Lines(text)
        guard let first = lines.next() else { return false }
        if text[first].starts(with: boxLine) {
            var next = lines
            guard let second = next.next(), startsMessage(text[first], text[second]) else { return false }
        } else {
            lines = Lines(text)
        }
        var known = 0
        var hasEnd = false
        while let line = lines.next() {
            if line.isEmpty {
                hasEnd = true
                break
            }
            if text[line.lowerBound] == ASCII.space || text[line.lowerBound] == 9 {
                guard line.lowerBound > text.startIndex else { return false }
                continue
            }
            guard let name = name(of: text[line]) else {
                // The last line may be cut off.
                if line.upperBound == text.endIndex, text.count >= ArchiveKind.headByteCount { break }
                return false
            }
            if names.contains(name) { known += 1 }
        }
        let end = lines.position
        return known >= (hasEnd ? 2 : 3)
            && KeyURIScheme.findAnywhere(in: text.span.extracting(0..<(end - text.startIndex))) == nil
    }

    /// Whether two lines are the first of a message in an mbox file.
    package static func startsMessage(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
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

    private struct Lines {
        private let text: ArraySlice<UInt8>
        private(set) var position: Int

        init(_ text: ArraySlice<UInt8>) {
            self.text = text
            position = text.startIndex
        }

        /// The next line without its end.
        mutating func next() -> Range<Int>? {
            guard position < text.endIndex else { return nil }
            let start = position
            let feed = text[start...].firstIndex(of: ASCII.newline)
            position = feed.map { $0 + 1 } ?? text.endIndex
            let end = feed ?? text.endIndex
            return start..<(end > start && text[end - 1] == ASCII.carriageReturn ? end - 1 : end)
        }
    }
}
