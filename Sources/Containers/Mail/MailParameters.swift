import Encodings

/// The parameters of a field: `; name="value"`, with values in pieces and in other character sets (RFC 2231), and with
/// encoded words in quotes, which many programs write (RFC 2047).
struct MailParameters: Sendable {
    /// The values as they are written, by their names in lower case.
    private var values: [String: [UInt8]] = [:]

    private static let maximumCount = Limit.mailParameters

    init() {}

    /// - Parameter field: the content of a field, from its start.
    init(_ field: ArraySlice<UInt8>) {
        var rest = field.drop { $0 != Self.semicolon }
        while !rest.isEmpty, values.count < Self.maximumCount {
            rest = rest.dropFirst().trimmingWhitespace
            let name = rest.prefix { $0 != ASCII.equals && $0 != Self.semicolon }
            rest = rest[name.endIndex...]
            guard rest.first == ASCII.equals else { continue }
            rest = rest.dropFirst().drop(while: ASCII.isWhitespace)
            let value: [UInt8]
            if rest.first == Self.quote {
                let (content, after) = Self.quoted(rest.dropFirst())
                value = content
                rest = after.drop { $0 != Self.semicolon }
            } else {
                let word = rest.prefix { $0 != Self.semicolon }
                value = Array(word.trimmingWhitespace)
                rest = rest[word.endIndex...]
            }
            let key = TextDecoding.lenientString(name).trimmingWhitespace.lowercased()
            if values[key] == nil { values[key] = value }
        }
    }

    /// The value of a parameter, decoded.
    ///
    /// - Parameter name: in lower case.
    subscript(name: String) -> String? {
        if let value = values["\(name)*"] {
            let (bytes, charset) = Self.unescaped(value, isFirst: true)
            return MailWords.text(bytes, charset: charset)
        }
        if let value = values[name] { return MailWords.decoded(value) }
        var bytes: [UInt8] = []
        var charset = ""
        var count = 0
        while count < Self.maximumCount {
            if let value = values["\(name)*\(count)*"] {
                let piece = Self.unescaped(value, isFirst: count == 0)
                if count == 0 { charset = piece.charset }
                bytes += piece.bytes
            } else if let value = values["\(name)*\(count)"] {
                bytes += value
            } else {
                break
            }
            count += 1
        }
        return count == 0 ? nil : MailWords.text(bytes, charset: charset)
    }

    /// The value of a parameter as it is written, such as a boundary.
    func raw(_ name: String) -> [UInt8]? { values[name] ?? self[name].map { Array($0.utf8) } }

    /// `utf-8'de'%C3%A4`; later pieces have no character set.
    private static func unescaped(_ value: [UInt8], isFirst: Bool) -> (bytes: [UInt8], charset: String) {
        let parts =
            isFirst ? value.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false) : []
        let text = parts.count == 3 ? Array(parts[2]) : value
        let charset = parts.count == 3 ? TextDecoding.lenientString(parts[0]) : ""
        return (PercentCoding.decodedBytes(text.span, plusIsSpace: false), charset)
    }

    /// Splits a text into the content of a quoted string, and the rest.
    private static func quoted(_ text: ArraySlice<UInt8>) -> ([UInt8], ArraySlice<UInt8>) {
        var value: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex, text[index] != quote {
            if text[index] == UInt8(ascii: "\\"), index + 1 < text.endIndex { index += 1 }
            // A value that continues in the next line contains the end of the line.
            if text[index] != ASCII.carriageReturn, text[index] != ASCII.newline { value.append(text[index]) }
            index += 1
        }
        return (value, text[min(index + 1, text.endIndex)...])
    }

    private static let semicolon = UInt8(ascii: ";")
    private static let quote = UInt8(ascii: "\"")
}
