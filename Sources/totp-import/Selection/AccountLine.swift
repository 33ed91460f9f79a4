import Encodings
import TOTPDomain
import TOTPImport

/// What a question is about, for people: each change or account with its lines.
extension Reporter {
    /// ` 3  Acme: alice (totp, SHA1, 6 digits, 30 s)`, the numbers below each other.
    func lines(_ accounts: [NumberedAccount]) -> [[String]] {
        let width = "\(accounts.map(\.number).max() ?? 0)".count
        return accounts.map { account in
            let number = "\(account.number)"
            return lines(account.item, after: String(repeating: " ", count: width - number.count) + number + "  ")
        }
    }

    /// - parameter start: before the label.
    /// - returns: one line, or two if label and parameters do not fit the terminal's width together.
    func lines(_ item: TOTPItem, after start: String = "") -> [String] {
        let (label, parameters) = (start + item.label, "(\(item.parameters.summary))")
        let line = "\(label) \(parameters)"
        guard let columns = console.errorColumns, line.terminalWidth > columns else { return [line] }
        return [label, String(repeating: " ", count: start.count) + parameters]
    }

    /// The first 50, also with `--quiet`.
    func list(_ subjects: [[String]]) {
        let most = isVerbose ? subjects.count : 50
        for line in subjects.prefix(most).joined() { always(line) }
        if subjects.count > most { always("and \(subjects.count - most) more (--verbose shows all)") }
    }
}
