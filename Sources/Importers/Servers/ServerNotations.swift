import AnythingFormats
import Containers
import Encodings
import FormatEngine
import Links
import TOTPDomain

extension ServerRecords {
    /// Adds what may be of accounts.
    ///
    /// - Parameters:
    ///   - siblings: the file's name, and the journal of a database.
    ///   - hasJoins: whether tables of users and settings are read as well.
    /// - Returns: nil if the content has no notation that servers write.
    mutating func add(
        _ content: SourceContent, _ siblings: SiblingFiles, hasJoins: Bool
    ) throws(SourceError) -> ServerProduct.Notation? {
        func has(_ mark: String) -> Bool { content.text.span.firstIndex(of: Array(mark.utf8)) != nil }
        switch content.kind {
        case .sqlite:
            let journal = try siblings.file("\(siblings.name)-wal")
            return try add(database: SQLiteDatabase(content.bytes, journal: journal), hasJoins: hasJoins)
        case .binary where SQLDump.mayBe(content.bytes): return try add(dump: content.bytes, hasJoins: hasJoins)
        case .text: break
        default: return nil
        }
        if content.jsonOutline != nil || YAMLText.mayBe(content.text),
            ServerProduct.all.contains(where: { $0.notation == .json && has($0.mark) }),
            let json = (try? RecordText.json(of: content)) ?? nil
        {
            try add(json: json)
            return .json
        }
        if content.jsonOutline != nil { return nil }
        switch content.text.firstNonSpace {
        case UInt8(ascii: "<"):
            guard ["opnsense", "pfsense"].contains(XMLElement.rootName(of: content.text)) else { return nil }
            try add(xml: content.text)
            return .xml
        case nil: return nil
        default: break
        }
        if LDIFText.mayBe(content.text) {
            try LDIFText.add(content.text, to: &self)
            return .directory
        }
        // A dump may have bytes that are not text.
        let bytes = content.doubt == nil ? content.text : content.bytes
        if SQLDump.mayBe(bytes) { return try add(dump: bytes, hasJoins: hasJoins) }
        if content.text.starts(with: "multiotp-database-format-v".utf8) {
            try add(multiOTP: content.text, named: siblings.name)
        } else if has("TOTP-") || has("TOTP.") {
            try add(radiusUsers: content.text)
        } else if !(try add(tokenList: content.text)) {
            return nil
        }
        return .settings
    }

    // MARK: - Tables

    private mutating func add(dump bytes: [UInt8], hasJoins: Bool) throws(SourceError) -> ServerProduct.Notation {
        try SQLDump.add(bytes, ServerTables(hasJoins: hasJoins), to: &self)
        return .tables
    }

    private mutating func add(
        database: borrowing SQLiteDatabase, hasJoins: Bool
    ) throws(SourceError) -> ServerProduct.Notation {
        let tables = try database.tables()
        // Tables of users alone are in every other database.
        let isServer = tables.contains { table, columns in
            ServerProduct.all.contains { $0.notation == .tables && $0.prefix(of: table) != nil && $0.fits(columns) }
        }
        guard isServer else { return .tables }
        for (table, columns) in tables.sorted(by: { $0.key < $1.key }) {
            guard let wanted = WantedTable(table, hasJoins: hasJoins) else { continue }
            let names = columns.sorted(), filter = wanted.filter(names)
            let kept = filter.columns.map { names[$0] }
            for row in try database.rows(of: table, kept, orderedBy: "rowid", limit: Limit.entries) {
                let cells = Dictionary(uniqueKeysWithValues: zip(filter.columns, row))
                let record = filter.record(of: table) { cells[$0].flatMap(ServerValue.init) }
                if let record { try add(record) }
            }
        }
        return .tables
    }

    // MARK: - Settings

