extension OrderedJSON {
    /// The text on one line, without spaces between tokens.
    ///
    /// Controls, line separators and characters that change the direction of text are written as `\uXXXX`, so that the
    /// output is safe to show on a terminal. A ``number(_:)`` that is not a number is written as a string.
    package var utf8: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// The text with each member and element on its own line, as apps write files that people may read.
    ///
    /// Strings are escaped as in ``utf8``. The result does not end with a line break.
    ///
    /// - Parameter width: spaces per level.
    package func indented(by width: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes, indentedBy: width, depth: 0)
        return bytes
    }

    /// Appends ``utf8`` to a buffer.
    package func append(to bytes: inout [UInt8]) { append(to: &bytes, indentedBy: nil, depth: 0) }

    /// - Parameter width: nil for a text on one line.
    private func append(to bytes: inout [UInt8], indentedBy width: Int?, depth: Int) {
        func startLine(_ depth: Int) {
            guard let width else { return }
            bytes.append(ASCII.newline)
            bytes += repeatElement(ASCII.space, count: width * depth)
        }
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .number(let literal):
            let utf8 = Array(literal.utf8)
            if JSONNumber.matches(utf8.span) { bytes += utf8 } else { Self.append(literal, to: &bytes) }
        case .string(let text): Self.append(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                startLine(depth + 1)
                element.append(to: &bytes, indentedBy: width, depth: depth + 1)
            }
            if !elements.isEmpty { startLine(depth) }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                startLine(depth + 1)
                Self.append(member.key, to: &bytes)
                bytes.append(ASCII.colon)
                if width != nil { bytes.append(ASCII.space) }
                member.value.append(to: &bytes, indentedBy: width, depth: depth + 1)
            }
            if !members.isEmpty { startLine(depth) }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        JSONStringWriter.append(text, to: &bytes) { text, index in
            switch text[index] {
            // The leading bytes of characters that may have to be escaped.
            case 0xC2, 0xD8, 0xE2: unsafeLength(text, at: index)
            case 0x7F: 1
            default: 0
            }
        }
    }

    /// The length in bytes of a character that could change how a terminal shows text; 0 for any other.
    private static func unsafeLength(_ text: Span<UInt8>, at index: Int) -> Int {
        guard index + 1 < text.count else { return 0 }
        let second = text[index + 1]
        switch text[index] {
        // U+0080 to U+009F, and U+061C.
        case 0xC2: return second < 0xA0 ? 2 : 0
        case 0xD8: return second == 0x9C ? 2 : 0
        default:
            guard index + 2 < text.count else { return 0 }
            switch (second, text[index + 2]) {
            // U+200E and U+200F, U+2028 to U+202E, U+2066 to U+2069.
            case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): return 3
            default: return 0
            }
        }
    }
}

/// Writes JSON strings: runs of plain bytes at once.
enum JSONStringWriter {
    /// - Parameter lengthToEscape: of the character at an index that is neither a control character below U+0020, a
    ///   quote nor a backslash: its length in bytes if it is to be written as `\uXXXX`, else 0. It has one UTF-16 unit.
    @inline(__always)
    static func append(_ text: String, to bytes: inout [UInt8], lengthToEscape: (Span<UInt8>, Int) -> Int) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { buffer in
            let content = buffer.span
            var runStart = 0
            var index = 0
            while index < content.count {
                while index <= content.count - 8, ByteWord.isPlainJSON(content.word(at: index)) { index += 8 }
                guard index < content.count else { break }
                let byte = content[index]
                let length: Int
                if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                    length = 1
                } else {
                    length = byte < 0x7F ? 0 : lengthToEscape(content, index)
                }
                if length == 0 {
                    index += 1
                    continue
                }
                bytes += buffer[runStart..<index]
                appendEscape(content.extracting(index..<(index + length)), to: &bytes)
                index += length
                runStart = index
            }
            bytes += buffer[runStart...]
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func appendEscape(_ character: Span<UInt8>, to bytes: inout [UInt8]) {
        let byte = character[0]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0x08: bytes += "\\b".utf8
        case 0x09: bytes += "\\t".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0C: bytes += "\\f".utf8
        case 0x0D: bytes += "\\r".utf8
        default:
            let unit: UInt16 =
                switch character.count {
                case 1: UInt16(byte)
                case 2: UInt16(byte & 0x1F) << 6 | UInt16(character[1] & 0x3F)
                default: UInt16(byte & 0x0F) << 12 | UInt16(character[1] & 0x3F) << 6 | UInt16(character[2] & 0x3F)
                }
            bytes += "\\u".utf8
            bytes += Hex.encode(unit.bytes(.big)).utf8
        }
    }
}
