import Encodings
import TOTPDomain

/// Scalars, and lists and maps of them in brackets.
extension YAMLParser {
    var anchors: YAMLText.Refusal {
        refuse("anchors, aliases and merge keys are not read", .text("write the values out, as yq 'explode(.)' does"))
    }
    var template: YAMLText.Refusal { refuse("it is a template, not a file of values") }

    /// - Throws: ``YAMLText/Refusal`` for what a text without quotes cannot start with.
    func checkStart(_ text: ArraySlice<UInt8>) throws(YAMLText.Refusal) {
        guard let first = text.first else { return }
        if text.starts(with: "{{".utf8) { throw template }
        switch first {
        case UInt8(ascii: "&"), UInt8(ascii: "*"): throw anchors
        case UInt8(ascii: "!"):
            guard text.starts(with: "!vault".utf8) else { throw refuse("tags are not read", "remove the tag") }
            throw refuse("sealed with ansible-vault", "run ansible-vault decrypt on a copy, and import that")
        case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"),
            UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
            UInt8(ascii: "}"), UInt8(ascii: ","), ASCII.hash:
            throw refuse("a text starts with a mark of YAML", "write the text in quotes")
        case ASCII.hyphen, ASCII.colon, UInt8(ascii: "?"):
            let next = text.dropFirst().first
            guard next == nil || next == ASCII.space else { return }
            throw refuse("a text starts with a mark of YAML", "write the text in quotes")
        default: break
        }
    }

    /// - Parameters:
    ///   - parent: the column of the map or list; the lines of the scalar are further in.
    ///   - name: that of the value.
    mutating func scalar(inside parent: Int, named name: [UInt8]? = nil) throws(YAMLText.Refusal) {
        switch rest.first {
        case UInt8(ascii: "|"), UInt8(ascii: ">"): quote(try block(inside: parent))
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote(try quotedLines(inside: parent))
        case UInt8(ascii: "["), UInt8(ascii: "{"): try flow()
        default: plain(try plainLines(inside: parent), named: name)
        }
    }

    private mutating func plainLines(inside parent: Int) throws(YAMLText.Refusal) -> [UInt8] {
        var found: [UInt8] = [], breaks = 0
        while true {
            let rest = rest
            if found.isEmpty { try checkStart(rest) }
            let end = rest.indices.first { isComment($0, in: rest) } ?? rest.endIndex
            let part = rest[..<end].trimmingWhitespace
            if part.indices.contains(where: { isMark($0, in: part) }) {
                throw refuse("a line has a second value", "write the text in quotes")
            }
            if !found.isEmpty { found += breaks == 0 ? [ASCII.space] : Array(repeating: ASCII.newline, count: breaks) }
            found += part
            let hasComment = end < rest.endIndex
            nextLine()
            breaks = 0
            var next = number
            while next < lines.count, lines[next].start == lines[next].range.upperBound { next += 1 }
            guard !hasComment, next < lines.count, !isBlank(next), !isEnd(next),
                lines[next].start - lines[next].range.lowerBound > parent
            else { return found }
            breaks = next - number
            number = next
            scalarLines.insert(next)
        }
    }

    private mutating func plain(_ text: [UInt8], named name: [UInt8]?) {
        if ["null", "Null", "NULL", "~", ""].contains(where: { text.elementsEqual($0.utf8) }) {
            return json += "null".utf8
        }
        // Some programs read such a number as octal, so its field is damaged.
        let isOctal = text.count > 1 && text.first == UInt8(ascii: "0") && text.allSatisfy { 48...57 ~= $0 }
        let part = isOctal ? name.flatMap { AccountPart(named: String(decoding: $0, as: UTF8.self)) } : nil
        quote(part == .digits || part == .period || part == .counter ? text + " (octal)".utf8 : text)
    }

    private mutating func quotedLines(inside parent: Int) throws(YAMLText.Refusal) -> [UInt8] {
        let mark = rest.first ?? 0
        var parts: [ArraySlice<UInt8>] = []
        var content = rest.dropFirst()
        while true {
            if let end = Self.closing(content, by: mark) {
                parts.append(content[..<end])
                guard comment(content[(end + 1)...]) else { throw refuse("something follows a text in quotes") }
                let found = try quoted(parts, by: mark)
                nextLine()
                return found
            }
            parts.append(content)
            nextLine()
            guard number < lines.count, !isEnd(number) else { throw refuse("a text in quotes does not end") }
            let isEmpty = rest.allSatisfy { $0 == ASCII.space || $0 == YAMLText.tab }
            guard isEmpty || lines[number].start - lines[number].range.lowerBound > parent else {
                throw refuse("a text in quotes does not end")
            }
            scalarLines.insert(number)
            content = rest.drop { $0 == ASCII.space || $0 == YAMLText.tab }
        }
    }

