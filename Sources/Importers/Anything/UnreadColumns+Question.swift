import Encodings
import TOTPDomain

extension UnreadColumns {
    private static let mostAsked = 12

    /// The question that reads the file: about the names that keep it from being read, and the others that are not read.
    /// A second secret is not asked about: its warning stays.
    ///
    /// - Parameters:
    ///   - suspects: the names that keep it from being read.
    ///   - roles: what they may be.
    ///   - known: what the user has said before.
    ///   - secret: as for ``refusal(_:_:_:_:secret:isRead:)``.
    /// - Returns: nil for more names than people answer.
    func question(
        _ suspects: [Int], roles: [Int: TableColumns.Role], known: TableColumns?, secret: Int? = nil
    ) -> ColumnQuestion? {
        let suspects = Set(suspects)
        let all = named.filter { suspects.contains($0.index) || !$0.hasSecret }
        let asked = all.count > Self.mostAsked ? all.filter { suspects.contains($0.index) } : all
        guard asked.count <= Self.mostAsked else { return nil }
        let references = references
        func name(_ index: Int, _ sample: String, _ role: TableColumns.Role?) -> ColumnQuestion.Name {
            ColumnQuestion.Name(shown(index, inQuotes: false), references[index], sample: sample, suggestion: role)
        }
        var names = asked.map { name($0.index, Self.sample($0.sample), roles[$0.index]) }
        if let secret { names.insert(name(secret, "a secret", .secret), at: asked.count { $0.index < secret }) }
        return ColumnQuestion(noun, names, known: known)
    }

    /// All columns as `--columns` takes them: by the name, or by the number if another column has the name, or it is not
    /// plain or could be a secret.
    var references: [TableColumns.Column] {
        let names = columns.header.map(\.trimmingWhitespace), folded = names.map(AccountPart.folded)
        let counts = Dictionary(folded.map { ($0, 1) }, uniquingKeysWith: +)
        return names.indices.map { index in
            let name = names[index]
            let isPlain =
                !name.isEmpty && !name.utf8.contains { ",=\"'\\$`!".utf8.contains($0) }
                && !name.utf8.allSatisfy { $0 &- 48 < 10 } && name.shownUnlessSecret == name
            return isPlain && counts[folded[index]] == 1 ? .name(name) : .number(index + 1)
        }
    }

    /// A value that people may see: a parameter of codes, or a small number. Other values could be secrets, so only
    /// their length is shown.
    private static func sample(_ value: String) -> String {
        let value = value.trimmingWhitespace
        switch role(of: value) {
        case .digits, .period, .type, .algorithm: return value.printable(limit: 20)
        default: break
        }
        let isSmall = value.utf8.count <= 3 && value.utf8.allSatisfy { $0 &- 48 < 10 }
        return isSmall ? value : counted(value.unicodeScalars.count, "character")
    }
}

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
