import Encodings
import TOTPDomain

/// Columns of a table that have something worth keeping, such as passwords. They count once a cell is filled.
struct KeepsakeColumns: Sendable {
    private let columns: [(index: Int, keepsake: Keepsake)]
    private(set) var found: Set<Keepsake> = []

    /// - Parameter read: indices of the columns whose cells are read.
    init(_ header: [String], read: some Sequence<Int>) {
        let read = Set(read)
        columns = header.indices.compactMap { index in
            read.contains(index) ? nil : Keepsake.named(header[index]).map { (index, $0) }
        }
    }

    mutating func look(at row: CSVTable.Row) {
        for (index, keepsake) in columns where !found.contains(keepsake) && !row.cell(index).isBlank {
            found.insert(keepsake)
        }
    }
}
