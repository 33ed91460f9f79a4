import Encodings
import TOTPDomain
import TOTPImport

/// The codes of accounts at one time.
struct CurrentCodes {
    /// Whether the accounts keep their ids from run to run.
    private let haveIDs: Bool
    private let rows: [(number: Int, account: Account, code: AccountCode)]

    /// - Parameter time: seconds since 1970.
    init(_ selected: SelectedAccounts, at time: Int64) {
        haveIDs = selected.areFromVaults
        rows = selected.accounts.concurrentMap { ($0.number, $0.account, AccountCode($0.account, at: time)) }
    }

    /// - Parameters:
    ///   - isGrouped: whether the digits are in groups, for people.
    ///   - hasRows: whether row numbers come first, so that users can name an account.
    func table(isGrouped: Bool, hasRows: Bool) -> TextTable {
        let start = hasRows ? ["ROW"] : []
        var table = TextTable(start + ["ISSUER", "NAME", "CODE", "LEFT"], flexible: [start.count, start.count + 1])
        for (number, account, code) in rows {
            table.add(
                (hasRows ? ["\(number)"] : [])
                    + [account.issuer, account.name, isGrouped ? code.grouped : code.text ?? "-", code.left])
        }
        return table
    }

    /// Why accounts have no code, one line each.
    var problems: [String] {
        rows.compactMap { _, account, code in code.problem.map { "\"\(account.label)\" has no code: \($0)" } }
    }

    /// The only code, for scripts.
    ///
    /// - Throws: ``CommandError`` if the account has no code.
    func bare(_ reporter: Reporter) throws -> String {
        guard let (_, account, code) = rows.first else { return "" }
        guard let text = code.text else {
            throw CommandError("\"\(account.label)\" has no code: \(code.problem ?? "")")
        }
        if let counter = account.parameters.counter {
            reporter.note("\"\(account.label)\": the code for counter \(counter); it is not advanced")
        }
        return text
    }

    /// JSON Lines.
    var json: [UInt8] {
        rows.flatMap { number, account, code in
            OrderedJSON.object([
                "row": .integer(number), "id": haveIDs ? .string(account.id.uuidString) : nil,
                "issuer": .string(account.issuer), "name": .string(account.name),
                "type": .string(account.parameters.kind.rawValue),
                "code": code.text.map { .string($0) },
                "secondsLeft": code.secondsLeft.map { .integer($0) },
                "problem": code.problem.map { .string($0) },
            ]).utf8 + [ASCII.newline]
        }
    }
}
