import Encodings
import TOTPDomain

/// The sheets of Excel.
enum Workbook {
    /// The sheets in their order.
    static func sheets(
        in workbook: [UInt8], _ relations: [Relation]
    ) throws(SourceError) -> [(name: String, path: String)] {
        let targets = Dictionary(relations.map { ($0.id, $0.target) }) { first, _ in first }
        var sheets: [(name: String, path: String)] = []
        try XMLEvents.read(workbook) { (event) throws(SourceError) in
            guard case .start(let name, let attributes) = event, name.localName == "sheet",
                let id = attributes.first(where: { $0.key.hasSuffix(":id") })?.value, let target = targets[id]
            else { return }
            let path = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/\(target)"
            sheets.append((attributes["name"] ?? "Sheet", path))
        }
        return sheets
    }

    /// The texts that cells refer to by number.
    static func strings(in xml: [UInt8]) throws(SourceError) -> [String] {
        var strings: [String] = [], text = "", isText = false, phonetic = 0
        try XMLEvents.read(xml) { (event) throws(SourceError) in
            switch event {
            case .start(let name, _):
                switch name.localName {
                case "si": text = ""
                case "rPh": phonetic += 1
                case "t": isText = phonetic == 0
                default: break
                }
            case .text(let part): if isText { text += part }
            case .end(let name):
                switch name.localName {
                case "si": strings.append(unescaped(text))
                case "rPh": phonetic -= 1
                case "t": isText = false
                default: break
                }
            }
        }
        return strings
    }

    static func read(
        _ xml: [UInt8], _ strings: [String], named name: String, into parts: inout DocumentParts
    ) throws(SourceError) {
        var rows: [[String]] = [], row: [String] = []
        var kind = "", column = 0, value = "", formula = "", reading = ""
        try XMLEvents.read(xml) { (event) throws(SourceError) in
            switch event {
            case .start(let name, let attributes):
                switch name.localName {
                case "row":
                    row = []
                    let number = attributes["r"].flatMap { Int($0) } ?? 0
                    // Empty rows are not stored, but counted.
                    let gap = number - rows.count - 1
                    if 1...mostEmptyRows ~= gap { rows += Array(repeating: [], count: gap) }
                case "c":
                    (kind, value, formula) = (attributes["t"] ?? "n", "", "")
                    column = attributes["r"].flatMap(Self.column) ?? row.count
                case "v", "t": reading = "v"
                case "f": reading = "f"
                case "rPh": reading = ""
                default: break
                }
            case .text(let text): if reading == "v" { value += text } else if reading == "f" { formula += text }
            case .end(let name):
                switch name.localName {
                case "v", "t", "f": reading = ""
                case "c":
                    if let target = formula.hyperlink { parts.add(target: target) }
                    guard !value.isEmpty, column < Limit.csvColumns else { break }
                    while row.count < column { row.append("") }
                    row.append(text(value, kind, strings))
                case "row": rows.append(row)
                default: break
                }
            }
        }
        try parts.add(table: rows, named: name)
    }

    private static let mostEmptyRows = 1000

    private static func text(_ value: String, _ kind: String, _ strings: [String]) -> String {
        switch kind {
        case "s": Int(value).flatMap { strings.indices.contains($0) ? strings[$0] : nil } ?? ""
        case "n": SheetNumber.text(value)
        case "b": value == "1" ? "TRUE" : "FALSE"
        default: unescaped(value)
        }
    }

    /// The column of a cell, from 0: `C7` is in column 2.
    private static func column(_ cell: String) -> Int? {
        let letters = cell.utf8.prefix { 0x41...0x5A ~= $0 }
        guard 1...3 ~= letters.count else { return nil }
        return letters.reduce(0) { $0 * 26 + Int($1 - 0x40) } - 1
    }

    /// A text with the characters that are written as `_x0009_`.
    private static func unescaped(_ text: String) -> String {
        guard text.contains("_x") else { return text }
        var plain = "", rest = text[...]
        while let start = rest.firstRange(of: "_x") {
            plain += rest[..<start.lowerBound]
            let digits = rest[start.upperBound...].prefix(4), end = digits.endIndex
            if digits.utf8.count == 4, end < rest.endIndex, rest[end] == "_", let code = UInt32(digits, radix: 16),
                let scalar = Unicode.Scalar(code)
            {
                plain.unicodeScalars.append(scalar)
                rest = rest[rest.index(after: end)...]
            } else {
                plain += rest[start]
                rest = rest[start.upperBound...]
            }
        }
        return plain + rest
    }
}
