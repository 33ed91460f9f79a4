import Encodings

/// The tags of an XML text, found by their brackets: for counting elements independently of the parser that reads them.
///
/// A cursor: ``next(in:)`` is called with the same text until it returns nil. Only for texts that ``XMLEvents`` reads.
package struct XMLTags {
    package struct Tag {
        /// With its prefix.
        package let name: Range<Int>
        /// The number of elements around it.
        package let depth: Int
        package let isStart: Bool
        /// Also true for an element without content, whose only tag starts and ends it.
        package let isEnd: Bool
        /// The number of its attributes, or more.
        package let attributes: Int
    }

    private var position = 0
    private var depth = 0

    package init() {}

    package mutating func next(in text: Span<UInt8>) -> Tag? {
        while let open = text.firstIndex(of: UInt8(ascii: "<"), in: position..<text.count), open + 1 < text.count {
            position = open + 1
            switch text[position] {
            case UInt8(ascii: "!") where text.starts("!--", at: position):
                // The hyphens of <!--> do not also end the comment.
                position += 3
                skip(to: "-->", in: text)
            case UInt8(ascii: "!") where text.starts("![CDATA[", at: position): skip(to: "]]>", in: text)
            // Parts of a document type.
            case UInt8(ascii: "!"): skip(to: ">", in: text)
            case UInt8(ascii: "?"): skip(to: "?>", in: text)
            default: return tag(in: text)
            }
        }
        position = text.count
        return nil
    }

    private mutating func skip(to end: StaticString, in text: Span<UInt8>) {
        while position < text.count, !text.starts(end, at: position) { position += 1 }
    }

    private mutating func tag(in text: Span<UInt8>) -> Tag {
        let isEndTag = text[position] == ASCII.slash
        let start = isEndTag ? position + 1 : position
        var index = start
        while index < text.count, !Self.endsName(text[index]) { index += 1 }
        let name = start..<index
        var quote: UInt8?, attributes = 0
        while index < text.count, quote != nil || text[index] != UInt8(ascii: ">") {
            let byte = text[index]
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if quote == nil, byte == UInt8(ascii: "=") {
                attributes += 1
            }
            index += 1
        }
        position = index
        let isEmpty = !isEndTag && text[index - 1] == ASCII.slash
        if isEndTag { depth -= 1 }
        defer { if !isEndTag, !isEmpty { depth += 1 } }
        return Tag(name: name, depth: depth, isStart: !isEndTag, isEnd: isEndTag || isEmpty, attributes: attributes)
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        ASCII.isWhitespace(byte) || byte == ASCII.slash || byte == UInt8(ascii: ">")
    }
}

extension XMLTags.Tag {
    /// Whether it has a name, byte by byte.
    package func isNamed(_ name: StaticString, in text: Span<UInt8>) -> Bool {
        self.name.count == name.utf8CodeUnitCount && text.starts(name, at: self.name.lowerBound)
    }
}

extension Span<UInt8> {
    fileprivate func starts(_ word: StaticString, at index: Int) -> Bool {
        guard index + word.utf8CodeUnitCount <= count else { return false }
        for offset in 0..<word.utf8CodeUnitCount where self[index + offset] != word.utf8Start[offset] { return false }
        return true
    }
}
