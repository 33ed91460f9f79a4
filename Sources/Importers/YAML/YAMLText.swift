import Encodings
import Links
import TOTPDomain

/// A YAML text as JSON, so that its maps and lists are the records of readers that exist.
///
/// Only the subset of `Docs/formats/json-list.md` is read: what it does not have is refused with its line, and never
/// guessed.
/// Every scalar is a string as it is written, because programs disagree about numbers and words: `0123` is 83 for some.
struct YAMLText {
    /// The documents of the text, without empty ones.
    private(set) var documents: [[UInt8]] = []

    fileprivate static let tab = UInt8(ascii: "\t")

    /// Where YAML has something that is not read.
    struct Refusal: Error {
        /// From 1.
        let line: Int
        let reason: StaticString
        var advice: Advice?
    }

    /// Whether a text may be YAML with maps in maps or lists: a look at its first line and its indentation.
    ///
    /// Lines of names and values without any are a list, however they are read.
    static func mayBe(_ text: [UInt8]) -> Bool {
        var lines = TextLines(), indentation: Int?
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range]
            let content = bytes.drop { $0 == ASCII.space }
            guard let first = content.first, first != ASCII.hash else { continue }
            let column = content.startIndex - bytes.startIndex
            if indentation == nil {
                if first == UInt8(ascii: "%") || content.starts(with: "---".utf8) { continue }
                guard isItem(content) || hasKey(content) else { return false }
                indentation = column
            }
            if column != indentation || isItem(content) { return true }
        }
        return false
    }

    /// A dash with a space after it, or nothing.
    fileprivate static func isItem(_ content: ArraySlice<UInt8>) -> Bool {
        guard content.first == ASCII.hyphen else { return false }
        let next = content.dropFirst().first
        return next == nil || next == ASCII.space
    }

    /// A colon with a space after it, or nothing.
    private static func hasKey(_ content: ArraySlice<UInt8>) -> Bool {
        content.indices.contains { index in
            guard content[index] == ASCII.colon, index > content.startIndex else { return false }
            let next = content[(index + 1)...].first
            return next == nil || next == ASCII.space
        }
    }

    /// - Throws: ``Refusal`` for what is not in the subset.
    init(_ text: [UInt8]) throws(Refusal) {
        var parser = YAMLParser(text)
        while try parser.nextDocument() {
            let document = try parser.document()
            if document != Array("null".utf8) { documents.append(document) }
        }
    }

    /// The only document, or the list of all.
    var json: [UInt8] {
        if documents.count == 1 { return documents[0] }
        return [UInt8(ascii: "[")] + documents.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    }
}

/// Reads one document after the other.
///
/// Lines and columns are those of the text; where an item or a value starts on the line of its dash, the line is taken
/// to start there.
private struct YAMLParser {
    private let text: [UInt8]
    private let lines: [Line]
    private var number = 0
    /// The rest of the line that is read, if its start was read.
    private var start: Int?
    private var json: [UInt8] = []
    private var depth = 0
    /// The lines that are parts of scalars, so that dashes in them are text.
    private var scalarLines: Set<Int> = []
    private var items = 0

    struct Line {
        let range: Range<Int>
        /// The first byte that is no space.
        let start: Int
    }

    private static let maximumDepth = 64

    init(_ text: [UInt8]) {
        self.text = text
        var lines: [Line] = [], start = 0, index = 0
        func add(_ end: Int) {
            var first = start
            while first < end, text[first] == ASCII.space { first += 1 }
            lines.append(Line(range: start..<end, start: first))
        }
        while index < text.count {
            let byte = text[index]
            guard byte == ASCII.newline || byte == ASCII.carriageReturn else {
                index += 1
                continue
            }
            add(index)
            let isPair = byte == ASCII.carriageReturn && index + 1 < text.count && text[index + 1] == ASCII.newline
            index += isPair ? 2 : 1
            start = index
        }
        if start < text.count { add(text.count) }
        self.lines = lines
    }

    private func refuse(_ reason: StaticString, _ advice: Advice? = nil) -> YAMLText.Refusal {
        YAMLText.Refusal(line: min(number, max(0, lines.count - 1)) + 1, reason: reason, advice: advice)
    }

    // MARK: - Documents

    /// Goes to the first line of the next document.
    mutating func nextDocument() throws(YAMLText.Refusal) -> Bool {
        while number < lines.count {
            let bytes = text[lines[number].range]
            if isBlank(number) {
                number += 1
            } else if bytes.first == UInt8(ascii: "%"), let mark = documentMark(after: number) {
                number = mark
            } else if isEnd(number) {
                let rest = bytes.dropFirst(3)
                guard rest.allSatisfy({ $0 == ASCII.space }) || comment(rest) else {
                    throw refuse("a document starts on the line of its mark", "write it on the next line")
                }
                number += 1
            } else {
                return true
            }
        }
        return false
    }

