import Encodings
import TOTPDomain

/// The INSERT and COPY statements of a dump: MySQL and MariaDB, PostgreSQL, SQLite's `.dump`, SQL Server.
struct SQLDump {
    /// A cell as it is written.
    private enum Cell {
        case null, damaged
        case text(Range<Int>, escapes: Bool)
        case bytes(Range<Int>, escapes: Bool)
        case hex(Range<Int>)
        case number(Range<Int>)
    }

    private let text: [UInt8]
    private var at = 0
    /// Line numbers are counted up to an index.
    private var counted = (index: 0, line: 1)
    /// Whether a backslash in quotes means something, as in MySQL's.
    private let hasEscapes: Bool
    private var created: [String: [String]] = [:]
    private var filters: ServerTables

    // MARK: - Detection

    private static let firstWords: Set<String> = [
        "insert", "replace", "copy", "create", "drop", "set", "begin", "start", "pragma", "lock", "use", "delete",
        "alter", "truncate", "select",
    ]

    /// Whether a text starts as a dump does: with a comment of SQL or a statement.
    static func mayBe(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(256).trimmingWhitespace
        if start.starts(with: "--".utf8) || start.starts(with: "/*".utf8) || start.starts(with: "\\restrict".utf8) {
            return !start.starts(with: "---".utf8)
        }
        let word = start.prefix { ASCII.lowercased($0) &- 97 < 26 }
        let next = start[word.endIndex...].first
        return next.map(ASCII.isWhitespace) == true
            && firstWords.contains(String(decoding: word, as: UTF8.self).lowercased())
    }

    /// Adds the rows of a dump.
    static func add(
        _ bytes: [UInt8], _ filters: ServerTables, to records: inout ServerRecords
    ) throws(SourceError) {
        var dump = SQLDump(bytes, filters)
        try dump.run(&records)
    }

    private init(_ bytes: [UInt8], _ filters: ServerTables) {
        text = bytes
        self.filters = filters
        let start = Array(bytes.prefix(1 << 12)).span
        hasEscapes = ["MySQL", "MariaDB", "phpMyAdmin", "`"].contains { start.firstIndex(of: Array($0.utf8)) != nil }
    }

    private mutating func run(_ records: inout ServerRecords) throws(SourceError) {
        while true {
            skipSpace()
            guard at < text.count else { return }
            let isCommand = text[at] == UInt8(ascii: "\\"), word = word()
            // psql's own commands, and the delimiters of other programs, are lines.
            if isCommand || word == "delimiter" || word == "go" {
                skipLine()
                continue
            }
            switch word {
            case "insert", "replace": try insert(&records)
            // Its rows end without a semicolon.
            case "copy": if try copy(&records) { continue }
            case "create": create()
            default: break
            }
            skip(to: UInt8(ascii: ";"), isNested: false)
            at = min(at + 1, text.count)
        }
    }

    // MARK: - Statements

    private mutating func insert(_ records: inout ServerRecords) throws(SourceError) {
        var next = peekedWord()
        while ["ignore", "low_priority", "delayed", "high_priority", "or", "replace", "into"].contains(next) {
            _ = word()
            next = peekedWord()
        }
        guard let table = name() else { return }
        let columns = take(UInt8(ascii: "(")) ? names() : created[table]
        if peekedWord() == "overriding" { for _ in 0..<3 { _ = word() } }
        guard ["values", "value"].contains(word()), filters.areIn(table)
        else { return }
        var filter: TableFilter?
        repeat {
            skipSpace()
            let line = line()
            guard take(UInt8(ascii: "(")), let cells = cells() else { return }
            filter = filter ?? filters.filter(table, columns, count: cells.count)
            guard let filter else { return }
            let record = filter.record(of: table, line) { $0 < cells.count ? value(cells[$0]) : nil }
            if let record { try records.add(record) }
        } while take(UInt8(ascii: ","))
    }

    /// - Returns: whether rows follow, which were read.
    private mutating func copy(_ records: inout ServerRecords) throws(SourceError) -> Bool {
        guard let table = name() else { return false }
        let columns = take(UInt8(ascii: "(")) ? names() : created[table]
        guard word() == "from", word() == "stdin" else { return false }
        skipLine()
        var filter: TableFilter?
        while at < text.count {
            let line = line(), start = at
            skipLine()
            var row = text[start..<at]
            while let last = row.last, last == ASCII.newline || last == ASCII.carriageReturn { row.removeLast() }
            if row.elementsEqual("\\.".utf8) { break }
            let cells = row.split(separator: 9, maxSplits: Limit.csvColumns, omittingEmptySubsequences: false)
            filter = filter ?? filters.filter(table, columns, count: cells.count)
            guard let filter else { continue }
            let record = filter.record(of: table, line) { $0 < cells.count ? Self.copied(cells[$0]) : nil }
            if let record { try records.add(record) }
        }
        return true
    }