    /// `name=value`; a colon before the sign marks a value that the server sealed.
    private mutating func add(multiOTP text: [UInt8], named fileName: String) throws(SourceError) {
        let name = fileName.lowercased().hasSuffix(".db") ? String(fileName.dropLast(3)) : fileName
        var record = ServerRecord(table: "multiotp", values: ["file": [.text(name)]])
        var lines = TextLines()
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range]
            guard let equals = bytes.firstIndex(of: ASCII.equals) else { continue }
            let name = String(decoding: bytes[..<equals], as: UTF8.self).lowercased()
            record.values[name] = [ServerValue(text: bytes[(equals + 1)...])]
        }
        try add(record)
    }

    /// `rosa Cleartext-Password := "x", TOTP-Secret := "…"`; lines that start with a space go on with their user.
    private mutating func add(radiusUsers text: [UInt8]) throws(SourceError) {
        var lines = TextLines()
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range], words = Self.radiusWords(bytes)
            guard let first = bytes.first, first != ASCII.hash, let user = words.first, user != "DEFAULT" else {
                continue
            }
            guard !ASCII.isWhitespace(first) else { continue }
            var record = ServerRecord(table: "radius", values: ["user": [.text(user)]], line: line.number + 1)
            for (index, word) in words.enumerated() where [":=", "==", "=", "+="].contains(word) && index > 1 {
                guard index + 1 < words.count, !words[index + 1].contains("%{") else { continue }
                let name = words[index - 1].lowercased().replacing(".", with: "-")
                record.values[name] = [.text(words[index + 1])]
            }
            if record.values.keys.contains(where: { $0.hasPrefix("totp-") }) { try add(record) }
        }
    }

    /// Words between spaces and commas; in quotes, they may have both.
    private static func radiusWords(_ line: ArraySlice<UInt8>) -> [String] {
        var words: [String] = [], word: [UInt8] = [], quote: UInt8?
        for byte in line {
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if quote == nil, ASCII.isWhitespace(byte) || byte == UInt8(ascii: ",") {
                if !word.isEmpty { words.append(TextDecoding.lenientString(word)) }
                word = []
            } else {
                word.append(byte)
            }
        }
        return word.isEmpty ? words : words + [TextDecoding.lenientString(word)]
    }

    /// The rows of privacyIDEA's token janitor: no header, and a space after each comma.
    ///
    /// - Returns: whether each line fits.
    private mutating func add(tokenList text: [UInt8]) throws(SourceError) -> Bool {
        let names = ["owner", "serial", "otpkey", "type", "otplen", "timestep"]
        var lines = TextLines(), found: [ServerRecord] = []
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range]
            if bytes.allSatisfy(ASCII.isWhitespace) { continue }
            guard bytes.count < Limit.csvName else { return false }
            let cells = TextDecoding.lenientString(bytes).split(separator: ", ", omittingEmptySubsequences: false)
            guard [5, 6].contains(cells.count), ["totp", "hotp"].contains(cells[3].lowercased()), Int(cells[4]) != nil,
                !cells[2].isEmpty,
                cells[2].utf8.allSatisfy({
                    ASCII.hexValue($0) != nil || Base32.values[Int($0)] < 32 || $0 == ASCII.equals
                })
            else { return false }
            var values: [String: [ServerValue]] = [:]
            for (name, cell) in zip(names, cells) where cell != "None" { values[name] = [.text(String(cell))] }
            found.append(ServerRecord(table: "janitor", values: values, line: line.number + 1))
        }
        for record in found { try add(record) }
        return !found.isEmpty
    }
}

/// The columns and rows that are read of each table of a dump. Dumps may have a statement for each row.
struct ServerTables {
    let hasJoins: Bool
    private var tables: [String: WantedTable?] = [:]
    private var last: (table: String, columns: [String]?, filter: TableFilter?)?

    init(hasJoins: Bool) { self.hasJoins = hasJoins }

    mutating func areIn(_ table: String) -> Bool { wanted(table) != nil }

    private mutating func wanted(_ table: String) -> WantedTable? {
        if let known = tables[table] { return known }
        let wanted = WantedTable(table, hasJoins: hasJoins)
        if tables.count < Limit.csvColumns { tables[table] = .some(wanted) }
        return wanted
    }

    /// - Parameters:
    ///   - columns: nil if the dump does not name them.
    ///   - count: of cells in a row.
    /// - Returns: nil if nothing is read.
    mutating func filter(_ table: String, _ columns: [String]?, count: Int) -> TableFilter? {
        if let last, last.table == table, last.columns == columns { return last.filter }
        let wanted = wanted(table)
        let filter = (columns ?? wanted?.layout(of: count)).flatMap { wanted?.filter($0) }
        last = (table, columns, filter)
        return filter
    }
}

