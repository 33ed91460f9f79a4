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

    /// The file's own name; nil if it has no name.
    var fileName: String? { disposition["filename"] ?? parameters["name"] }

    /// Reads the fields up to the first empty line.
    ///
    /// - Parameter defaultType: the type of a part without `Content-Type`.
    init(_ bytes: ArraySlice<UInt8>, defaultType: String = "text/plain") {
        type = defaultType
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
            guard let colon = value.prefix(Self.longestName).firstIndex(of: ASCII.colon) else { continue }
            let name = Self.text(value[..<colon]).trimmingWhitespace.lowercased()
            guard Self.names.contains(name) else { continue }
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
