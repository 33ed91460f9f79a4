/// The text of a record that is checked.
enum RecordField {
    /// All of it.
    case record
    /// A part, unpacked, and where it begins in the record.
    case text([UInt8], offset: Int)
    /// Nothing: the cell is empty, or the member is not there.
    case none
    /// The record cannot be taken apart.
    case damaged

    init(of record: Span<UInt8>, _ layout: RecordLayout) {
        switch layout {
        case .lines: self = .record
        case .csv(let index, let delimiter):
            guard let cell = CSVRecord.cell(index, of: record, delimiter: delimiter) else {
                self = .none
                return
            }
            let content = CSVRecord.content(record, cell)
            let isQuoted = !cell.isEmpty && record[cell.lowerBound] == CSVCursor.quote
            self = content.isEmpty ? .none : .text(content, offset: cell.lowerBound + (isQuoted ? 1 : 0))
        case .jsonLines(let member):
            guard record.indices.contains(where: { record[$0] > 0x20 }) else {
                self = .none
                return
            }
            do {
                guard let text = try JSONRecord.member(member, of: record), !text.isEmpty else {
                    self = .none
                    return
                }
                self = .text(text, offset: 0)
            } catch {
                self = .damaged
            }
        }
    }
}
