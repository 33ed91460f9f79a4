import Encodings

/// What users are asked about a guessed file that is refused because of names that nobody knows: the role of each.
package struct ColumnQuestion: Sendable, Hashable {
    /// A column of a table, a member of a JSON list, or a name in blocks.
    package struct Name: Sendable, Hashable {
        /// The name; for a column without a name, its number.
        package let text: String
        package let column: TableColumns.Column
        /// One of its values, or the length of a value that could be a secret.
        package fileprivate(set) var sample: String
        /// The role that it most likely has; nil if it likely means nothing.
        package let suggestion: TableColumns.Role?

        package init(_ text: String, _ column: TableColumns.Column, sample: String, suggestion: TableColumns.Role?) {
            (self.text, self.column, self.sample, self.suggestion) = (text, column, sample, suggestion)
        }
    }

    /// What has names in the file: `column`, `member`, `name`.
    package let noun: String
    package private(set) var names: [Name]
    /// What the user has said before.
    package let known: TableColumns?

    package init(_ noun: String, _ names: [Name], known: TableColumns?) {
        (self.noun, self.names, self.known) = (noun, names, known)
    }

    /// The roles that a name can have, apart from none.
    package var roles: [TableColumns.Role] { TableColumns.Role.allCases.filter { known?.has($0) != true } }

    /// The question without its samples: files with the same names need one answer.
    package var withoutSamples: ColumnQuestion {
        var question = self
        for index in names.indices { question.names[index].sample = "" }
        return question
    }

    /// The roles of all columns, from the user's answers.
    ///
    /// - Parameter answers: the role of each name; nil for a name that means nothing.
    /// - Throws: ``TableColumnsError`` if a role is given twice, or a name has no answer.
    package func columns(_ answers: [TableColumns.Role?]) throws(TableColumnsError) -> TableColumns {
        guard answers.count == names.count else { throw TableColumnsError("not every \(noun) has a role") }
        var columns = known ?? TableColumns()
        for (name, role) in zip(names, answers) {
            if let role, columns.has(role) { throw TableColumnsError("\(role.rawValue) is given twice") }
            columns.add(role, name.column)
        }
        return columns
    }
}
