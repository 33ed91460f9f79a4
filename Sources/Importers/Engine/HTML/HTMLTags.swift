import Encodings
import TOTPDomain

/// Tags of an HTML page with the texts around them, in order.
///
/// The page is not parsed: its links contain bare ampersands, which a parser would turn into other characters.
package struct HTMLTags {
    package struct Tag {
        /// In lower case, with the slash of an end tag.
        package var name: String
        /// The tag itself.
        package var source: Range<Int>
        /// The text between the previous tag and this tag.
        package var before: Range<Int>
        /// The text between this tag and the next.
        package var after: Range<Int>
        /// Whether the end tag of this tag follows the text: otherwise it may be cut off.
        package var isClosed: Bool
    }

    private let text: [UInt8]
    private let names: Set<String>
    private var position = 0
    private var textStart = 0

    /// - Parameter names: of the tags to return, of up to ``longestName`` characters, end tags with their slash.
    package init(_ text: [UInt8], names: Set<String>) {
        self.text = text
        self.names = names
    }

    private static let longestName = 7

    package mutating func next() -> Tag? {
        while position < text.count {
            let start = index(of: UInt8(ascii: "<"), from: position)
            guard start < text.count else { break }
            let before = textStart..<start
            // A tag without an end ends where the next one starts.
            let nextStart = index(of: UInt8(ascii: "<"), from: start + 1)
            let end = index(of: UInt8(ascii: ">"), from: start + 1, to: nextStart)
            let after = min(end + 1, nextStart)..<nextStart
            position = nextStart
            textStart = after.lowerBound
            let name = name(at: start + 1)
            guard names.contains(name) else { continue }
            let isClosed = end < nextStart && self.name(at: nextStart + 1) == "/\(name)"
            return Tag(
                name: name, source: start..<after.lowerBound, before: before, after: after, isClosed: isClosed)
        }
        position = text.count
        return nil
    }

    /// Counts the tags of a page, without reading the text between them. `tag` has its bracket and is in lower case:
    /// `<code`.
    package static func count(of tag: StaticString, in text: [UInt8]) -> Int {
        text.indices.count { isTag(tag, at: $0, of: text) }
    }

    /// Counts the tags that have no end tag before the next such tag, in the same way.
    package static func countWithoutEnd(_ tag: StaticString, end: StaticString, in text: [UInt8]) -> Int {
        var count = 0
        var isOpen = false
        for index in text.indices {
            if isTag(tag, at: index, of: text) {
                if isOpen { count += 1 }
                isOpen = true
            } else if isOpen, isTag(end, at: index, of: text) {
                isOpen = false
            }
        }
        return count + (isOpen ? 1 : 0)
    }

    /// Whether a tag is at an index of a page.
    private static func isTag(_ tag: StaticString, at index: Int, of text: [UInt8]) -> Bool {
        let length = tag.utf8CodeUnitCount
        guard text[index] == UInt8(ascii: "<"), index + length <= text.count,
            (1..<length).allSatisfy({ ASCII.lowercased(text[index + $0]) == tag.utf8Start[$0] })
        else { return false }
        return index + length == text.count || !isName(text[index + length])
    }

    /// The index of a byte, or of the end.
    private func index(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int {
        let end = end ?? text.count
        return text.span.firstIndex(of: byte, in: min(start, end)..<end) ?? end
    }

    /// Cut short if it is longer than the names that matter.
    private func name(at start: Int) -> String {
        let name = text.dropFirst(start).prefix(Self.longestName).prefix(while: Self.isName)
        return String(decoding: name.map(ASCII.lowercased), as: UTF8.self)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        byte == ASCII.slash || ASCII.lowercased(byte) &- 97 < 26 || byte &- 48 < 10
    }
}
