import Encodings
import TOTPDomain

/// The header of a message or of one of its parts (RFC 5322, RFC 2045): the fields that describe the body.
struct MailHeader: Sendable {
    /// In lower case: `image/png`.
    private(set) var type = "text/plain"
    private(set) var parameters = MailParameters()
    /// The parameters of `Content-Disposition`.
    private(set) var disposition = MailParameters()
    /// In lower case: `base64`.
    private(set) var encoding = "7bit"
    /// Where the body starts in the message's bytes.
    private(set) var end: Int
    /// Lines that are not fields, and in the header of a part, fields that do not describe it: a text whose first line
    /// looks like a field, or that somebody wrote into the header.
    private(set) var others: [ArraySlice<UInt8>] = []

    /// The file's own name; nil if it has no name.
    var fileName: String? { disposition["filename"] ?? parameters["name"] }

    /// Reads the fields up to the first empty line.
    ///
    /// - Parameter partType: the type of a part without `Content-Type`; nil for a message.
    init(_ bytes: ArraySlice<UInt8>, partType: String? = nil) {
        type = partType ?? type
        end = bytes.startIndex
        var seen: Set<String> = []
        while let line = MailLine(in: bytes, from: end) {
            end = line.next
            if line.isEmpty { return }
            var value = bytes[line.range]
            // A line that starts with a space continues the field.
            while end < bytes.endIndex, bytes[end] == ASCII.space || bytes[end] == 9,
                let more = MailLine(in: bytes, from: end)
            {
                value = bytes[value.startIndex..<more.range.upperBound]
                end = more.next
            }
            let colon = value.prefix(Self.longestName).firstIndex(of: ASCII.colon) ?? value.startIndex
            let name = Self.text(value[..<colon]).trimmingWhitespace.lowercased()
            guard Self.names.contains(name) else {
                if !Self.isField(name, ofPart: partType != nil), !Self.isEnvelope(value) { others.append(value) }
                continue
            }
            let content = value[(colon + 1)...].prefix(Limit.mailField)
            guard seen.insert(name).inserted else {
                // If two contradict each other, neither is known to be right.
                if name == "content-transfer-encoding", encoding != Self.word(content) { encoding = "unclear" }
                continue
            }
            switch name {
            case "content-transfer-encoding": encoding = Self.word(content)
            case "content-disposition": disposition = MailParameters(content)
            default:
                let type = Self.word(content)
                if type.contains("/") { self.type = type }
                parameters = MailParameters(content)
            }
        }
    }

    private static let names: Set<String> = ["content-type", "content-transfer-encoding", "content-disposition"]
    private static let longestName = 64

    /// Whether a name is that of a field: in a part, only fields that describe it and those of programs count (RFC 2045, 3).
    private static func isField(_ name: String, ofPart isOfPart: Bool) -> Bool {
        guard isOfPart else { return !name.isEmpty && !name.contains(" ") }
        return ["content-", "x-", "mime-version"].contains(where: name.hasPrefix)
    }

    /// Whether it is the line before a message in a mailbox.
    private static func isEnvelope(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: "From ".utf8) || line.starts(with: ">From ".utf8)
    }

    /// The text before the first parameter, in lower case.
    private static func word(_ value: ArraySlice<UInt8>) -> String {
        text(value.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "(") }).trimmingWhitespace.lowercased()
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { TextDecoding.lenientString(bytes) }
}

/// A line of a message.
struct MailLine {
    /// Without its end.
    let range: Range<Int>
    /// Where the next line starts.
    let next: Int

    var isEmpty: Bool { range.isEmpty }

    /// The line that starts at an index; nil at the end. A line ends with LF or CRLF.
    init?(in bytes: ArraySlice<UInt8>, from start: Int) {
        guard start < bytes.endIndex else { return nil }
        let text = bytes.span
        let first = start - bytes.startIndex
        let feed = text.firstIndex(of: ASCII.newline, in: first..<text.count)
        let end = feed ?? text.count
        let isPair = end > first && text[end - 1] == ASCII.carriageReturn
        range = start..<(bytes.startIndex + (isPair ? end - 1 : end))
        next = bytes.startIndex + (feed.map { $0 + 1 } ?? text.count)
    }
}
