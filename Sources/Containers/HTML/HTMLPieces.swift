import Encodings

/// The tags and texts of an HTML page, in order. Nothing is checked: a page may be cut off, or written by hand.
package struct HTMLPieces {
    package enum Piece {
        case text(Range<Int>)
        case comment(Range<Int>)
        case tag(Tag)
    }

    package struct Tag {
        /// In lower case, without the slash of an end tag; of a name that is too long, only the start.
        package let name: String
        package let isEnd: Bool
        /// What is between the name and the bracket.
        package let attributes: Range<Int>
    }

    private let text: [UInt8]
    private var position = 0
    /// The element whose content has no tags, until its end.
    private var raw: String?

    private static let longestName = 16
    private static let rawElements: Set<String> = ["script", "style", "textarea", "title", "xmp"]

    package init(_ text: [UInt8]) { self.text = text }

    package mutating func next() -> Piece? {
        while position < text.count {
            let start = position
            guard text[position] == UInt8(ascii: "<"), let tag = tag(at: position) else {
                position = nextTag(from: start)
                return .text(start..<position)
            }
            return tag.name.isEmpty ? .comment(tag.attributes) : .tag(tag)
        }
        return nil
    }

    /// Where the next tag, comment or end of the text is. A bracket that starts no tag is text.
    private func nextTag(from start: Int) -> Int {
        var index = text[start] == UInt8(ascii: "<") ? start + 1 : start
        while true {
            index = self.index(of: UInt8(ascii: "<"), from: index)
            guard index < text.count, !startsTag(at: index) else { return index }
            index += 1
        }
    }

    private func startsTag(at index: Int) -> Bool {
        guard index + 1 < text.count else { return false }
        let next = text[index + 1]
        if let raw {
            let name = text.dropFirst(index + 2).prefix(raw.utf8.count).map(ASCII.lowercased)
            return next == ASCII.slash && name.elementsEqual(raw.utf8)
        }
        return next == ASCII.slash || next == UInt8(ascii: "!") || next == UInt8(ascii: "?") || Self.isLetter(next)
    }

    /// - Returns: a tag without a name for a comment; nil for a bracket that starts no tag.
    private mutating func tag(at start: Int) -> Tag? {
        guard startsTag(at: start) else { return nil }
        var index = start + 1
        if text[index] == UInt8(ascii: "!") || text[index] == UInt8(ascii: "?") {
            let isComment = text.dropFirst(index).starts(with: "!--".utf8)
            position =
                isComment
                ? afterComment(from: index + 3)
                : min(self.index(of: UInt8(ascii: ">"), from: index) + 1, text.count)
            return Tag(name: "", isEnd: false, attributes: index..<position)
        }
        let isEnd = text[index] == ASCII.slash
        if isEnd { index += 1 }
        let nameStart = index
        while index < text.count, Self.isName(text[index]) { index += 1 }
        let name = String(
            decoding: text[nameStart..<min(index, nameStart + Self.longestName)].map(ASCII.lowercased), as: UTF8.self)
        let end = endOfTag(from: index)
        position = min(end + 1, text.count)
        raw = !isEnd && Self.rawElements.contains(name) ? name : nil
        return Tag(name: name, isEnd: isEnd, attributes: index..<end)
    }

    /// The bracket that closes a tag: not one in a quoted value, unless its quote never ends.
    private func endOfTag(from start: Int) -> Int {
        var index = start, isValue = false
        while index < text.count, text[index] != UInt8(ascii: ">") {
            let byte = text[index]
            if isValue, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                let end = self.index(of: byte, from: index + 1)
                if end < text.count { index = end }
            }
            if !ASCII.isWhitespace(byte) { isValue = byte == UInt8(ascii: "=") }
            index += 1
        }
        return index
    }

    private func afterComment(from start: Int) -> Int {
        var index = start
        while true {
            index = self.index(of: ASCII.hyphen, from: index)
            guard index + 2 < text.count else { return text.count }
            if text[index + 1] == ASCII.hyphen, text[index + 2] == UInt8(ascii: ">") { return index + 3 }
            index += 1
        }
    }

    private func index(of byte: UInt8, from start: Int) -> Int {
        var index = min(start, text.count)
        text.withUnsafeBufferPointer { text in
            while index < text.count, text[index] != byte { index += 1 }
        }
        return index
    }

    private static func isName(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte &- 48 < 10 || byte == ASCII.hyphen || byte == ASCII.colon
    }

    private static func isLetter(_ byte: UInt8) -> Bool { ASCII.lowercased(byte) &- 97 < 26 }
}

extension HTMLPieces.Tag {
    /// The attributes with a value, names in lower case, values without their quotes and with their entities.
    package func values(in text: [UInt8]) -> [(name: String, value: Range<Int>)] {
        var found: [(name: String, value: Range<Int>)] = []
        var index = attributes.lowerBound
        let end = attributes.upperBound
        func skipSpaces() { while index < end, ASCII.isWhitespace(text[index]) { index += 1 } }
        while index < end, found.count < 64 {
            skipSpaces()
            let start = index
            while index < end, !ASCII.isWhitespace(text[index]), text[index] != UInt8(ascii: "=") { index += 1 }
            let name = text[start..<index]
            skipSpaces()
            guard index < end, text[index] == UInt8(ascii: "=") else {
                if index == start { index += 1 }
                continue
            }
            index += 1
            skipSpaces()
            guard index < end else { break }
            let quote = text[index]
            let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            if isQuoted { index += 1 }
            let valueStart = index
            while index < end, isQuoted ? text[index] != quote : !ASCII.isWhitespace(text[index]) { index += 1 }
            found.append((String(decoding: name.prefix(32).map(ASCII.lowercased), as: UTF8.self), valueStart..<index))
            if isQuoted { index += 1 }
        }
        return found
    }

    package func value(_ name: String, in text: [UInt8]) -> Range<Int>? {
        values(in: text).first { $0.name == name }?.value
    }
}

/// An address with its content in it: `data:image/png;base64,…`.
package enum DataAddress {
    /// The content; nil for any other address.
    package static func content(_ address: ArraySlice<UInt8>) -> [UInt8]? {
        let address = address.trimmingWhitespace
        guard address.prefix(scheme.count).map(ASCII.lowercased) == scheme,
            let comma = address.prefix(256).firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        let kind = address[..<comma].map(ASCII.lowercased)
        let content = PercentCoding.decodedBytes(Array(address[(comma + 1)...]).span, plusIsSpace: false)
        guard kind.suffix(7).elementsEqual(";base64".utf8) else { return content }
        return Base64.decode(content.filter { !ASCII.isWhitespace($0) })
    }

    /// The contents of addresses among other words, as in a style: each ends at a space, a quotation mark or a bracket.
    static func contents(in text: ArraySlice<UInt8>) -> [[UInt8]?] {
        text.split { ASCII.isWhitespace($0) || "\"'()".utf8.contains($0) }.map(content)
    }

    private static let scheme = Array("data:".utf8)
}