    /// The line with the mark of the document, if only further directives are before it.
    private func documentMark(after line: Int) -> Int? {
        let next = lines[line...].firstIndex { text[$0.range].first != UInt8(ascii: "%") }
        return next.flatMap { text[lines[$0].range].starts(with: "---".utf8) ? $0 : nil }
    }

    mutating func document() throws(YAMLText.Refusal) -> [UInt8] {
        json = []
        (items, scalarLines) = (0, [])
        let first = number
        try node(from: 0)
        if column != nil { throw refuse("the indentation is wrong") }
        // Counted by the lines, the items of lists are those that were read.
        let dashes = (first..<number).reduce(0) { $0 + (scalarLines.contains($1) ? 0 : self.dashes(in: $1)) }
        guard dashes == items else { throw refuse("the items of its lists are not those of its lines") }
        return json
    }

    private func dashes(in line: Int) -> Int {
        guard !isBlank(line), !isEnd(line) else { return 0 }
        var rest = text[lines[line].start..<lines[line].range.upperBound], count = 0
        while YAMLText.isItem(rest) {
            count += 1
            rest = rest.dropFirst().drop { $0 == ASCII.space }
        }
        return count
    }

    // MARK: - Lines

    private func isBlank(_ line: Int) -> Bool {
        let content = text[lines[line].start..<lines[line].range.upperBound]
        return content.first == ASCII.hash || content.allSatisfy { $0 == ASCII.space || $0 == YAMLText.tab }
    }

    /// A line that ends a document.
    private func isEnd(_ line: Int) -> Bool {
        let bytes = text[lines[line].range]
        guard bytes.starts(with: "---".utf8) || bytes.starts(with: "...".utf8) else { return false }
        let next = bytes.dropFirst(3).first
        return next == nil || next == ASCII.space || next == YAMLText.tab
    }

    /// The column of what comes next in the document; nil at its end.
    private var column: Int? {
        mutating get {
            while start == nil, number < lines.count, isBlank(number) { number += 1 }
            guard number < lines.count, start != nil || !isEnd(number) else { return nil }
            return (start ?? lines[number].start) - lines[number].range.lowerBound
        }
    }

    private var rest: ArraySlice<UInt8> {
        number < lines.count ? text[(start ?? lines[number].start)..<lines[number].range.upperBound] : []
    }

    private mutating func nextLine() {
        number += 1
        start = nil
    }

    /// Whether nothing but a comment, which follows a space, comes next.
    private func comment(_ rest: ArraySlice<UInt8>) -> Bool {
        let content = rest.drop { $0 == ASCII.space || $0 == YAMLText.tab }
        return content.isEmpty || content.first == ASCII.hash && content.startIndex > rest.startIndex
    }

    // MARK: - Maps and lists

