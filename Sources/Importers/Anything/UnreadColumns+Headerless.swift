import Encodings
import TOTPDomain

/// Tables without a header, in which only the user can say what a column has.
extension UnreadColumns {
    /// All columns that have something, with what they seem to have, if that is certain.
    var allWithoutHeader: [Suspect] {
        let asked = unread.filter { $0.isFilled && !isRecordNumber($0) }
        let names = nameRoles(asked.filter { !isUnclear($0) })
        return asked.map { column in
            let isAlone = asked.count { $0.isPossible && $0.role == column.role } == 1
            // A small number may be the counter.
            let isCertain = column.isPossible && isAlone && !(lacksCounter && column.role?.isNumber == true)
            return (column.index, isCertain ? column.role : names[column.index])
        }
    }

    /// Whether a column may change the codes: not if all its cells can only be names.
    func isUnclear(_ column: Unread) -> Bool { column.isFilled && !column.hasNames && !isRecordNumber(column) }

    /// The first of two columns of names has the issuers, unless only it has addresses.
    private func nameRoles(_ names: [Unread]) -> [Int: TableColumns.Role] {
        let free = [TableColumns.Role.issuer, .name].filter { columns.chosen[$0] == nil }
        guard let last = free.last, 1...free.count ~= names.count else { return [:] }
        guard names.count == 2 else { return [names[0].index: last] }
        let isReversed = names[0].hasAddresses && !names[1].hasAddresses
        return [names[0].index: free[isReversed ? 1 : 0], names[1].index: free[isReversed ? 0 : 1]]
    }

    /// When a command is right that says of columns that they mean nothing.
    func condition(_ unsure: [Int]) -> String {
        guard columns.isHeaderless, !unsure.isEmpty else { return "" }
        let isOne = unsure.count == 1
        return " if the \(noun)\(isOne ? "" : "s") \(unsure.map { shown($0) }.joined(separator: " and ")) "
            + "\(isOne ? "says" : "say") nothing of the accounts, or else name \(isOne ? "it" : "them"), too"
    }
}

extension TableColumns.Role {
    fileprivate var isNumber: Bool { self == .digits || self == .period }
}
