import Encodings
import Links

/// Settings as `NAME=VALUE`: a `.env` file, lines of a shell, an INI file, or the flat part of TOML.
struct EnvText: Sendable {
    private(set) var settings: [Setting] = []

    struct Setting: Sendable {
        /// From 1.
        let line: Int
        /// "" outside of sections.
        let section: String
        let name: String
        let value: String
        /// Whether the value comes from another variable or a program.
        let isElsewhere: Bool
    }

    var hasSections: Bool { settings.contains { !$0.section.isEmpty } }

    /// Every line is a setting, the title of a section, a comment or empty, or in a value of several lines.
    ///
    /// - Returns: nil for a text with any other line, and for a longer text than people write.
    init?(_ text: [UInt8]) {
        guard text.count <= Limit.settings else { return nil }
        var lines = TextLines(), section = ""
        while let line = lines.next(in: text.span) {
            let content = text[line.range].trimmingWhitespace
            guard let first = content.first else { continue }
            switch first {
            case ASCII.hash, UInt8(ascii: ";"): continue
            case UInt8(ascii: "["):
                guard let title = Self.title(content), !title.isList else { return nil }
                section = title.name
            default:
                guard let (name, rest) = Self.name(content, inSection: !section.isEmpty) else { return nil }
                let opensLines = rest.starts(with: "\"\"\"".utf8) || rest.starts(with: "'''".utf8)
                let read = opensLines ? Self.value(inLines: rest, &lines, of: text) : Self.value(rest)
                guard let (value, isPlain) = read else { return nil }
                settings.append(
                    Setting(
                        line: line.number + 1, section: section, name: name, value: TextDecoding.lenientString(value),
                        isElsewhere: !isPlain && Self.isElsewhere(value)))
            }
        }
        guard !settings.isEmpty else { return nil }
    }

    /// `[name]`, with or without quotes, or `[[name]]`, a list of tables in TOML; nil for another line.
    static func title(_ line: ArraySlice<UInt8>) -> (name: String, isList: Bool)? {
        let marks = line.prefix { $0 == UInt8(ascii: "[") }.count
        guard 1...2 ~= marks, let end = line.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let rest = line[end...]
        guard rest.prefix(marks).elementsEqual(repeatElement(UInt8(ascii: "]"), count: marks)),
            isComment(rest.dropFirst(marks))
        else { return nil }
        let name = line[..<end].dropFirst(marks).filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
        return (TextDecoding.lenientString(name[...]).trimmingWhitespace, marks == 2)
    }

    /// The name of a setting, and its value without spaces around it.
    ///
    /// - Parameter inSection: names of INI may have spaces, and a colon behind them.
    static func name(_ line: ArraySlice<UInt8>, inSection: Bool = false) -> (String, ArraySlice<UInt8>)? {
        var rest = line
        for word in ["export ", "set ", "- "] where rest.starts(with: word.utf8) {
            rest = rest.dropFirst(word.utf8.count).drop { $0 == ASCII.space }
        }
        guard let equals = rest.firstIndex(where: { $0 == ASCII.equals || inSection && $0 == ASCII.colon }) else {
            return nil
        }
        var name = rest[..<equals].trimmingWhitespace
        if let mark = name.first, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") {
            guard name.count > 2, name.last == mark, !name.dropFirst().dropLast().contains(mark) else { return nil }
            name = name.dropFirst().dropLast()
        } else {
            let isName = name.allSatisfy {
                $0 | 0x20 &- 97 < 26 || $0 &- 48 < 10 || $0 == ASCII.underscore || $0 == ASCII.hyphen
                    || $0 == UInt8(ascii: ".") || inSection && $0 == ASCII.space
            }
            guard isName, let first = name.first, first | 0x20 &- 97 < 26 || first == ASCII.underscore else {
                return nil
            }
        }
        guard name.count <= Limit.csvName else { return nil }
        return (TextDecoding.lenientString(name), rest[(equals + 1)...].trimmingWhitespace)
    }

    /// Nothing, or a comment.
    private static func isComment(_ rest: ArraySlice<UInt8>) -> Bool {
        let rest = rest.trimmingWhitespace
        return rest.isEmpty || rest.first == ASCII.hash || rest.first == UInt8(ascii: ";")
    }

    /// - Returns: nil for a text in quotes that does not end, or is followed by something.
    private static func value(_ text: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, isPlain: Bool)? {
        var text = text
        if text.starts(with: "$'".utf8) || text.starts(with: "$\"".utf8) { text = text.dropFirst() }
        let mark = text.first
        let isPlain = mark == UInt8(ascii: "'")
        guard isPlain || mark == UInt8(ascii: "\"") else {
            let end = text.indices.first {
                text[$0] == ASCII.hash && ($0 == text.startIndex || ASCII.isWhitespace(text[$0 - 1]))
            }
            let value = text[..<(end ?? text.endIndex)].trimmingWhitespace
            return (value.filter { $0 != UInt8(ascii: "\\") }[...], false)
        }
        var found: [UInt8] = [], rest = text.dropFirst()
        while let byte = rest.popFirst() {
            if byte == mark {
                return isComment(rest) ? (found[...], isPlain) : nil
            }
            let escaped = !isPlain && byte == UInt8(ascii: "\\") ? rest.popFirst() : nil
            found.append(escaped.map { escapes[$0] ?? $0 } ?? byte)
        }
        return nil
    }

    private static let escapes: [UInt8: UInt8] = [UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13]

    /// A text in three marks, up to the same marks in this or a further line, without a line break at its start.
    private static func value(
        inLines first: ArraySlice<UInt8>, _ lines: inout TextLines, of text: [UInt8]
    ) -> (ArraySlice<UInt8>, isPlain: Bool)? {
        let mark = Array(first.prefix(3))
        var parts = [first.dropFirst(3)]
        while parts[parts.count - 1].firstRange(of: mark) == nil {
            guard let next = lines.next(in: text.span) else { return nil }
            parts.append(text[next.range])
        }
        let joined = Array(parts.joined(separator: [ASCII.newline]))
        guard let end = joined.firstRange(of: mark), isComment(joined[end.upperBound...]) else { return nil }
        let value = joined[..<end.lowerBound]
        return (value.first == ASCII.newline ? value.dropFirst() : value, true)
    }

    private static func isElsewhere(_ value: ArraySlice<UInt8>) -> Bool {
        ["op://", "vault:", "ENC[", "!vault"].contains { value.starts(with: $0.utf8) }
            || value.first == ASCII.percent && value.last == ASCII.percent || value.contains(UInt8(ascii: "$"))
            || value.contains(UInt8(ascii: "`"))
    }
}
