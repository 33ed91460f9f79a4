import Encodings

/// What the columns of a table, the members of a JSON list, or the names in blocks contain, as the user says
/// (`--columns`). The others are guessed.
package struct TableColumns: Sendable, Hashable {
    package enum Role: String, Sendable, Hashable, CaseIterable {
        case issuer, name, secret, otpauth, type, algorithm, digits, period, counter
    }

    package enum Column: Sendable, Hashable {
        /// As in the header; case, accents, spaces and punctuation do not matter.
        case name(String)
        /// From 1.
        case number(Int)

        fileprivate var text: String {
            switch self {
            case .name(let name): name
            case .number(let number): String(number)
            }
        }
    }

    package struct Choice: Sendable, Hashable {
        /// nil for a column that means nothing.
        package let role: Role?
        package let column: Column
    }

    /// In the user's order, each role once.
    package private(set) var columns: [Choice] = []

    package init() {}

    /// Reads `issuer=1,name=User,secret=Seed,-=Len,Age`.
    ///
    /// - Throws: ``TableColumnsError``.
    package init(_ text: String) throws(TableColumnsError) {
        // Names after `-=` mean nothing, too.
        var isIgnoring = false
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let key = pair.count == 2 ? pair[0].trimmingWhitespace.lowercased() : isIgnoring ? Self.nothing : ""
            let role = Role(rawValue: key)
            isIgnoring = key == Self.nothing
            guard isIgnoring || role != nil else {
                throw TableColumnsError(
                    "use ROLE=COLUMN, separated by commas; roles are "
                        + Role.allCases.map(\.rawValue).joined(separator: ", ")
                        + ", and - for columns that mean nothing")
            }
            let name = (pair.last ?? "").trimmingWhitespace
            guard !name.isEmpty else { throw TableColumnsError("\(key) has no column") }
            guard role == nil || !has(role) else { throw TableColumnsError("\(key) is given twice") }
            let number = name.utf8.allSatisfy { $0 &- 48 < 10 } ? Int(name) ?? 0 : nil
            guard number.map({ 1...Limit.csvColumns ~= $0 }) != false else {
                throw TableColumnsError("a column's number is 1 to \(Limit.csvColumns)")
            }
            columns.append(Choice(role: role, column: number.map(Column.number) ?? .name(name)))
        }
    }

    private static let nothing = "-"

    package func has(_ role: Role?) -> Bool { columns.contains { $0.role == role } }

    /// - Parameter role: nil if the column means nothing.
    package mutating func add(_ role: Role?, _ column: Column) { columns.append(Choice(role: role, column: column)) }

    /// As on a command line: `--columns digits=Len,-=Age`.
    package var option: String {
        var roles = columns.filter { $0.role != nil }.map { "\($0.role?.rawValue ?? "")=\($0.column.text)" }
        let ignored = columns.filter { $0.role == nil }.map(\.column.text)
        if !ignored.isEmpty { roles.append("\(Self.nothing)=\(ignored.joined(separator: ","))") }
        let value = roles.joined(separator: ",")
        let isPlain = value.utf8.allSatisfy {
            0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || "=,-_.".utf8.contains($0) || $0 >= 0x80
        }
        return "--columns \(isPlain ? value : "'\(value)'")"
    }

    /// Whether all columns are numbers, so that the table need not have a header.
    package var hasOnlyNumbers: Bool { columns.allSatisfy { if case .number = $0.column { true } else { false } } }

    /// Whether the user says where the secrets are: then no cell must prove it.
    package var hasSecret: Bool { has(.secret) || has(.otpauth) }
}

/// Why a text is not a description of a table's columns.
package struct TableColumnsError: Error, Sendable, Hashable {
    package let message: String

    init(_ message: String) { self.message = message }
}
