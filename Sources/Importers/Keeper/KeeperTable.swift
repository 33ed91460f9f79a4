import Encodings
import TOTPDomain

/// Keeper's CSV, without a header: seven cells, then names and values of custom fields in turn.
enum KeeperTable {
    /// Told only by an entry with a one-time password: everything else could be any table.
    static func recognises(_ content: SourceContent) -> Bool {
        guard content.kind == .text, !content.isMarkup else { return false }
        var table = CSVTable(rowsOf: content.text)
        while let row = try? table.next() {
            if table.rowCount == 1, row.cells.count < firstField { return false }
            // More entries are not read anyway.
            if table.rowCount > Limit.entries.value { return false }
            if fields(of: row).contains(where: { KeeperFormat.isKey($0.name) }) { return true }
        }
        return false
    }

    static func read(_ text: [UInt8], as format: FormatID, _ limits: ImportLimits) throws(SourceError)
        -> ImportedDocument
    {
        try ImportedDocument(format: format, logins: CSVTable(rowsOf: text), limits) { row in
            func cell(_ index: Int) -> String { index < row.cells.count ? row.cells[index] : "" }
            var entry = LoginEntry()
            entry.title = cell(1)
            entry.userName = cell(2)
            entry.address = cell(4)
            entry.note = cell(5)
            entry.tags = [cell(0), cell(6)].map(KeeperFormat.path)
            for field in fields(of: row) where KeeperFormat.isKey(field.name) { entry.add(key: field.value) }
            return entry
        }
    }

    private static let firstField = 7

    private static func fields(of row: CSVTable.Row) -> [(name: String, value: String)] {
        stride(from: firstField, to: row.cells.count - 1, by: 2).map {
            (row.cells[$0].trimmingWhitespace, row.cells[$0 + 1])
        }
    }
}
