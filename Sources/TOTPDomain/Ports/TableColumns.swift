import Encodings

/// The contents of a table's columns, given by the user (`--columns`).
package struct TableColumns: Sendable, Hashable {
    package enum Role: String, Sendable, Hashable, CaseIterable {
        case issuer, name, secret, otpauth, type, algorithm, digits, period, counter
    }

    package enum Column: Sendable, Hashable {
        /// As in the header; case, accents, spaces and punctuation do not matter.
        case name(String)
        /// From 1.
        case number(Int)
    }

    /// In the user's order, each role once.
    package let columns: [(role: Role, column: Column)]

    /// Reads `issuer=1,name=User,secret=Seed`.
    ///
    /// - Throws: ``TableColumnsError``.
    package init(_ text: String) throws(TableColumnsError) {
        var columns: [(role: Role, column: Column)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard pair.count == 2, let role = Role(rawValue: pair[0].trimmingWhitespace.lowercased()) else {
                throw TableColumnsError(
                    "use ROLE=COLUMN, separated by commas; roles are "
                        + Role.allCases.map(\.rawValue).joined(separator: ", "))
            }
            let name = pair[1].trimmingWhitespace
            guard !name.isEmpty else { throw TableColumnsError("\(role.rawValue) has no column") }
            guard !columns.contains(where: { $0.role == role }) else {
                throw TableColumnsError("\(role.rawValue) is given twice")
            }
            let number = name.utf8.allSatisfy { $0 &- 48 < 10 } ? Int(name) ?? 0 : nil
            guard number.map({ 1...Limit.csvColumns ~= $0 }) != false else {
                throw TableColumnsError("a column's number is 1 to \(Limit.csvColumns)")
            }
            columns.append((role, number.map(Column.number) ?? .name(name)))
        }
        guard columns.contains(where: { $0.role == .secret || $0.role == .otpauth }) else {
            throw TableColumnsError("name the column of secrets: secret=COLUMN, or otpauth=COLUMN")
        }
        self.columns = columns
    }

    /// Whether all columns are numbers, so that the table need not have a header.
    package var hasOnlyNumbers: Bool { columns.allSatisfy { if case .number = $0.column { true } else { false } } }

    package static func == (one: TableColumns, other: TableColumns) -> Bool {
        one.columns.elementsEqual(other.columns) { $0 == $1 }
    }

    package func hash(into hasher: inout Hasher) {
        for (role, column) in columns {
            hasher.combine(role)
            hasher.combine(column)
        }
    }
}

/// Why a text is not a description of a table's columns.
package struct TableColumnsError: Error, Sendable, Hashable {
    package let message: String

    init(_ message: String) { self.message = message }
}
