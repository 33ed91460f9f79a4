import Encodings
import Links
import TOTPDomain

/// Reads one document after the other.
///
/// Lines and columns are those of the text; where an item or a value starts on the line of its dash, the line is taken
/// to start there.
struct YAMLParser {
    let text: [UInt8]
    let lines: [Line]
    var number = 0
    /// The rest of the line that is read, if its start was read.
    var start: Int?
    var json: [UInt8] = []
    private var depth = 0
    /// The lines that are parts of scalars, so that dashes in them are text.
    var scalarLines: Set<Int> = []
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

    func refuse(_ reason: StaticString, _ advice: Advice? = nil) -> YAMLText.Refusal {
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

    func isBlank(_ line: Int) -> Bool {
        let content = text[lines[line].start..<lines[line].range.upperBound]
        return content.first == ASCII.hash || content.allSatisfy { $0 == ASCII.space || $0 == YAMLText.tab }
    }

    /// A line that ends a document.
    func isEnd(_ line: Int) -> Bool {
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

    var rest: ArraySlice<UInt8> {
        number < lines.count ? text[(start ?? lines[number].start)..<lines[number].range.upperBound] : []
    }

    mutating func nextLine() {
        number += 1
        start = nil
    }

    /// Whether nothing but a comment, which follows a space, comes next.
    func comment(_ rest: ArraySlice<UInt8>) -> Bool {
        let content = rest.drop { $0 == ASCII.space || $0 == YAMLText.tab }
        return content.isEmpty || content.first == ASCII.hash && content.startIndex > rest.startIndex
    }

    // MARK: - Maps and lists

    /// Reads the value that starts at a column or further; none is null.
    mutating func node(from minimum: Int) throws(YAMLText.Refusal) {
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
    func isMark(_ index: Int, in line: ArraySlice<UInt8>) -> Bool {
        guard line[index] == ASCII.colon, index > line.startIndex else { return false }
        return index + 1 == line.endIndex || line[index + 1] == ASCII.space || line[index + 1] == YAMLText.tab
    }

    func isComment(_ index: Int, in line: ArraySlice<UInt8>) -> Bool {
        guard line[index] == ASCII.hash, index > line.startIndex else { return false }
        return line[index - 1] == ASCII.space || line[index - 1] == YAMLText.tab
    }

    mutating func quote(_ text: [UInt8]) {
        OrderedJSON.string(String(decoding: text, as: UTF8.self)).append(to: &json)
    }
}