    /// Reads the value that starts at a column or further; none is null.
    private mutating func node(from minimum: Int) throws(YAMLText.Refusal) {
        guard let column, column >= minimum else { return json += "null".utf8 }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw refuse("its maps and lists are nested too deeply") }
        if YAMLText.isItem(rest) {
            try list(at: column)
        } else if try key() != nil {
            try map(at: column)
        } else {
            try scalar(inside: minimum - 1)
        }
    }

    private mutating func list(at column: Int) throws(YAMLText.Refusal) {
        json.append(UInt8(ascii: "["))
        var isFirst = true
        while self.column == column, YAMLText.isItem(rest) {
            if !isFirst { json.append(UInt8(ascii: ",")) }
            isFirst = false
            items += 1
            try value(after: rest.dropFirst(), inside: column, allowsBlock: true)
        }
        json.append(UInt8(ascii: "]"))
        if let next = self.column, next > column { throw refuse("the indentation is wrong") }
    }

    private mutating func map(at column: Int) throws(YAMLText.Refusal) {
        json.append(UInt8(ascii: "{"))
        var names: Set<[UInt8]> = []
        while self.column == column, !YAMLText.isItem(rest) {
            guard let (name, after) = try key() else {
                throw refuse("a line is neither a name and a value nor an item")
            }
            if !names.isEmpty { json.append(UInt8(ascii: ",")) }
            guard names.insert(name).inserted else { throw refuse("a name is in a map twice", "keep one of them") }
            quote(name)
            json.append(ASCII.colon)
            try value(after: after, inside: column, allowsBlock: false, named: name)
        }
        json.append(UInt8(ascii: "}"))
        if let next = self.column, next > column { throw refuse("the indentation is wrong") }
    }

    /// Reads the value after a dash or a colon, on its line or below.
    ///
    /// - Parameter allowsBlock: whether a map or a list may start on the line.
    private mutating func value(
        after mark: ArraySlice<UInt8>, inside parent: Int, allowsBlock: Bool, named name: [UInt8]? = nil
    ) throws(YAMLText.Refusal) {
        guard !comment(mark) else {
            nextLine()
            let isListBelow = !allowsBlock && column == parent && YAMLText.isItem(rest)
            return try node(from: isListBelow ? parent : parent + 1)
        }
        let content = mark.drop { $0 == ASCII.space }
        start = content.startIndex
        if content.first == YAMLText.tab { throw refuse("a tab is in the indentation", "use spaces") }
        if allowsBlock { return try node(from: parent + 1) }
        if YAMLText.isItem(content) { throw refuse("a list starts on the line of its name") }
        try scalar(inside: parent, named: name)
    }

    /// The name at the start of what comes next, and what is after its colon; nil if it is no name.
    private func key() throws(YAMLText.Refusal) -> (name: [UInt8], after: ArraySlice<UInt8>)? {
        let rest = rest
        guard let first = rest.first else { return nil }
        if first == YAMLText.tab { throw refuse("a tab is in the indentation", "use spaces") }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            guard let end = Self.closing(rest) else { return nil }
            let after = rest[(end + 1)...].drop { $0 == ASCII.space }
            guard after.first == ASCII.colon, isMark(after.startIndex, in: rest) else { return nil }
            return (try quoted([rest[(rest.startIndex + 1)..<end]], by: first), after.dropFirst())
        }
        if rest.starts(with: "{{".utf8) { throw template }
        guard first != UInt8(ascii: "["), first != UInt8(ascii: "{") else { return nil }
        guard let colon = rest.indices.first(where: { isMark($0, in: rest) }) else { return nil }
        // A comment ends the line.
        let name = rest[..<colon]
        if name.indices.contains(where: { isComment($0, in: rest) }) { return nil }
        if first == UInt8(ascii: "?"), rest.dropFirst().first == ASCII.space {
            throw refuse("names of more than a text are not read")
        }
        if name.trimmingWhitespace.elementsEqual("<<".utf8) { throw anchors }
        try checkStart(name)
        return (Array(name.trimmingWhitespace), rest[(colon + 1)...])
    }

    /// Whether a colon ends a name.
    private func isMark(_ index: Int, in line: ArraySlice<UInt8>) -> Bool {
        guard line[index] == ASCII.colon, index > line.startIndex else { return false }
        return index + 1 == line.endIndex || line[index + 1] == ASCII.space || line[index + 1] == YAMLText.tab
    }

    private func isComment(_ index: Int, in line: ArraySlice<UInt8>) -> Bool {
        guard line[index] == ASCII.hash, index > line.startIndex else { return false }
        return line[index - 1] == ASCII.space || line[index - 1] == YAMLText.tab
    }

    // MARK: - Scalars

    private var anchors: YAMLText.Refusal {
        refuse("anchors, aliases and merge keys are not read", .text("write the values out, as yq 'explode(.)' does"))
    }
    private var template: YAMLText.Refusal { refuse("it is a template, not a file of values") }

    /// - Throws: ``YAMLText/Refusal`` for what a text without quotes cannot start with.
    private func checkStart(_ text: ArraySlice<UInt8>) throws(YAMLText.Refusal) {
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
    private mutating func scalar(inside parent: Int, named name: [UInt8]? = nil) throws(YAMLText.Refusal) {
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

    private static func closing(_ quoted: ArraySlice<UInt8>) -> Int? {
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
    private func quoted(_ parts: [ArraySlice<UInt8>], by mark: UInt8) throws(YAMLText.Refusal) -> [UInt8] {
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
        guard let found = TextEscapes.decode(text, simple: Self.escapes) else {
            throw refuse("a text in quotes has an unknown escape")
        }
        return found
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "t"): "\t",
        UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{B}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "r"): "\r",
        UInt8(ascii: "e"): "\u{1B}", UInt8(ascii: "\""): "\"", UInt8(ascii: "/"): "/", UInt8(ascii: "\\"): "\\",
        UInt8(ascii: " "): " ", UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}", UInt8(ascii: "L"): "\u{2028}",
        UInt8(ascii: "P"): "\u{2029}",
    ]

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

    // MARK: - JSON

    private mutating func quote(_ text: [UInt8]) { JSONText.append(text, to: &json) }
}
