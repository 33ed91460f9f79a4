import Encodings
import FormatEngine
import Links
import TOTPDomain

/// A text of blocks, each an account: lines of a name and a value, such as `Issuer: Acorn`.
enum ListBlocks {
    /// The blocks as records.
    ///
    /// - Parameter choice: what the user says of names and secrets.
    /// - Returns: nil if a line has another form, or a block is not surely an account.
    static func table(of text: [UInt8], _ choice: RecordChoice = RecordChoice()) -> RecordTable? {
        guard let (blocks, comments) = blocks(of: text) else { return nil }
        // Most texts of names and values are something else.
        let names = Set(blocks.lazy.flatMap(\.fields).map(\.name))
        let mayHaveSecrets =
            choice.columns?.hasSecret == true || names.contains { AccountPart(named: $0)?.isKey == true }
        guard mayHaveSecrets || blocks.allSatisfy({ $0.fields.contains { $0.value.isLink } }) else { return nil }
        let records = blocks.map {
            RecordTable.Record(FlatRecord(block: $0.fields), at: EntryPosition(line: $0.line))
        }
        let table = RecordTable(records: records, count: blocks.count + comments, choice, comments: comments)
        let columns = table.guessed.columns
        // One known name may be in any text.
        guard names.count <= Limit.csvColumns, GuessedColumns(columns.header, choice.columns) != nil,
            columns.knownCount > 1,
            table.guessed.isUsable, table.records.allSatisfy({ isAccount($0.row, table.guessed) }),
            !LinkListReader.hasBrokenLink(in: text)
        else { return nil }
        return table
    }

    // MARK: - Blocks

    /// The first line, from 1, and the names and values.
    private typealias Block = (line: Int, fields: [(name: String, value: String)])

    /// Every line is in a block, or a comment, or only separates blocks; nil for a text with any other line.
    private static func blocks(of text: [UInt8]) -> (blocks: [Block], comments: Int)? {
        var found: [Block] = []
        var comments = 0, isOpen = false, lines = TextLines()
        while let line = lines.next(in: text.span) {
            let bytes = text[line.range].trimmingWhitespace
            if bytes.isEmpty || isRule(bytes) {
                isOpen = false
            } else if bytes.first == ASCII.hash {
                comments += 1
            } else {
                guard var field = field(bytes) else { return nil }
                field.name = field.name.lowercased()
                // A name that the block has starts the next block, but only if blocks start with it.
                if isOpen, let fields = found.last?.fields, fields.contains(where: { $0.name == field.name }) {
                    guard fields.first?.name == field.name else { return nil }
                    isOpen = false
                }
                if !isOpen { found.append((line.number + 1, [])) }
                isOpen = true
                found[found.count - 1].fields.append(field)
            }
        }
        return found.isEmpty ? nil : (found, comments)
    }

    /// Whether a block has a secret and a name.
    private static func isAccount(_ row: CSVTable.Row, _ table: GuessedTable) -> Bool {
        func isFilled(_ index: Int) -> Bool { !row.cell(index).isBlank }
        return table.columns.ofNames.contains(where: isFilled)
            && (table.keys.keys.contains(where: isFilled) || row.cells.contains(where: \.isLink))
    }

    /// The name and the value of a line; nil for a line of another form.
    static func field(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
        guard let mark = line.firstIndex(where: { $0 == ASCII.colon || $0 == ASCII.equals }),
            1...longestName ~= mark - line.startIndex
        else { return nil }
        let name = String(decoding: line[..<mark], as: UTF8.self).limitingMarks.trimmingWhitespace
        guard 1...mostWords ~= name.words.count, !AccountPart.folded(name).isEmpty,
            KeyURIScheme.find(in: Array(line).span)?.1 != 0
        else { return nil }
        return (name, String(decoding: line[(mark + 1)...], as: UTF8.self).limitingMarks.trimmingWhitespace)
    }

    private static let longestName = 40, mostWords = 4

    private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
        line.count >= 3 && line.allSatisfy { "-=*_~#".utf8.contains($0) }
    }
}
