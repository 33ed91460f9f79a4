import Encodings
import Links
import TOTPDomain

/// A TOML text with tables as JSON, so that they are the records of readers that exist (`Docs/formats/json-list.md`).
///
/// Numbers and dates are strings as they are written, as in YAML. A text without a table has settings.
struct TOMLText {
    let json: [UInt8]

    /// - Throws: ``NotationRefusal``.
    init(_ text: [UInt8]) throws(NotationRefusal) {
        var parser = TOMLParser(text)
        json = try parser.root().json.utf8
    }

    /// What the lines of a text look like: tables, or lists of tables.
    enum Start { case table, list }

    /// Whether a text may be TOML with tables: its first line is a title or a setting, and another line is a title.
    /// Only TOML has `[[name]]`.
    static func start(of text: [UInt8]) -> Start? {
        var lines = TextLines(), found: Start?, hasSetting = false
        while let line = lines.next(in: text.span) {
            let content = text[line.range].trimmingWhitespace
            guard let first = content.first, first != ASCII.hash else { continue }
            if first == UInt8(ascii: "["), let title = title(content) {
                if found != .list { found = title }
            } else if !hasSetting {
                hasSetting = isSetting(content)
                guard hasSetting || found != nil else { return nil }
            }
            if found == .list, hasSetting { return found }
        }
        // A title alone is a list of JSON.
        return hasSetting ? found : nil
    }

    private static func title(_ line: ArraySlice<UInt8>) -> Start? {
        let marks = line.prefix { $0 == UInt8(ascii: "[") }.count
        let name = line.dropFirst(marks).prefix { $0 != UInt8(ascii: "]") }
        let rest = line[name.endIndex...]
        let ends = rest.prefix { $0 == UInt8(ascii: "]") }.count
        guard 1...2 ~= marks, ends == marks, isName(name) else { return nil }
        let after = rest.dropFirst(ends).trimmingWhitespace
        guard after.isEmpty || after.first == ASCII.hash else { return nil }
        return marks == 2 ? .list : .table
    }

    private static func isSetting(_ line: ArraySlice<UInt8>) -> Bool {
        line.prefix(Limit.csvName + 1).firstIndex(of: ASCII.equals).map { isName(line[..<$0]) } ?? false
    }

    /// Words with dots between them, or texts in quotation marks. JSON has numbers here.
    private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        let name = name.trimmingWhitespace
        guard let first = name.first, name.count <= Limit.csvName else { return false }
        if "\"'".utf8.contains(first) { return name.dropFirst().contains(first) && !name.contains(UInt8(ascii: ",")) }
        let isWord = name.allSatisfy { TOMLParser.isBare($0) || "\"' .".utf8.contains($0) }
        return isWord && !name.allSatisfy { $0 &- 48 < 10 || $0 == UInt8(ascii: ".") }
    }
}

/// A table while it is read.
final class TOMLTable {
    private var members: [(name: String, value: Value)] = []
    private var indices: [String: Int] = [:]
    /// Whether its title or its brackets were read: it cannot be there again.
    var isDefined = false
    /// The tables after it, if it is the first of `[[name]]`.
    var further: [TOMLTable]?

    enum Value {
        /// A text, a flag, or a list in brackets.
        case json(OrderedJSON)
        case table(TOMLTable)

        var json: OrderedJSON {
            switch self {
            case .json(let json): json
            case .table(let table): table.json
            }
        }
    }

    subscript(name: String) -> Value? { indices[name].map { members[$0].value } }

    /// - Parameter name: a new name in the table.
    func add(_ value: Value, named name: String) {
        indices[name] = members.count
        members.append((name, value))
    }

    var json: OrderedJSON {
        let object = OrderedJSON.object(members.map { OrderedJSON.Member(key: $0.name, value: $0.value.json) })
        return further.map { .array([object] + $0.map(\.json)) } ?? object
    }
}