/// The names of a table's columns, and which columns and rows are read.
struct TableFilter: Sendable {
    let names: [String]
    let columns: [Int]
    /// The values of a column, in lower case, whose rows are read; nil for all rows.
    fileprivate var rows: (column: Int, values: Set<String>)?

    /// - Returns: nil for a row that is not read.
    func record(of table: String, _ line: Int? = nil, cell: (Int) -> ServerValue?) -> ServerRecord? {
        if let rows {
            guard let value = cell(rows.column), rows.values.contains(value.string.lowercased()) else { return nil }
        }
        var values: [String: [ServerValue]] = [:]
        for index in columns {
            if let value = cell(index) { values[names[index]] = [value] }
        }
        return ServerRecord(table: table, values: values, line: line)
    }
}

/// The columns and rows that are read of a table of a product.
private struct WantedTable {
    private let products: [ServerProduct]
    /// The columns that other tables are joined by, and the columns that are read then.
    private var joined: Set<String> = []

    /// - Returns: nil if no product has the table.
    init?(_ table: String, hasJoins: Bool) {
        let all = ServerProduct.all.filter { $0.notation == .tables }
        products = all.filter { $0.prefix(of: table) != nil }
        if hasJoins {
            for hop in all.lazy.flatMap({ $0.paths.flatMap(\.hops) })
            where table == hop.table || table.hasSuffix("_\(hop.table)") {
                joined.formUnion([hop.column, hop.value])
            }
        }
        if products.isEmpty, joined.isEmpty { return nil }
    }

    /// The names of the columns where the dump does not say them.
    func layout(of count: Int) -> [String]? {
        products.lazy.compactMap(\.columns?.words).first { $0.count == count }
    }

    func filter(_ names: [String]) -> TableFilter {
        let fitting = products.filter { $0.fits(Set(names)) }
        // All columns of a table that is all about accounts: unknown columns are named.
        let isWhole = fitting.contains { $0.columns != nil && $0.pivot == nil && $0.php == nil }
        let read = joined.union(fitting.flatMap(\.readColumns))
        var filter = TableFilter(names: names, columns: names.indices.filter { isWhole || read.contains(names[$0]) })
        if let pivot = fitting.first?.pivot, fitting.allSatisfy({ $0.pivot != nil }), joined.isEmpty,
            let column = names.firstIndex(of: pivot.name)
        {
            filter.rows = (column, Set(fitting.flatMap(\.readColumns)))
        }
        return filter
    }
}

extension ServerProduct {
    /// Whether a table of its name has its columns.
    fileprivate func fits(_ columns: Set<String>) -> Bool {
        if let pivot { return columns.isSuperset(of: [pivot.owner, pivot.name, pivot.value]) }
        return columns.contains(php ?? secret.columns.first ?? "")
    }
}

extension ServerValue {
    /// - Returns: nil for NULL.
    fileprivate init?(_ value: SQLiteValue) {
        switch value {
        case .null: return nil
        case .integer(let number): self = .text(String(number))
        case .text(let text): self = .text(text)
        case .bytes(let bytes): self = .bytes(bytes)
        case .real: self = .damaged
        }
    }
}

/// Files that are sealed as a whole.
extension ServerFile {
    private static let marks: [(start: StaticString, problem: String, advice: Advice)] = [
        (
            "---- BEGIN config.xml ----", "an encrypted backup of OPNsense or pfSense",
            "download it without encryption: System › Configuration › Backups"
        ),
        ("; #!#multiotp-database-format-v", "a sealed backup of multiOTP", "multiotp -urllink USER prints each link"),
    ]

    /// Why nothing in a file can be read; nil for any other file.
    static func sealed(_ content: SourceContent) -> SourceError? {
        guard content.kind == .text else { return nil }
        let mark = marks.first { content.text.trimmingWhitespace.starts(with: "\($0.start)".utf8) }
        return mark.map { SourceError(.unrecognised, $0.problem, $0.advice) }
    }
}
