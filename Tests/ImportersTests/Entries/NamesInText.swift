import Encodings
import TOTPDomain

@testable import AnythingFormats

/// The names in a text: of members, elements, attributes, keys, columns and settings, in the text's order.
struct NamesInText {
    /// A name by its path, with the ranges of each time that it comes: an element has two.
    struct Name: Sendable {
        let path: String
        fileprivate(set) var places: [[Range<Int>]]
    }

    private(set) var all: [Name] = []
    private var indices: [String: Int] = [:]

    /// - Parameter content: JSON, JSON in lines, XML, settings, YAML, blocks, or a table whose first row is a header.
    init(_ content: SourceContent) {
        let text = content.text
        if content.jsonOutline != nil || text.first == UInt8(ascii: "{") {
            addMembers(of: text)
        } else if content.isMarkup {
            addElements(of: text)
        } else if let header = Self.header(of: text) {
            addColumns(of: text, header)
        } else {
            addSettings(of: text)
        }
    }

    /// A text with another name in some places.
    static func renaming(_ places: some Sequence<[Range<Int>]>, in text: [UInt8], to word: String) -> [UInt8] {
        var text = text
        for range in places.joined().sorted(by: { $0.lowerBound > $1.lowerBound }) {
            text.replaceSubrange(range, with: Array(word.utf8))
        }
        return text
    }

    /// - Returns: where it is, for ``close(_:with:)``.
    @discardableResult private mutating func add(_ path: String, _ range: Range<Int>) -> (Int, Int) {
        let index = indices[path] ?? all.count
        if index == all.count {
            indices[path] = index
            all.append(Name(path: path, places: []))
        }
        all[index].places.append([range])
        return (index, all[index].places.count - 1)
    }

    private mutating func close(_ place: (Int, Int), with range: Range<Int>) {
        all[place.0].places[place.1].append(range)
    }

    // MARK: - JSON

    /// Of one value, or of one in each line.
    private mutating func addMembers(of text: [UInt8]) {
        if (try? JSONValue(text: text)) != nil { return addMembers(ofValue: text[...]) }
        for line in text.split(separator: ASCII.newline) where line.first == UInt8(ascii: "{") {
            addMembers(ofValue: line)
        }
    }

    private mutating func addMembers(ofValue text: ArraySlice<UInt8>) {
        var scanner = JSONScanner(text, checksEscapes: false)
        var open: [String] = [], last = ""
        // The scanner counts from the start of the slice.
        let offset = text.startIndex
        while let token = try? scanner.next() {
            switch token {
            case .name(let name):
                last = (try? scanner.string(name)) ?? ""
                let range = (name.range.lowerBound + offset)..<(name.range.upperBound + offset)
                add((open + [last]).joined(separator: "/"), range)
            case .objectStart, .arrayStart:
                open.append(last)
                last = token == .arrayStart ? "[]" : ""
            case .objectEnd, .arrayEnd: last = open.removeLast()
            default: break
            }
        }
    }

    // MARK: - XML

    /// Elements, their attributes, and the keys of property lists.
    private mutating func addElements(of text: [UInt8]) {
        var open: [(Int, Int)] = [], index = 0
        while let start = text[index...].firstIndex(of: UInt8(ascii: "<")),
            let end = text[start...].firstIndex(of: UInt8(ascii: ">"))
        {
            index = end + 1
            let isEnd = text[start + 1] == ASCII.slash, first = start + (isEnd ? 2 : 1)
            let isSpace = { (byte: UInt8) in ASCII.isWhitespace(byte) || byte == ASCII.slash }
            let last = text[first..<end].firstIndex(where: isSpace) ?? end
            let name = String(decoding: text[first..<last], as: UTF8.self)
            guard name.first?.isLetter == true else { continue }
            if isEnd {
                if let place = open.popLast() { close(place, with: first..<last) }
                continue
            }
            let place = add("<\(name)>", first..<last)
            if text[end - 1] != ASCII.slash { open.append(place) }
            if name == "key", let close = text[index...].firstIndex(of: UInt8(ascii: "<")), index < close {
                add("key \(String(decoding: text[index..<close], as: UTF8.self))", index..<close)
            }
            var rest = last..<end
            while let equals = text[rest].firstIndex(of: ASCII.equals), equals + 1 < end,
                let close = text[(equals + 2)..<max(equals + 2, end)].firstIndex(of: text[equals + 1])
            {
                let space = text[rest.lowerBound..<equals].lastIndex(where: ASCII.isWhitespace) ?? rest.lowerBound
                add("@" + String(decoding: text[(space + 1)..<equals], as: UTF8.self), (space + 1)..<equals)
                rest = (close + 1)..<end
            }
        }
    }

    // MARK: - Tables

    /// The first line with two cells and more, and what is between them.
    private static func header(of text: [UInt8]) -> (line: Range<Int>, delimiter: UInt8)? {
        if let start = TableStart.find(in: text), GuessedColumns(start.header).knownCount > 0,
            start.header.count > 1
        {
            var reader = CSVReader(delimiter: start.delimiter), row: CSVReader.Record?
            repeat { row = try? reader.next(in: text.span) } while row.map { $0.cells.count < 2 } ?? false
            if let row { return (row.range, start.delimiter) }
        }
        guard let drawn = try? DrawnTables(text), !drawn.tables.isEmpty else { return nil }
        let bar = UInt8(ascii: "|")
        return text.split(separator: ASCII.newline).first { $0.contains(bar) }.map { ($0.indices, bar) }
    }

    private mutating func addColumns(of text: [UInt8], _ header: (line: Range<Int>, delimiter: UInt8)) {
        var isQuoted = false, start = header.line.lowerBound
        for index in header.line.lowerBound...header.line.upperBound {
            let isEnd = index == header.line.upperBound
            if !isEnd, text[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard isEnd || (text[index] == header.delimiter && !isQuoted) else { continue }
            let cell = text[start..<index].trimmingWhitespace
            let isInQuotes = cell.count > 1 && cell.first == UInt8(ascii: "\"")
            let name = isInQuotes ? cell.dropFirst().dropLast() : cell
            // One with an apostrophe is a value, in a statement of a dump.
            if !name.isEmpty, !name.contains(UInt8(ascii: "'")) {
                add(String(decoding: name, as: UTF8.self), name.indices)
            }
            start = index + 1
        }
    }

    // MARK: - Settings

    /// The names of settings, of YAML's members and in blocks: what is before the first `=` or `:` of a line.
    private mutating func addSettings(of text: [UInt8]) {
        for line in text.split(whereSeparator: { $0 == ASCII.newline || $0 == ASCII.carriageReturn }) {
            let start = line.firstIndex { !ASCII.isWhitespace($0) && $0 != ASCII.hyphen && $0 != UInt8(ascii: "\"") }
            guard let start else { continue }
            let rest = line[start...]
            let name = rest.prefix { $0 | 0x20 &- 97 < 26 || $0 &- 48 < 10 || $0 == ASCII.underscore }
            let after = rest[name.endIndex...].drop { $0 == ASCII.space || $0 == UInt8(ascii: "\"") }
            guard let first = name.first, first | 0x20 &- 97 < 26, let mark = after.first,
                mark == ASCII.equals || mark == ASCII.colon && after.dropFirst().first != ASCII.slash
            else { continue }
            add(String(decoding: name, as: UTF8.self), name.indices)
        }
    }
}
