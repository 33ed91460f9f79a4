import Encodings
import Links
import TOTPDomain

/// Columns of tables, in lower case.
extension KnownNames {
    fileprivate init(columns: [String]) {
        self.init([:])
        add(columns, .known)
    }

    /// The columns that are not known, by their indices. If a name is there twice, the first column is read.
    fileprivate func others(in header: [String]) -> [(index: Int, name: String)] {
        var seen: Set<String> = []
        return header.enumerated().compactMap { index, name in
            let column = name.trimmingWhitespace.lowercased()
            if roles(of: column).contains(.known), seen.insert(column).inserted { return nil }
            return (index, name.shownUnlessSecret ?? "column \(index + 1)")
        }
    }
}

/// What a table has beside the cells that its format reads: columns that it neither reads nor knows, and rows that do
/// not have the cells of the others.
struct UnreadCells: Sendable {
    private let columns: [(index: Int, name: String)]
    private let fewest: Int
    private var unread = UnreadNames()
    private var short = LinkPlaces()

    /// - Parameters:
    ///   - known: in lower case, the columns that the format reads, and those that say nothing of an account; nil if
    ///     all are.
    ///   - fewest: the cells that each row has; nil for those of the header.
    init(_ header: [String], known: [String]?, fewest: Int? = nil) {
        columns = known.map { KnownNames(columns: $0).others(in: header) } ?? []
        self.fewest = fewest ?? header.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0
    }

    /// An empty cell loses nothing.
    mutating func look(at row: CSVTable.Row) {
        if row.cells.count < fewest, !row.isBlank { short.note(row.line) }
        for (index, name) in columns where !TypedSecret.isNothing(row.cell(index)) { unread.add(name, entries: 1) }
    }

    /// A cell that has no column.
    mutating func look(atFurther index: Int, of row: CSVTable.Row) {
        if !TypedSecret.isNothing(row.cell(index)) { unread.add("column \(index + 1)", entries: 1) }
    }

    /// Warns of what was found.
    func finish(_ document: inout ImportedDocument) {
        document.name(unread: unread)
        guard let subject = short.subject else { return }
        document.warnings.append(
            Warning(
                "\(subject) \(short.count == 1 ? "has" : "have") fewer cells than the others, and may be read wrongly",
                "if it is of an account, compare its codes with the app"))
    }
}
