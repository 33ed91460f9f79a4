import Encodings
import FormatEngine
import TOTPDomain

/// A value in a record of a server. NULL is a missing value.
enum ServerValue: Sendable, Hashable {
    case text(String)
    /// Bytes that the file marks as such, or a text that is not UTF-8.
    case bytes([UInt8])
    /// An expression, a file elsewhere, or a fraction.
    case damaged

    init(text bytes: some Collection<UInt8>) {
        self = String(validating: bytes, as: UTF8.self).map { .text($0.limitingMarks) } ?? .bytes(Array(bytes))
    }

    /// As a field of a JSON export.
    var field: LenientText {
        switch self {
        case .text(let text): .text(text)
        case .bytes(let bytes): String(validating: bytes, as: UTF8.self).map { .text($0.limitingMarks) } ?? .damaged
        case .damaged: .damaged
        }
    }

    /// "" for what is not a text: for names and flags.
    var string: String { if case .text(let text) = field { text.trimmingWhitespace } else { "" } }

    var isEmpty: Bool { self != .damaged && field == .text("") }
}

/// A row of a table, an entry of a directory, an object or an element: what each notation becomes.
struct ServerRecord: Sendable {
    /// In lower case for tables; the names that lead to an object or element, with slashes.
    let table: String
    /// By the names of columns, attributes, members or elements, in lower case.
    var values: [String: [ServerValue]]
    /// From 1; nil in notations without lines.
    var line: Int?
    /// The name of an object or element.
    var name = ""
    /// The record that contains it.
    var parent: Int?
}

/// All records of a file that may say something of an account.
struct ServerRecords: Sendable {
    private(set) var records: [ServerRecord] = []
    private(set) var children: [Int: [Int]] = [:]
    private let limits: ImportLimits
    /// The records that a table has by the values of a column.
    private var indices: [Hop: [String: Int]] = [:]

    private struct Hop: Hashable {
        let table, column: String
    }

    init(_ limits: ImportLimits) { self.limits = limits }

    /// - Throws: ``SourceError`` with `limit-exceeded`.
    @discardableResult
    mutating func add(_ record: ServerRecord) throws(SourceError) -> Int {
        try limits.check(records: records.count + 1)
        records.append(record)
        if let parent = record.parent { children[parent, default: []].append(records.count - 1) }
        return records.count - 1
    }

    /// Adds values to a record.
    mutating func set(_ values: [ServerValue], as field: String, of index: Int) {
        records[index].values[field, default: []] += values
    }

    /// The tables of the file that a product means by a name: the table with the same prefix, or else all that end so.
    private func tables(_ name: String, besides prefix: String) -> Set<String> {
        let all = Set(records.lazy.map(\.table))
        return all.contains(prefix + name) ? [prefix + name] : all.filter { $0 == name || $0.hasSuffix("_\(name)") }
    }

    /// Lists the values of a column, for ``find(_:_:_:besides:)``.
    mutating func index(_ table: String, _ column: String, besides prefix: String) {
        let hop = Hop(table: prefix + table, column: column)
        guard indices[hop] == nil else { return }
        let tables = tables(table, besides: prefix)
        var found: [String: Int] = [:]
        for (index, record) in records.enumerated() where tables.contains(record.table) {
            for value in record.values[column] ?? [] where !value.isEmpty {
                found[Self.key(value.string), default: index] = index
            }
        }
        indices[hop] = found
    }

    /// The first record of a table with a value in a column.
    func find(_ table: String, _ column: String, _ value: String, besides prefix: String) -> Int? {
        indices[Hop(table: prefix + table, column: column)]?[Self.key(value)]
    }

    /// Names in directories compare without case, and spaces after commas say nothing.
    private static func key(_ text: String) -> String {
        text.contains("=") ? text.lowercased().replacing(", ", with: ",") : text
    }
}

/// Where a product keeps a value, as a text.
///
/// `digits` is a field of the record, `../name` a field of the record that contains it, and `info/hash` a field of a
/// record in it. `.` and `..` are the names of the record and of the record that contains it. `user_id>users.id:login`
/// looks a record of another table up by a column. `=NAME` is always the same. The first filled alternative of `a|b`
/// counts.
struct ServerPath: Sendable, Hashable, ExpressibleByStringLiteral {
    struct Alternative: Sendable, Hashable {
        let start: String
        let hops: [Hop]
    }

    struct Hop: Sendable, Hashable {
        let table, column, value: String
    }

    let alternatives: [Alternative]

    init(stringLiteral text: String) {
        alternatives = text.split(separator: "|").map { alternative in
            let steps = alternative.split(separator: ">")
            return Alternative(
                start: String(steps[0]),
                hops: steps.dropFirst().map { step in
                    let names = step.split { $0 == "." || $0 == ":" }.map(String.init)
                    return Hop(table: names[0], column: names[1], value: names[2])
                })
        }
    }

    var isEmpty: Bool { alternatives.isEmpty }

    /// The fields of the record itself, and of those in it.
    var columns: [String] {
        alternatives.compactMap { $0.start.hasPrefix("=") ? nil : $0.start.split(separator: "/").last.map(String.init) }
    }
    var hops: [Hop] { alternatives.flatMap(\.hops) }

    /// - Returns: the values of the first alternative that is filled, its number, and the record where its path starts.
    func values(
        of record: Int, in records: ServerRecords, besides prefix: String
    ) -> (values: [ServerValue], alternative: Int, owner: Int?)? {
        for (number, alternative) in alternatives.enumerated() {
            var values: [ServerValue], owner: Int?
            if alternative.start.hasPrefix("=") {
                values = [.text(String(alternative.start.dropFirst()))]
            } else {
                (values, owner) = Self.values(at: alternative.start, of: record, in: records)
            }
            for hop in alternative.hops {
                values =
                    values.lazy.compactMap { value in
                        records.find(hop.table, hop.column, value.string, besides: prefix)
                    }
                    .first.flatMap { records.records[$0].values[hop.value] } ?? []
            }
            let filled = values.filter { !$0.isEmpty }
            if !filled.isEmpty { return (filled, number, owner) }
        }
        return nil
    }

    private static func values(
        at path: String, of record: Int, in records: ServerRecords
    ) -> ([ServerValue], Int?) {
        var names = path.split(separator: "/")[...], index = record
        while names.first == "..", let parent = records.records[index].parent {
            names.removeFirst()
            index = parent
        }
        if names.isEmpty || names == ["."] { return ([.text(records.records[index].name)], nil) }
        while names.count > 1, let name = names.popFirst() {
            guard let child = records.children[index]?.first(where: { records.records[$0].name.lowercased() == name })
            else { return ([], nil) }
            index = child
        }
        guard let field = names.first.map(String.init) else { return ([], nil) }
        return (records.records[index].values[field] ?? [], index)
    }
}
