import Encodings
import TOTPDomain

/// The columns of a table that look like a part of an account, although its format does not read them.
struct UnreadColumns: Sendable {
    private let names: [(index: Int, name: String)]
    private var filled: Set<Int> = []

    /// - Parameter known: in lower case, the columns that the format reads, and those that say nothing of an account.
    init(_ header: [String], known: some Sequence<String>) {
        let known = Set(known)
        self.init(
            header, at: header.indices.filter { !known.contains(header[$0].trimmingWhitespace.lowercased()) })
    }

    init(_ header: [String], at indices: some Sequence<Int>) {
        names = indices.filter { AccountPart(named: header[$0]) != nil }.map { (index: $0, name: header[$0]) }
    }

    /// An empty cell loses nothing.
    mutating func look(at row: CSVTable.Row) {
        for (index, _) in names where !filled.contains(index) && !SecretEvidence.isEmpty(row.cell(index)) {
            filled.insert(index)
        }
    }

    var warnings: [Warning] {
        var parts = UnreadParts("column")
        for (index, name) in names where filled.contains(index) { parts.add(name) }
        return parts.warnings
    }
}
