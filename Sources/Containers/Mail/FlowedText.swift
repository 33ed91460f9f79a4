import Encodings
import TOTPDomain

/// A text whose long lines were broken by the sender's program: a line that ends with a space continues in the next
/// line (RFC 3676).
struct FlowedText: Sendable {
    /// Whether the space was added with the break.
    private let deletesSpace: Bool

    /// Nil for other texts. Attached files are not broken, whatever their header says.
    init?(_ header: MailHeader) {
        guard header.type == "text/plain", header.fileName == nil,
            header.parameters["format"]?.lowercased() == "flowed"
        else { return nil }
        deletesSpace = header.parameters["delsp"]?.lowercased() == "yes"
    }

    /// The text with whole lines. Each ends with LF.
    func unfolded(_ text: [UInt8]) -> [UInt8] {
        let all = text[...]
        var result: [UInt8] = []
        result.reserveCapacity(text.count + 1)
        /// The depth of quotation of a line that continues.
        var open: Int?
        var index = 0
        while let line = MailLine(in: all, from: index) {
            index = line.next
            let content = all[line.range]
            let quotes = content.prefix { $0 == UInt8(ascii: ">") }.count
            let words = Self.unstuffed(content.dropFirst(quotes))
            let isSignature = words.elementsEqual("-- ".utf8)
            if open == quotes, !words.isEmpty, !isSignature, !Self.startsLink(words) {
                result.removeLast()
                if deletesSpace || Self.splitsLink(result, words) { result.removeLast() }
                result += words
            } else {
                result += content
            }
            result.append(ASCII.newline)
            open = words.last == ASCII.space && !isSignature ? quotes : nil
        }
        return result
    }

    /// Without the space that protects the start of a line.
    private static func unstuffed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.first == ASCII.space ? line.dropFirst() : line
    }

    /// A link starts a line of its own, even if the line before it ends with a space.
    private static func startsLink(_ line: ArraySlice<UInt8>) -> Bool {
        let start = line.prefix(longestLink)
        return KeyURIScheme.findAnywhere(in: start.span)?.start == 0
    }

    /// Whether the break is within a link's parameters, where some programs break lines without saying so.
    ///
    /// - Parameter text: ends with a space.
    private static func splitsLink(_ text: [UInt8], _ next: ArraySlice<UInt8>) -> Bool {
        let line = text.dropLast().suffix(longestLink)
        let space = line.lastIndex { $0 == ASCII.space || $0 == ASCII.newline }
        let word = line[(space.map { $0 + 1 } ?? line.startIndex)...]
        guard KeyURIScheme.findAnywhere(in: word.span) != nil,
            let start = word.lastIndex(where: { $0 == ASCII.ampersand || $0 == ASCII.question })
        else { return false }
        let parameter = word[(start + 1)...], rest = next.prefix { $0 != ASCII.space }
        // Only names of issuers have spaces.
        return parameter.contains(ASCII.equals)
            ? rest.contains(ASCII.ampersand) && !parameter.starts(with: "issuer=".utf8) : rest.contains(ASCII.equals)
    }

    /// More of a line is not looked at.
    private static let longestLink = 4096
}
