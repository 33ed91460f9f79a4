import Foundation

/// Reads the text of a file of cases: what it does not know is a mistake.
struct CaseParser {
    struct Mistake: Error, Equatable { let line: Int, problem: String }

    /// `key: text`, and the indented lines below it.
    private struct RawField {
        let key: String
        var lines: [(text: String, line: Int)]
        let line: Int

        var texts: [String] { lines.map(\.text) }
    }

    private let file: String
    private var texts: [String: [UInt8]] = [
        "LF": [0x0A], "CR": [0x0D], "TAB": [0x09], "SPACE": [0x20], "EMPTY": [], "passphrase": CaseForms.passphrase,
    ]
    private var cases: [ReadingCase] = []

    static func cases(in text: String, file: String) throws(Mistake) -> [ReadingCase] {
        var parser = CaseParser(file: file)
        var group: [RawField] = []
        for field in try rawFields(text) {
            if field.key.hasPrefix("let ") {
                let name = String(field.key.dropFirst(4))
                guard parser.texts[name] == nil else { throw Mistake(line: field.line, problem: "\(name) is known") }
                parser.texts[name] = try parser.expanded(field.texts.joined(separator: "\n"), field.line)
            } else {
                if field.key == "title" { try parser.finish(group); group = [] }
                group.append(field)
            }
        }
        try parser.finish(group)
        return parser.cases
    }

    private init(file: String) { self.file = file }

    private static func rawFields(_ text: String) throws(Mistake) -> [RawField] {
        var fields: [RawField] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("    "), let last = fields.indices.last {
                fields[last].lines.append((String(line.dropFirst(4)), index + 1))
                continue
            }
            guard let colon = line.firstIndex(of: ":"), line.first != " " else {
                throw Mistake(line: index + 1, problem: "neither a field nor the indented rest of one")
            }
            let text = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            let lines = text.isEmpty ? [] : [(text, index + 1)]
            fields.append(RawField(key: String(line[..<colon]), lines: lines, line: index + 1))
        }
        return fields
    }

    /// One row of each table of a title.
    private struct Row {
        let title: String
        let line: Int
        var cells: [(name: String, text: String)] = []
    }

    /// A title with its fields is one case, or one for each row; of several tables, for each combination of their rows.
    private mutating func finish(_ group: [RawField]) throws(Mistake) {
        guard let title = group.first else { return }
        guard title.key == "title" else { throw Mistake(line: title.line, problem: "a field before the title") }
        let fields = group.dropFirst().filter { $0.key != "rows" }
        var rows = [Row(title: title.texts.joined(), line: title.line)]
        for table in group where table.key == "rows" {
            guard table.lines.count > 1 else { throw Mistake(line: table.line, problem: "no rows") }
            let names = Self.cells(table.lines[0].text)
            let others = group.filter { $0.line != table.line }.flatMap { [$0.key] + $0.texts }
            for name in names where !others.contains(where: { $0.contains("${\(name)}") || $0.contains(":\(name)}") }) {
                throw Mistake(line: table.line, problem: "\(name) is not used")
            }
            var product: [Row] = []
            for row in rows {
                for (text, line) in table.lines.dropFirst() {
                    let cells = Self.cells(text)
                    guard cells.count == names.count else {
                        throw Mistake(line: line, problem: "not \(names.count) cells")
                    }
                    let title = "\(row.title)\(row.cells.isEmpty ? ": " : ", ")\(text)"
                    product.append(Row(title: title, line: line, cells: row.cells + zip(names, cells)))
                }
            }
            rows = product
        }
        for row in rows { try add(row, fields) }
    }

    private static func cells(_ row: String) -> [String] {
        row.components(separatedBy: "=>").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private mutating func add(_ row: Row, _ group: [RawField]) throws(Mistake) {
        let known = texts
        defer { texts = known }
        // A cell may have cells of later tables.
        for (name, text) in row.cells.reversed() { texts[name] = try expanded(text, row.line) }
        func filled(_ text: String) -> String {
            row.cells.reduce(text) { $0.replacing("${\($1.name)}", with: $1.text) }
        }
        var fields: [ReadingCase.Field] = []
        for field in group {
            let key = filled(field.key)
            let isInput = ReadingCase.inputKeys.contains(key)
            guard isInput || CaseCheck(key: key) != nil else {
                throw Mistake(line: field.line, problem: "\(key) is not known")
            }
            var lines: [[UInt8]] = []
            for text in field.texts.map(filled) {
                // An input may have any characters; an outcome is a list.
                for part in isInput ? [text] : text.components(separatedBy: " ; ") {
                    lines.append(!isInput && part == "\"\"" ? [] : try expanded(part, field.line))
                }
            }
            fields.append(ReadingCase.Field(key: key, lines: lines, line: field.line))
            if ReadingCase.Field.separators[key] != nil, fields.last?.sides == nil {
                throw Mistake(line: field.line, problem: "\(key) has not two sides")
            }
        }
        guard fields.count(where: { ["text", "fixture"].contains($0.key) }) == 1 else {
            throw Mistake(line: row.line, problem: "not one input")
        }
        guard fields.contains(where: { CaseCheck(key: $0.key) != nil }) else {
            throw Mistake(line: row.line, problem: "no outcome")
        }
        cases.append(ReadingCase(file: file, line: row.line, title: row.title, fields: fields))
    }

    /// The text with each `${…}` replaced.
    private func expanded(_ text: String, _ line: Int) throws(Mistake) -> [UInt8] {
        var bytes: [UInt8] = [], rest = text[...]
        while let start = rest.firstRange(of: "${") {
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else { break }
            bytes += rest[..<start.lowerBound].utf8
            let name = String(rest[start.upperBound..<end])
            guard let value = value(name) else { throw Mistake(line: line, problem: "${\(name)} is not known") }
            bytes += value
            rest = rest[rest.index(after: end)...]
        }
        return bytes + rest.utf8
    }

    private func value(_ name: String) -> [UInt8]? {
        if let text = texts[name] { return text }
        if name.hasPrefix("U+"), let scalar = UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init) {
            return Array(String(Character(scalar)).utf8)
        }
        if name.hasPrefix("0x"), let byte = UInt8(name.dropFirst(2), radix: 16) { return [byte] }
        if name.hasPrefix("json:"), let text = value(String(name.dropFirst(5))) {
            return Array(jsonText(String(decoding: text, as: UTF8.self)).utf8)
        }
        if name.hasPrefix("base64:"), let text = value(String(name.dropFirst(7))) {
            return Array(Data(text).base64EncodedString().utf8)
        }
        if let colon = name.firstIndex(of: ":"), let text = value(String(name[name.index(after: colon)...])) {
            let form = name[..<colon].split(separator: " by ", maxSplits: 1).map(String.init)
            if let passphrase = value(form.count > 1 ? form[1] : "passphrase"),
                let made = try? CaseForms.make(form[0], text, passphrase: passphrase)
            {
                return made
            }
        }
        if let star = name.lastIndex(of: "*"), let count = Int(name[name.index(after: star)...]) {
            let text = String(name[..<star]), part = texts[text] ?? Array(text.utf8)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(count * part.count)
            for _ in 0..<count { bytes += part }
            return bytes
        }
        return nil
    }
}
