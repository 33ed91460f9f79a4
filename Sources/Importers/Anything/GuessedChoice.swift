import Encodings
import TOTPDomain

extension GuessedColumns {
    /// - Parameter choice: what the user says; names that the file does not have do not count.
    /// - Returns: nil if one of them is missing, or named twice, and all must be there.
    init?(_ header: [String], _ choice: TableColumns?, needsAll: Bool = true, isSparse: Bool = false) {
        var roles: [TableColumns.Role: Int] = [:], ignored: Set<Int> = []
        for choice in choice?.columns ?? [] {
            let found: [Int] =
                switch choice.column {
                case .number(let number): number <= header.count ? [number - 1] : []
                case .name(let name): Self.indices(of: name, in: header)
                }
            guard let index = found.first else {
                if needsAll { return nil }
                continue
            }
            guard let role = choice.role else {
                ignored.formUnion(found)
                continue
            }
            guard !roles.values.contains(index) else { return nil }
            roles[role] = index
        }
        guard ignored.isDisjoint(with: roles.values) else { return nil }
        self.init(header, chosen: roles, ignored: ignored, isSparse: isSparse)
    }

    /// Columns of a name as the user writes it: exactly, or in what matters.
    private static func indices(of name: String, in header: [String]) -> [Int] {
        let exact = header.indices.filter { header[$0].trimmingWhitespace == name }
        if !exact.isEmpty { return exact }
        let folded = AccountPart.folded(name)
        return folded.isEmpty ? [] : header.indices.filter { AccountPart.folded(header[$0]) == folded }
    }

    /// The error for a choice of columns that are not all there.
    ///
    /// - Parameters:
    ///   - file: for people: `the table`.
    ///   - noun: what the header has, in plural: `columns`.
    static func missing(in header: [String], of file: String, _ noun: String) -> SourceError {
        let names = header.map { "\"\($0.trimmingWhitespace.printable(limit: 30))\"" }.prefix(20)
        return SourceError(
            .unrecognised,
            "\(file) has not all of the \(noun) that --columns names; its \(noun) are "
                + names.joined(separator: ", ") + (header.count > 20 ? ", …" : ""))
    }
}
