import Encodings
import TOTPDomain

/// Reads a TOML text (1.0) to its end.
struct TOMLParser {
    private let text: [UInt8]
    private var at = 0
    private var depth = 0

    private static let maximumDepth = 64

    init(_ text: [UInt8]) { self.text = text }

    static func isBare(_ byte: UInt8) -> Bool {
        byte | 0x20 &- 97 < 26 || byte &- 48 < 10 || byte == ASCII.underscore || byte == ASCII.hyphen
    }

    private func refuse(_ reason: String) -> NotationRefusal {
        let before = text[..<min(at, text.count)]
        return NotationRefusal(line: before.count { $0 == ASCII.newline } + 1, reason: reason)
    }

    mutating func root() throws(NotationRefusal) -> TOMLTable {
        let root = TOMLTable()
        var table = root
        while true {
            skipSpaces(andLines: true)
            guard let byte = peek else { return root }
            if byte == UInt8(ascii: "[") {
                at += 1
                let isList = take(UInt8(ascii: "["))
                let path = try keys()
                guard take(UInt8(ascii: "]")), !isList || take(UInt8(ascii: "]")) else {
                    throw refuse("the title of a table does not end")
                }
                table = try self.table(path, in: root, isList: isList)
            } else {
                try setting(in: table)
            }
            try endLine()
        }
    }

    // MARK: - Tables

    private func table(_ path: [String], in root: TOMLTable, isList: Bool) throws(NotationRefusal) -> TOMLTable {
        let parent = try inner(path.dropLast(), of: root), name = path[path.count - 1], made = TOMLTable()
        switch parent[name] {
        case nil:
            made.isDefined = true
            made.further = isList ? [] : nil
            parent.add(.table(made), named: name)
        case .table(let first)? where isList && first.further != nil: first.further?.append(made)
        case .table(let table)? where !isList && !table.isDefined:
            table.isDefined = true
            return table
        default: throw refuse("a name is in a table twice")
        }
        return made
    }

    /// The table below some names, which is made if it is missing; the last table of `[[name]]`.
    private func inner(_ path: ArraySlice<String>, of root: TOMLTable) throws(NotationRefusal) -> TOMLTable {
        var table = root
        for name in path {
            switch table[name] {
            case .table(let found)?: table = found.further?.last ?? found
            case nil:
                let made = TOMLTable()
                table.add(.table(made), named: name)
                table = made
            default: throw refuse("a name is in a table twice")
            }
        }
        return table
    }

    private mutating func setting(in table: TOMLTable) throws(NotationRefusal) {
        let path = try keys()
        guard take(ASCII.equals) else { throw refuse("the line is neither a table nor NAME = VALUE") }
        let parent = try inner(path.dropLast(), of: table), name = path[path.count - 1]
        guard parent[name] == nil else { throw refuse("a name is in a table twice") }
        parent.add(try value(), named: name)
    }