    /// Keeps the names of the columns.
    private mutating func create() {
        while ["temporary", "unlogged", "table", "if", "not", "exists"].contains(peekedWord()) { _ = word() }
        guard let table = name(), take(UInt8(ascii: "(")) else { return }
        var columns: [String] = []
        repeat {
            let isQuoted = at < text.count && "\"`[".utf8.contains(text[at])
            guard let name = name() else { break }
            if isQuoted || !Self.constraints.contains(name) { columns.append(name) }
            skipCell()
        } while columns.count < Limit.csvColumns && take(UInt8(ascii: ","))
        created[table] = columns
    }

    private static let constraints: Set<String> = [
        "primary", "key", "unique", "constraint", "index", "foreign", "check", "fulltext", "spatial", "exclude", "like",
    ]

    // MARK: - Values

    private func value(_ cell: Cell) -> ServerValue? {
        switch cell {
        case .null: nil
        case .damaged: .damaged
        case .text(let range, let escapes): ServerValue(text: plain(range, escapes))
        case .bytes(let range, let escapes): .bytes(plain(range, escapes))
        case .hex(let range): Hex.decode(Array(text[range])).map { .bytes($0) } ?? .damaged
        case .number(let range): ServerValue(text: text[range])
        }
    }

    /// The content of quotes.
    private func plain(_ range: Range<Int>, _ escapes: Bool) -> [UInt8] {
        var bytes: [UInt8] = [], index = range.lowerBound
        bytes.reserveCapacity(range.count)
        while index < range.upperBound {
            let byte = text[index], next = index + 1 < range.upperBound ? text[index + 1] : 0
            if escapes, byte == UInt8(ascii: "\\") {
                bytes.append(Self.escapes[next] ?? next)
                index += 2
            } else {
                bytes.append(byte)
                // Two quotes mean a quote.
                index += byte == UInt8(ascii: "'") && next == byte ? 2 : 1
            }
        }
        return bytes
    }

    /// What letters after a backslash mean; any other byte means itself.
    private static let escapes = Dictionary(
        uniqueKeysWithValues: zip("0nrtbfvZ".utf8, [0, 10, 13, 9, 8, 12, 11, 26] as [UInt8]))

