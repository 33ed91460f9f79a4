import Encodings
import TOTPDomain

/// Lines and tables of a text document or of slides: in the XML of Office, or of OpenDocument, which sheets also have.
///
/// The runs of a paragraph are joined without anything between them: a link is nearly always in several.
struct DocumentFlow {
    /// Whether it is OpenDocument.
    private let isOpen: Bool
    private var line = ""
    private var tables: [Table] = []
    /// The number of open elements in a dropped element, including the dropped element.
    private var dropped = 0
    /// Paragraphs of OpenDocument, or texts of Office, that are open.
    private var texts = 0
    /// What the open comments of OpenDocument interrupt: a line, or the cell of a table.
    private var interrupted: [(line: String, tables: [Table], texts: Int)] = []
    /// The field of the paragraph, and whether its text comes next.
    private var instruction: String?
    private var isInstruction = false

    private struct Table {
        var name: String?
        var rows: [[String]] = []
        var row: [String] = []
        var cell = ""
        var number: String?
        var cellCount = 1, rowCount = 1
    }

    /// What an author deleted, or another form of what comes before it.
    private static let droppedElements: Set<Substring> = [
        "del", "moveFrom", "Fallback", "pPr", "rPr", "tracked-changes", "styles", "automatic-styles", "font-face-decls",
    ]
    /// Empty cells and rows at the end of a sheet are stated by their number only.
    private static let mostRepeats = 1000

    init(isOpen: Bool) { self.isOpen = isOpen }

    mutating func read(_ xml: [UInt8], into parts: inout DocumentParts) throws(SourceError) {
        try XMLEvents.read(xml) { (event) throws(SourceError) in
            switch event {
            case .start(let name, let attributes): start(name.localName, attributes, &parts)
            case .text(let text): add(text)
            case .end(let name): try end(name.localName, &parts)
            }
        }
        try endLine(&parts)
    }

    private mutating func start(_ name: Substring, _ attributes: [String: String], _ parts: inout DocumentParts) {
        if dropped > 0 || Self.droppedElements.contains(name) {
            dropped += 1
            return
        }
        switch name {
        case "t" where !isOpen: texts += 1
        case "p" where isOpen, "h" where isOpen: texts += 1
        case "instrText": (instruction, isInstruction) = (instruction ?? "", true)
        case "tab": put("\t")
        case "br", "cr", "line-break": put("\n")
        case "noBreakHyphen": put("-")
        case "s" where isOpen:
            let count = Int(attributes.attribute("c") ?? "1") ?? 1
            put(String(repeating: " ", count: max(0, min(count, Self.mostRepeats))))
        case "a" where isOpen: if let target = attributes.attribute("href") { parts.add(target: target) }
        case "annotation" where isOpen:
            interrupted.append((line, tables, texts))
            (line, tables, texts) = ("", [], 0)
        case "tbl", "table": tables.append(Table(name: attributes.attribute("name")))
        case "tr", "table-row":
            change { table in
                (table.row, table.rowCount) = ([], Self.repeats(attributes.attribute("number-rows-repeated")))
            }
        case "tc", "table-cell", "covered-table-cell":
            change { table in
                (table.cell, table.cellCount) = ("", Self.repeats(attributes.attribute("number-columns-repeated")))
                let kind = attributes.attribute("value-type")
                table.number = kind == nil || kind == "string" ? nil : attributes.attribute("value")
            }
        default: break
        }
    }

    private mutating func end(_ name: Substring, _ parts: inout DocumentParts) throws(SourceError) {
        if dropped > 0 {
            dropped -= 1
            return
        }
        switch name {
        case "t" where !isOpen: texts -= 1
        case "instrText": isInstruction = false
        case "h" where !isOpen: break
        case "p", "h":
            if isOpen { texts -= 1 }
            if let instruction { parts.add(target: instruction.hyperlink ?? "") }
            instruction = nil
            if tables.isEmpty { try endLine(&parts) } else { put("\n") }
        // Those of a sheet have no paragraphs.
        case "comment": try endLine(&parts)
        case "annotation" where isOpen:
            try endLine(&parts)
            (line, tables, texts) = interrupted.popLast() ?? ("", [], 0)
        case "tc", "table-cell", "covered-table-cell":
            change { table in
                let cell = table.number.map(SheetNumber.text) ?? table.cell.trimmingWhitespace
                table.row += Array(repeating: cell, count: table.cellCount)
            }
        case "tr", "table-row":
            change { table in
                while table.row.last?.isEmpty == true { table.row.removeLast() }
                table.rows += Array(repeating: table.row, count: table.rowCount)
            }
        case "tbl", "table":
            guard var table = tables.popLast() else { return }
            while table.rows.last?.isEmpty == true { table.rows.removeLast() }
            try parts.add(table: table.rows, named: isOpen ? table.name : nil)
        default: break
        }
    }

    private mutating func add(_ text: String) {
        guard dropped == 0 else { return }
        if isInstruction { instruction? += text } else if texts > 0 { put(text) }
    }

    private mutating func put(_ text: String) {
        if tables.isEmpty { line += text } else { change { $0.cell += text } }
    }

    private mutating func change(_ body: (inout Table) -> Void) {
        guard let last = tables.indices.last else { return }
        body(&tables[last])
    }

    private mutating func endLine(_ parts: inout DocumentParts) throws(SourceError) {
        if !line.isEmpty { try parts.add(line: line) }
        line = ""
    }

    private static func repeats(_ text: String?) -> Int { max(1, min(text.flatMap { Int($0) } ?? 1, mostRepeats)) }
}

extension String {
    /// The address in a field or a formula: `HYPERLINK "…"`, `HYPERLINK("…","…")`.
    var hyperlink: String? {
        guard let word = firstRange(of: "HYPERLINK"), let open = self[word.upperBound...].firstIndex(of: "\"") else {
            return nil
        }
        return String(self[index(after: open)...].prefix { $0 != "\"" })
    }
}

/// A number of a sheet, which may have been a secret before the program changed it.
enum SheetNumber {
    /// The number as it is stored; if it could be read as base32, or is too long for a setting, in the form in which
    /// readers of tables recognize a number.
    static func text(_ number: String) -> String {
        let digits = number.utf8.filter { 48...57 ~= $0 }
        guard digits.count == number.utf8.count, digits.count > 4 else { return number }
        let isBase32 = digits.allSatisfy { 0x32...0x37 ~= $0 }
        guard isBase32 || digits.count > 10, let first = number.first else { return number }
        return "\(first).\(number.dropFirst().prefix(16))E+\(digits.count - 1)"
    }
}
