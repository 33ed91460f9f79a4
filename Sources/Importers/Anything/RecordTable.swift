import Encodings
import FormatEngine
import TOTPDomain

/// The records of a file as a table: a column for each name, in the order in which they come.
struct RecordTable: Sendable {
    /// Where they are, such as `data.accounts`.
    let name: String
    let records: [Record]
    /// The number of records, counted in the text.
    let count: Int
    /// Whether they are the elements of a list.
    let isList: Bool
    /// The number of comments between them.
    private let comments: Int
    let guessed: GuessedTable

    struct Record: Sendable {
        let position: EntryPosition
        /// nil for a value that is not a record.
        let object: FlatRecord?
        fileprivate(set) var row = CSVTable.Row(line: 0, cells: [])

        init(_ object: FlatRecord?, at position: EntryPosition) { (self.object, self.position) = (object, position) }
    }

    init(
        name: String = "", records: [Record], count: Int = 0, _ choice: RecordChoice, isList: Bool = false,
        comments: Int = 0
    ) {
        self.name = name
        self.count = count
        self.isList = isList
        self.comments = comments
        var header: [String] = []
        // For each name, the columns of its first, its second … value.
        var indices: [String: [Int]] = [:]
        var records = records
        for position in records.indices {
            var seen: [String: Int] = [:], cells: [String] = []
            for field in records[position].object?.fields ?? [] {
                let number = seen[field.key, default: 0]
                seen[field.key] = number + 1
                if indices[field.key, default: []].count == number {
                    // The names of a hostile file.
                    guard header.count < Limit.csvColumns else { continue }
                    indices[field.key, default: []].append(header.count)
                    header.append(field.name)
                }
                guard let index = indices[field.key]?[number] else { continue }
                if cells.count <= index { cells += repeatElement("", count: index + 1 - cells.count) }
                cells[index] = field.text
            }
            records[position].row = CSVTable.Row(line: 0, cells: cells)
        }
        let rows = records.lazy.filter { $0.object != nil }.map(\.row)
        let columns =
            GuessedColumns(header, choice.columns, needsAll: false, isSparse: true)
            ?? GuessedColumns(header, isSparse: true)
        guessed = GuessedTable(
            columns, choice.encoding, isForeign: records.contains { $0.object?.isForeign == true }, needsLogin: false
        ) { body in for row in rows { body(row) } }
        self.records = PlantedLoss.applied(to: records)
    }

    /// The accounts of the records.
    ///
    /// - Parameters:
    ///   - noun: what the records have: `member`, `name`.
    ///   - advice: what the file has beside the records.
    func document(
        _ request: ImportRequest, _ format: some ImportFormat, _ noun: String, advice: Warning? = nil
    ) throws(SourceError) -> ImportedDocument {
        var list = LoginList(format.description.id, request.limits)
        var unread = UnreadColumns(noun, guessed)
        let read = Set(guessed.keys.keys.map { guessed.columns.header[$0] })
        for record in records {
            guard let object = record.object else {
                try list.add(LoginEntry(rejected: .notAnObject), at: record.position)
                continue
            }
            var entry = unread.entry(record.row)
            // For a list in the place of its secret, the record is rejected.
            // Without a secret of its own, only lists and objects with a secret in them may be an account.
            for (name, hasSecret) in object.unread where !read.contains(name) && (hasSecret || !entry.keys.isEmpty) {
                unread.add(name)
            }
            // Parameters of no secret may be those of all.
            if entry.keys.isEmpty, !object.fields.contains(where: { AccountPart(folded: $0.key)?.isKey == true }) {
                for field in object.fields where UnreadNames.isUnusual(field.name, field.text) {
                    unread.add(field.name)
                }
            }
            entry.tags += object.tags
            try list.add(entry, at: record.position)
        }
        try unread.check(request, format)
        list.add(.comment, count: comments)
        var document = list.finished(records: count, advice: advice)
        for record in records { document.keepsakes.formUnion(record.object?.keepsakes ?? []) }
        unread.name(in: &document)
        return document
    }

    var linkCount: Int { records.reduce(0) { $0 + ($1.object?.linkCount ?? 0) } }

    /// Whether a record is certainly an account, and no record has secrets of another kind.
    var hasSecrets: Bool {
        guard guessed.isUsable else { return false }
        if linkCount > 0 || guessed.columns.chosen[.secret] ?? guessed.columns.chosen[.otpauth] != nil { return true }
        // Read as base32, some would be other secrets.
        let isHexadecimal =
            guessed.columns[.encoding].isEmpty
            && records.allSatisfy { record in
                guessed.keys.keys.allSatisfy { index in
                    let text = record.row.cell(index)
                    return TypedSecret.isNothing(text)
                        || guessed.encoded(index, record.row) == .base32 && text.utf8.count >= 16
                            && Hex.decode(text.trimmingWhitespace) != nil
                }
            }
        return !isHexadecimal && records.contains { guessed.hasSecret($0.row) }
    }

    var hasOnlyLinks: Bool {
        records.allSatisfy { record in
            record.object?.linkCount ?? 1 > 0 || guessed.keys.keys.allSatisfy { record.row.cell($0).isBlank }
        }
    }
}

/// The columns and the encoding of the secrets that the user gives.
struct RecordChoice: Sendable {
    var columns: TableColumns?
    var encoding: SecretEncoding?

    /// As on a command line.
    var option: String { (columns?.option ?? "") + (encoding.map { " --secret-encoding \($0.rawValue)" } ?? "") }
}

extension ImportRequest {
    var choice: RecordChoice { RecordChoice(columns: columns, encoding: secretEncoding) }
}
