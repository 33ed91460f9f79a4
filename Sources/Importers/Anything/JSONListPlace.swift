import Encodings
import TOTPDomain

/// The records of a file as a table: a column for each name, in the order in which they come.
struct JSONListPlace: Sendable {
    /// Where they are, such as `data.accounts`.
    let name: String
    let records: [Record]
    /// The number of records, counted in the text.
    let count: Int
    /// Whether they are the elements of a list.
    let isList: Bool
    let table: GuessedTable

    struct Record: Sendable {
        let position: EntryPosition
        /// nil for a value that is not a record.
        let object: JSONListRecord?
        fileprivate(set) var row = CSVTable.Row(line: 0, cells: [])

        /// - Parameters:
        ///   - name: the member's, which may be that of the account.
        ///   - isFlat: whether objects in it do not count.
        ///   - defaults: for what the record itself does not say.
        init(
            _ value: JSONValue?, named name: String = "", isFlat: Bool = false,
            defaults: [JSONListRecord.Field] = [], at position: EntryPosition
        ) {
            self.position = position
            object = value.flatMap { JSONListRecord($0, named: name, isFlat: isFlat, defaults: defaults) }
        }
    }

    init(name: String, records: [Record], count: Int, _ choice: JSONListChoice, isList: Bool = false) {
        self.name = name
        self.count = count
        self.isList = isList
        var header: [String] = []
        // For each name, the columns of its first, its second … value.
        var indices: [String: [Int]] = [:]
        var records = records
        for position in records.indices {
            var seen: [String: Int] = [:], cells: [String] = []
            for field in records[position].object?.fields ?? [] {
                let key = field.folded.isEmpty ? field.name : field.folded
                let number = seen[key, default: 0]
                seen[key] = number + 1
                if indices[key, default: []].count == number {
                    // The names of a hostile file.
                    guard header.count < Limit.csvColumns else { continue }
                    indices[key, default: []].append(header.count)
                    header.append(field.name)
                }
                guard let index = indices[key]?[number] else { continue }
                if cells.count <= index { cells += repeatElement("", count: index + 1 - cells.count) }
                cells[index] = field.text
            }
            records[position].row = CSVTable.Row(line: 0, cells: cells)
        }
        let rows = records.lazy.filter { $0.object != nil }.map(\.row)
        let columns =
            GuessedColumns(header, choice.columns, needsAll: false, isSparse: true)
            ?? GuessedColumns(header, isSparse: true)
        let isForeign = records.contains { $0.object?.isForeign == true }
        table =
            isForeign
            ? GuessedTable(columns, keys: [:])
            : GuessedTable(columns, choice.encoding, needsLogin: false) { body in for row in rows { body(row) } }
        self.records = PlantedLoss.applied(to: records)
    }

    var linkCount: Int { records.reduce(0) { $0 + ($1.object?.linkCount ?? 0) } }

    /// Whether a record is certainly an account, and no record has secrets of another kind.
    var hasSecrets: Bool {
        guard table.isUsable else { return false }
        if linkCount > 0 || table.columns.chosen[.secret] ?? table.columns.chosen[.otpauth] != nil { return true }
        let secrets = records.flatMap { record in
            table.keys.keys.compactMap { index in
                let text = record.row.cell(index)
                return TypedSecret.isNothing(text)
                    ? nil : (text: text, encoding: table.encoded(index, record.row))
            }
        }
        // Read as base32, some would be other secrets.
        let isHexadecimal =
            table.columns[.encoding].isEmpty
            && secrets.allSatisfy {
                $0.encoding == .base32 && $0.text.utf8.count >= 16 && Hex.decode($0.text.trimmingWhitespace) != nil
            }
        return !isHexadecimal && records.contains { table.hasSecret($0.row) }
    }

    var hasOnlyLinks: Bool {
        records.allSatisfy { record in
            record.object?.linkCount ?? 1 > 0 || table.keys.keys.allSatisfy { record.row.cell($0).isBlank }
        }
    }
}

/// What the user says of the members.
struct JSONListChoice: Sendable {
    var columns: TableColumns?
    var encoding: SecretEncoding?
}
