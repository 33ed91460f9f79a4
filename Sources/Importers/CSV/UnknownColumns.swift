import Encodings
import TOTPDomain

/// The columns of a known app's table that its format neither reads nor knows.
struct UnknownColumns: Sendable {
    private let columns: [(index: Int, name: String)]
    private(set) var unread = UnreadNames()

    /// - Parameter known: in lower case, the columns that the format reads, and those that say nothing of an account. Of
    ///   two with one name, the first is read.
    init(_ header: [String], known: some Sequence<String>) {
        var known = Set(known), columns: [(index: Int, name: String)] = []
        for (index, name) in header.enumerated() where known.remove(name.trimmingWhitespace.lowercased()) == nil {
            columns.append((index, name.shownUnlessSecret ?? "column \(index + 1)"))
        }
        self.columns = columns
    }

    /// An empty cell loses nothing.
    mutating func look(at row: CSVTable.Row) {
        for (index, name) in columns where !TypedSecret.isNothing(row.cell(index)) { unread.add(name, entries: 1) }
    }
}