    /// Names with dots between them.
    private mutating func keys() throws(NotationRefusal) -> [String] {
        var keys: [String] = []
        repeat {
            skipSpaces()
            guard keys.count < Self.maximumDepth else { throw refuse("a name has too many parts") }
            if let mark = peek, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") {
                keys.append(try string(mark))
            } else {
                let start = at
                while let byte = peek, Self.isBare(byte) { at += 1 }
                guard at > start else { throw refuse("the line is neither a table nor NAME = VALUE") }
                keys.append(decoded(text[start..<at]))
            }
            skipSpaces()
        } while take(UInt8(ascii: "."))
        return keys
    }

    // MARK: - Values

    private mutating func value() throws(NotationRefusal) -> TOMLTable.Value {
        skipSpaces()
        guard depth < Self.maximumDepth else { throw refuse("its lists are nested too deeply") }
        depth += 1
        defer { depth -= 1 }
        switch peek {
        case UInt8(ascii: "\"")?, UInt8(ascii: "'")?: return .json(.string(try string(text[at])))
        case UInt8(ascii: "[")?: return .json(.array(try list()))
        case UInt8(ascii: "{")?: return .table(try inlineTable())
        default: return try bare()
        }
    }

    private mutating func list() throws(NotationRefusal) -> [OrderedJSON] {
        var values: [OrderedJSON] = []
        at += 1
        while true {
            skipSpaces(andLines: true)
            if take(UInt8(ascii: "]")) { return values }
            values.append(try value().json)
            skipSpaces(andLines: true)
            guard take(UInt8(ascii: ",")) || peek == UInt8(ascii: "]") else { throw refuse("a list does not end") }
        }
    }

    private mutating func inlineTable() throws(NotationRefusal) -> TOMLTable {
        let table = TOMLTable()
        table.isDefined = true
        at += 1
        skipSpaces()
        if take(UInt8(ascii: "}")) { return table }
        while true {
            try setting(in: table)
            skipSpaces()
            if take(UInt8(ascii: "}")) { return table }
            guard take(UInt8(ascii: ",")) else { throw refuse("a table in brackets does not end") }
        }
    }

    /// A number, a date, `true` or `false`.
    private mutating func bare() throws(NotationRefusal) -> TOMLTable.Value {
        let start = at
        while let byte = peek, Self.isBare(byte) || "+.:".utf8.contains(byte) { at += 1 }
        // A space may be between date and time.
        if at - start == 10, text[start + 4] == ASCII.hyphen, peek == ASCII.space, at + 1 < text.count,
            text[at + 1] &- 48 < 10
        {
            at += 1
            while let byte = peek, Self.isBare(byte) || "+.:".utf8.contains(byte) { at += 1 }
        }
        let word = decoded(text[start..<at])
        if word == "true" || word == "false" { return .json(.bool(word == "true")) }
        let digits = word.utf8.drop { $0 == UInt8(ascii: "+") || $0 == ASCII.hyphen }
        guard
            digits.first.map({ $0 &- 48 < 10 }) ?? false || digits.elementsEqual("inf".utf8)
                || digits.elementsEqual("nan".utf8)
        else { throw refuse("a text is not in quotation marks") }
        return .json(.string(word))
    }

    // MARK: - Texts

    private mutating func string(_ mark: UInt8) throws(NotationRefusal) -> String {
        let isLong = text[at...].starts(with: [mark, mark, mark])
        at += isLong ? 3 : 1
        if isLong {
            if peek == ASCII.carriageReturn, at + 1 < text.count, text[at + 1] == ASCII.newline { at += 1 }
            if peek == ASCII.newline { at += 1 }
        }
        var found: [UInt8] = []
        while let byte = peek {
            if byte == mark {
                guard isLong else {
                    at += 1
                    return decoded(found[...])
                }
                // Two marks before the end are text.
                let marks = text[at...].prefix(5).prefix { $0 == mark }.count
                at += marks
                found += Array(repeating: mark, count: marks > 2 ? marks - 3 : marks)
                if marks > 2 { return decoded(found[...]) }
                continue
            }
            guard isLong || byte != ASCII.newline else { break }
            at += 1
            if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") {
                found += try escaped(isLong)
            } else {
                found.append(byte)
            }
        }
        throw refuse("a text in quotation marks does not end")
    }

    private func decoded(_ bytes: ArraySlice<UInt8>) -> String { TextDecoding.lenientString(bytes) }

    /// The bytes that an escape means, after its backslash.
    private mutating func escaped(_ isLong: Bool) throws(NotationRefusal) -> [UInt8] {
        guard let byte = peek else { throw refuse("a text in quotation marks does not end") }
        if isLong, ASCII.isWhitespace(byte) {
            // The line goes on in the next.
            let line = text[at...].prefix { $0 != ASCII.newline }
            guard line.allSatisfy(ASCII.isWhitespace) else { throw refuse("it has an unknown escape") }
            while let byte = peek, ASCII.isWhitespace(byte) { at += 1 }
            return []
        }
        at += 1
        if let plain = Self.escapes[byte] { return [plain] }
        let count = byte == UInt8(ascii: "u") ? 4 : byte == UInt8(ascii: "U") ? 8 : 0
        let values = text[at...].prefix(count).compactMap(ASCII.hexValue)
        guard count > 0, values.count == count, let scalar = Unicode.Scalar(values.reduce(0) { $0 << 4 | UInt32($1) })
        else { throw refuse("it has an unknown escape") }
        at += count
        return Array(String(scalar).utf8)
    }

    private static let escapes = Dictionary(
        uniqueKeysWithValues: zip("btnfre\"\\".utf8, [8, 9, 10, 12, 13, 27, 34, 92] as [UInt8]))

    // MARK: - Bytes

    private var peek: UInt8? { at < text.count ? text[at] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        at += 1
        return true
    }

    /// - Parameter andLines: whether also line breaks and comments.
    private mutating func skipSpaces(andLines: Bool = false) {
        while let byte = peek {
            if byte == ASCII.space || byte == 9 || andLines && (byte == 10 || byte == 13) {
                at += 1
            } else if andLines, byte == ASCII.hash {
                while let next = peek, next != ASCII.newline { at += 1 }
            } else {
                return
            }
        }
    }

    private mutating func endLine() throws(NotationRefusal) {
        skipSpaces()
        guard let byte = peek else { return }
        guard byte == ASCII.hash || byte == 10 || byte == 13 else { throw refuse("something is after the value") }
        skipSpaces(andLines: byte == ASCII.hash)
    }
}
