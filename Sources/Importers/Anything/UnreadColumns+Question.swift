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
    ///   - references: all columns, as `--columns` takes them.
    ///   - known: what the user has said before.
    /// - Returns: nil for more names than people answer.
    func question(
        _ suspects: [Int], roles: [Int: TableColumns.Role], _ references: [TableColumns.Column], known: TableColumns?
    ) -> ColumnQuestion? {
        let suspects = Set(suspects)
        let all = named.filter { suspects.contains($0.index) || !$0.hasSecret }
        let asked = all.count > Self.mostAsked ? all.filter { suspects.contains($0.index) } : all
        guard asked.count <= Self.mostAsked else { return nil }
        return ColumnQuestion(noun, asked.map { name(of: $0, roles, references) }, known: known)
    }

    /// The question about all columns of a table without a header.
    ///
    /// - Returns: nil for more columns than people answer.
    func question(
        withSecretsIn secret: Int, roles: [Int: TableColumns.Role], _ references: [TableColumns.Column]
    ) -> ColumnQuestion? {
        guard named.count < Self.mostAsked else { return nil }
        var names = named.map { name(of: $0, roles, references) }
        names.insert(
            ColumnQuestion.Name(
                shown(secret, inQuotes: false), references[secret], sample: "a secret", suggestion: .secret),
            at: named.count { $0.index < secret })
        return ColumnQuestion(noun, names, known: nil)
    }

    private func name(
        of column: Unread, _ roles: [Int: TableColumns.Role], _ references: [TableColumns.Column]
    ) -> ColumnQuestion.Name {
        ColumnQuestion.Name(
            shown(column.index, inQuotes: false), references[column.index], sample: Self.sample(column.sample),
            suggestion: roles[column.index])
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