    static func closing(_ quoted: ArraySlice<UInt8>) -> Int? {
        closing(quoted.dropFirst(), by: quoted.first ?? 0)
    }

    /// The place of the quotation mark that ends a text.
    private static func closing(_ text: ArraySlice<UInt8>, by mark: UInt8) -> Int? {
        var index = text.startIndex
        while index < text.endIndex {
            if mark == UInt8(ascii: "\""), text[index] == UInt8(ascii: "\\") {
                index += 2
                continue
            }
            if text[index] == mark {
                let next = index + 1
                guard mark == UInt8(ascii: "'"), next < text.endIndex, text[next] == mark else { return index }
                index = next
            }
            index += 1
        }
        return nil
    }

    /// The text of what is in quotes, with its lines joined.
    func quoted(_ parts: [ArraySlice<UInt8>], by mark: UInt8) throws(YAMLText.Refusal) -> [UInt8] {
        var found: [UInt8] = [], breaks = 0
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            var part = part
            var joins = false
            if !isLast {
                let slashes = part.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
                joins = mark == UInt8(ascii: "\"") && !slashes.isMultiple(of: 2)
                part = joins ? part.dropLast() : part
                if !joins { while let last = part.last, last == 32 || last == 9 { part = part.dropLast() } }
            }
            if index > 0, !isLast, part.isEmpty, !joins {
                breaks += 1
                continue
            }
            if index > 0, breaks >= 0 {
                found += breaks == 0 ? [ASCII.space] : Array(repeating: ASCII.newline, count: breaks)
            }
            breaks = joins ? -1 : 0
            found += mark == UInt8(ascii: "'") ? Self.single(part) : try unescaped(part)
        }
        return found
    }

    private static func single(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var found: [UInt8] = [], skips = false
        for byte in text {
            if byte == UInt8(ascii: "'"), skips {
                skips = false
                continue
            }
            skips = byte == UInt8(ascii: "'")
            found.append(byte)
        }
        return found
    }

    private func unescaped(_ text: ArraySlice<UInt8>) throws(YAMLText.Refusal) -> [UInt8] {
        guard let found = YAMLEscapes.replaced(text) else { throw refuse("a text in quotes has an unknown escape") }
        return found
    }

    /// Literal and folded text.
    private mutating func block(inside parent: Int) throws(YAMLText.Refusal) -> [UInt8] {
        let isFolded = rest.first == UInt8(ascii: ">")
        var header = rest.dropFirst(), keeps: UInt8?, indent: Int?
        while let byte = header.first, byte != ASCII.space, byte != YAMLText.tab {
            switch byte {
            case UInt8(ascii: "+") where keeps == nil, ASCII.hyphen where keeps == nil: keeps = byte
            case UInt8(ascii: "1")...UInt8(ascii: "9") where indent == nil: indent = max(parent, 0) + Int(byte - 48)
            default: throw refuse("a block of text has an unknown mark")
            }
            header = header.dropFirst()
        }
        guard comment(header) else { throw refuse("a block of text starts on the line of its mark") }
        let mark = number
        nextLine()
        var texts: [ArraySlice<UInt8>] = []
        while number < lines.count {
            let line = lines[number]
            let spaces = line.start - line.range.lowerBound
            let isEmpty = line.start == line.range.upperBound
            if !isEmpty {
                if spaces < (indent ?? parent + 1) || isEnd(number) { break }
                if indent == nil { indent = spaces }
            }
            let first = min(line.range.lowerBound + (indent ?? Int.max - line.range.upperBound), line.range.upperBound)
            texts.append(text[first..<line.range.upperBound])
            scalarLines.insert(number)
            number += 1
        }
        var ends = 0
        while texts.last?.isEmpty == true {
            texts.removeLast()
            ends += 1
        }
        if let first = texts.first, first.starts(with: "$ANSIBLE_VAULT;".utf8) {
            number = mark
            throw refuse("sealed with ansible-vault", "run ansible-vault decrypt on a copy, and import that")
        }
        var found = isFolded ? Self.folded(texts) : Array(texts.joined(separator: [ASCII.newline]))
        if keeps != ASCII.hyphen, !texts.isEmpty { found.append(ASCII.newline) }
        if keeps == UInt8(ascii: "+") { found += Array(repeating: ASCII.newline, count: ends) }
        return found
    }

    /// Joins lines with a space; an empty line is a line break, and lines that are indented stay as they are.
    private static func folded(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
        var found: [UInt8] = [], breaks = 0, wasIndented = true
        for (index, line) in lines.enumerated() {
            if line.isEmpty {
                breaks += 1
                continue
            }
            let isIndented = line.first == ASCII.space || line.first == YAMLText.tab
            if index == breaks {
                found += Array(repeating: ASCII.newline, count: breaks)
            } else if isIndented || wasIndented {
                found += Array(repeating: ASCII.newline, count: breaks + 1)
            } else {
                found += breaks == 0 ? [ASCII.space] : Array(repeating: ASCII.newline, count: breaks)
            }
            found += line
            (breaks, wasIndented) = (0, isIndented)
        }
        return found
    }

    // MARK: - Flow

    /// A list or a map of scalars on one line.
    private mutating func flow() throws(YAMLText.Refusal) {
        let isMap = rest.first == UInt8(ascii: "{")
        if rest.starts(with: "{{".utf8) { throw template }
        let end = isMap ? UInt8(ascii: "}") : UInt8(ascii: "]")
        json.append(isMap ? UInt8(ascii: "{") : UInt8(ascii: "["))
        var content = rest.dropFirst(), names: Set<[UInt8]> = [], isFirst = true
        func skipSpace() { content = content.drop { $0 == ASCII.space || $0 == YAMLText.tab } }
        skipSpace()
        while content.first != end {
            if !isFirst {
                guard content.first == UInt8(ascii: ",") else { throw flowRefusal(content) }
                content = content.dropFirst()
                skipSpace()
                if content.first == end { break }
                json.append(UInt8(ascii: ","))
            }
            isFirst = false
            if isMap {
                let (name, _) = try flowScalar(&content, isName: true)
                guard names.insert(name).inserted else { throw refuse("a name is in a map twice", "keep one of them") }
                quote(name)
                skipSpace()
                guard content.first == ASCII.colon else { throw flowRefusal(content) }
                content = content.dropFirst()
                skipSpace()
                json.append(ASCII.colon)
                if content.first == UInt8(ascii: ",") || content.first == end {
                    json += "null".utf8
                } else {
                    let (value, isPlain) = try flowScalar(&content)
                    if isPlain { plain(value, named: name) } else { quote(value) }
                }
            } else {
                let (value, isPlain) = try flowScalar(&content)
                if isPlain { plain(value, named: nil) } else { quote(value) }
            }
            skipSpace()
        }
        guard comment(content.dropFirst()) else { throw refuse("something follows a list or map in brackets") }
        json.append(end)
        nextLine()
    }

    private func flowRefusal(_ content: ArraySlice<UInt8>) -> YAMLText.Refusal {
        content.isEmpty
            ? refuse("a list or map in brackets does not end on its line")
            : refuse("a list or map in brackets has more than texts", "write it on lines of its own")
    }

    private func flowScalar(
        _ content: inout ArraySlice<UInt8>, isName: Bool = false
    ) throws(YAMLText.Refusal) -> (text: [UInt8], isPlain: Bool) {
        guard let first = content.first else { throw flowRefusal(content) }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            guard let end = Self.closing(content) else { throw flowRefusal([]) }
            let text = try quoted([content[(content.startIndex + 1)..<end]], by: first)
            content = content[(end + 1)...]
            return (text, false)
        }
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") { throw flowRefusal(content) }
        try checkStart(content)
        let end =
            content.indices.first { index in
                ",[]{}".utf8.contains(content[index]) || isName && content[index] == ASCII.colon
                    || isMark(index, in: content) || isComment(index, in: content)
            } ?? content.endIndex
        let text = content[..<end].trimmingWhitespace
        content = content[end...]
        return (Array(text), true)
    }
}