    /// A cell of COPY: `\N` is NULL, and bytes are hexadecimal.
    private static func copied(_ cell: ArraySlice<UInt8>) -> ServerValue? {
        if cell.elementsEqual("\\N".utf8) { return nil }
        guard cell.contains(UInt8(ascii: "\\")) else { return ServerValue(text: cell) }
        var bytes: [UInt8] = [], rest = cell
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let next = rest.popFirst() {
                bytes.append("0Z".utf8.contains(next) ? next : escapes[next] ?? next)
            } else {
                bytes.append(byte)
            }
        }
        if bytes.starts(with: "\\x".utf8), let decoded = Hex.decode(Array(bytes.dropFirst(2))) {
            return .bytes(decoded)
        }
        return ServerValue(text: bytes)
    }

    /// The cells of a row up to its parenthesis; nil if it has too many, or no end.
    private mutating func cells() -> [Cell]? {
        var cells: [Cell] = []
        repeat {
            guard cells.count < Limit.csvColumns else { return nil }
            cells.append(cell())
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: ")")) ? cells : nil
    }

    private mutating func cell() -> Cell {
        skipSpace()
        let start = at
        let prefix = text[start...].prefix { Self.isWord($0) }
        let word = prefix.count < 12 ? String(decoding: prefix, as: UTF8.self).lowercased() : ""
        var cell = Cell.damaged
        if prefix.first.map({ $0 &- 48 < 10 }) == true || text[start...].first == ASCII.hyphen {
            if prefix.starts(with: "0x".utf8) {
                at = prefix.endIndex
                cell = .hex(start + 2..<at)
            } else {
                at += 1
                while at < text.count, Self.isWord(text[at]) || text[at] == UInt8(ascii: ".") { at += 1 }
                cell = .number(start..<at)
            }
        } else {
            at = prefix.endIndex
            // A character set may be before quotes, and a space after it.
            if word.hasPrefix("_") { skipSpace() }
            if at < text.count, text[at] == UInt8(ascii: "'") {
                let escapes = hasEscapes || word == "e"
                guard let content = quoted(escapes: escapes) else { return .damaged }
                switch word {
                case "x": cell = .hex(content)
                case "_binary": cell = .bytes(content, escapes: escapes)
                case "", "e", "n", "_utf8", "_utf8mb4", "_utf8mb3", "_latin1", "_ascii":
                    cell = .text(content, escapes: escapes)
                default: break
                }
            } else if word == "null" {
                cell = .null
            } else if ["true", "false"].contains(word) {
                cell = .number(start..<at)
            }
        }
        skipSpace()
        // A cast of PostgreSQL says nothing of the value; anything else is an expression.
        let end = at
        skipCell()
        return end == at || text[end] == ASCII.colon ? cell : .damaged
    }

    // MARK: - Words

    private static func isWord(_ byte: UInt8) -> Bool {
        ASCII.lowercased(byte) &- 97 < 26 || byte &- 48 < 10 || byte == ASCII.underscore || byte == UInt8(ascii: "$")
            || byte >= 0x80
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard at < text.count, text[at] == byte else { return false }
        at += 1
        return true
    }

    /// The next word in lower case; "" for anything else, and for a long word.
    private mutating func word() -> String {
        skipSpace()
        let word = text[at...].prefix(while: Self.isWord)
        at = word.endIndex
        return word.count <= Limit.csvName ? String(decoding: word, as: UTF8.self).lowercased() : ""
    }

    private mutating func peekedWord() -> String {
        skipSpace()
        let start = at
        defer { at = start }
        return word()
    }

    /// A name, in quotes of any kind or without: the last of several with periods between them.
    private mutating func name() -> String? {
        var name = ""
        repeat {
            skipSpace()
            guard at < text.count else { return nil }
            let mark = text[at]
            if "\"`[".utf8.contains(mark) {
                let close = mark == UInt8(ascii: "[") ? UInt8(ascii: "]") : mark
                // A quote that is never closed is not searched for in all that follows.
                guard let end = text[(at + 1)...].prefix(Limit.csvName).firstIndex(of: close) else { return nil }
                name = String(decoding: text[(at + 1)..<end], as: UTF8.self).lowercased()
                at = end + 1
            } else {
                name = word()
            }
        } while take(UInt8(ascii: "."))
        return name.isEmpty ? nil : name
    }

    /// The names up to a parenthesis.
    private mutating func names() -> [String]? {
        var names: [String] = []
        repeat {
            guard names.count < Limit.csvColumns, let name = name() else { return nil }
            names.append(name)
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: ")")) ? names : nil
    }

    // MARK: - Skipping

    /// The content of quotes that open here; nil if they are never closed.
    private mutating func quoted(escapes: Bool) -> Range<Int>? {
        let quote = text[at], start = at + 1
        at = start
        while at < text.count {
            if escapes, text[at] == UInt8(ascii: "\\") {
                at += 2
            } else if text[at] != quote {
                at += 1
            } else if at + 1 < text.count, text[at + 1] == quote {
                at += 2
            } else {
                at += 1
                return start..<(at - 1)
            }
        }
        at = text.count
        return nil
    }

    private mutating func skipLine() {
        at = text[at...].firstIndex(of: ASCII.newline).map { $0 + 1 } ?? text.count
    }

    /// Skips white space and comments.
    private mutating func skipSpace() {
        while at < text.count {
            if ASCII.isWhitespace(text[at]) {
                at += 1
            } else if text[at] == ASCII.hash || text[at...].starts(with: "--".utf8) {
                skipLine()
            } else if text[at...].starts(with: "/*".utf8) {
                let end = text[(at + 2)...].firstRange(of: "*/".utf8)
                at = end?.upperBound ?? text.count
            } else {
                return
            }
        }
    }

    /// Skips what is left of a cell: up to a comma or a parenthesis that closes.
    private mutating func skipCell() { skip(to: UInt8(ascii: ","), isNested: true) }

    /// Skips quotes, comments and parentheses up to a byte.
    ///
    /// - Parameter isNested: whether the end is outside of parentheses, or a parenthesis that closes.
    private mutating func skip(to end: UInt8, isNested: Bool) {
        var depth = 0
        while true {
            skipSpace()
            guard at < text.count else { return }
            let byte = text[at]
            if byte == end, depth == 0 || !isNested { return }
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
                let isString = byte == UInt8(ascii: "'")
                let isMarked = at > 0 && ASCII.lowercased(text[at - 1]) == UInt8(ascii: "e")
                _ = quoted(escapes: isString && (hasEscapes || isMarked))
                continue
            case UInt8(ascii: "$"): if skipDollars() { continue }
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                if isNested, depth == 0 { return }
                depth -= 1
            default: break
            }
            at += 1
        }
    }

    /// Skips a text between `$name$`, as PostgreSQL writes functions.
    private mutating func skipDollars() -> Bool {
        let tag = text[(at + 1)...].prefix { Self.isWord($0) && $0 != UInt8(ascii: "$") }
        guard tag.endIndex < text.count, text[tag.endIndex] == UInt8(ascii: "$"), tag.count < 64,
            at == 0 || !Self.isWord(text[at - 1])
        else { return false }
        let mark = text[at...tag.endIndex]
        at = text[(tag.endIndex + 1)...].firstRange(of: mark)?.upperBound ?? text.count
        return true
    }

    private mutating func line() -> Int {
        counted.line += text[counted.index..<at].count { $0 == ASCII.newline }
        counted.index = at
        return counted.line
    }
}
