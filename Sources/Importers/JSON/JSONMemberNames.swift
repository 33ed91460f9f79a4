import Encodings
import TOTPDomain

/// The names of members inside the entries of a JSON text: for formats that differ there alone.
enum JSONMemberNames {
    /// Whether the objects under a key, at whatever depth, have no members but those that are allowed.
    ///
    /// Looks at the text once, builds nothing of it, and judges a damaged one as far as it goes.
    static func areAll(_ allowed: Set<String>, under key: String, in text: [UInt8]) -> Bool {
        let text = text.span
        var depth = 0
        // The depth of the members of such an object, while in one.
        var inside: Int?
        var index = 0
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == inside { inside = nil }
                depth -= 1
            case UInt8(ascii: "\""):
                let start = index + 1
                index = text.closingQuote(from: start)
                let value = text.firstNonBlank(from: index + 1)
                // A text that no colon follows is no name.
                guard value < text.count, text[value] == ASCII.colon else { break }
                if depth == inside, !allowed.contains(text.string(start..<index)) { return false }
                let object = text.firstNonBlank(from: value + 1)
                if inside == nil, index - start == key.utf8.count, text.string(start..<index) == key,
                    object < text.count, text[object] == UInt8(ascii: "{")
                {
                    inside = depth + 1
                }
            default: break
            }
            index += 1
        }
        return true
    }
}

extension Span where Element == UInt8 {
    /// The place of the quote that ends the string whose content begins at `start`, or the end of the text.
    fileprivate func closingQuote(from start: Int) -> Int {
        var index = start
        while index < count, self[index] != UInt8(ascii: "\"") { index += self[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return Swift.min(index, count)
    }

    fileprivate func firstNonBlank(from start: Int) -> Int {
        var index = start
        while index < count, ASCII.isWhitespace(self[index]) { index += 1 }
        return index
    }

    fileprivate func string(_ range: Range<Int>) -> String {
        extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
