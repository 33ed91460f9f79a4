import Encodings
import TOTPDomain
import TOTPImport

/// An account and its number in the list of all accounts, from 1.
struct NumberedAccount: Hashable {
    let number: Int
    let account: Account
}

/// Selects the accounts that meet all conditions.
///
/// Texts are compared without case and accents: `zoe` finds `Zoë`.
struct AccountSelection {
    /// A row number, or the start of an id.
    enum Place: Hashable {
        case row(Int)
        case id(String)

        /// Up to seven digits are a row number; four or more characters of an id are an id.
        init?(_ text: String) {
            if text.utf8.count < 8, let number = Int(text), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
                guard number > 0 else { return nil }
                self = .row(number)
                return
            }
            let isID = text.utf8.allSatisfy { ASCII.hexValue($0) != nil || $0 == ASCII.hyphen }
            guard 4...36 ~= text.utf8.count, isID else { return nil }
            self = .id(text.uppercased())
        }
    }

    /// In the issuer, the name, or the two as they are shown.
    var search: String?
    var issuer: String?
    /// A whole tag.
    var tag: String?
    /// Any of these.
    var places: [Place] = []

    var isEmpty: Bool { search == nil && issuer == nil && tag == nil && places.isEmpty }

    var namesIDs: Bool { places.contains { if case .id = $0 { true } else { false } } }

    /// The accounts that are meant, in their order.
    func select(from items: [Account]) -> [NumberedAccount] {
        let accounts = items.enumerated().map { NumberedAccount(number: $0.offset + 1, account: $0.element) }
        guard !isEmpty else { return accounts }
        let (search, issuer, tag) = (search?.searchable, issuer?.searchable, tag?.searchable)
        let rows = Set(places.compactMap { if case .row(let row) = $0 { row } else { nil } })
        let ids = places.compactMap { if case .id(let id) = $0 { id } else { nil } }
        return accounts.filter { numbered in
            let account = numbered.account
            if let search, !search.isEmpty, !account.searchText.contains(search) { return false }
            if let issuer, !account.issuer.searchable.contains(issuer) { return false }
            if let tag, !account.tags.contains(where: { $0.searchable == tag }) { return false }
            return places.isEmpty || rows.contains(numbered.number)
                || !ids.isEmpty && ids.contains { account.id.uuidString.hasPrefix($0) }
        }
    }

    /// The row numbers and ids that no account has: they were mistyped.
    func unknownPlaces(among items: [Account]) -> [Place] {
        places.filter { AccountSelection(places: [$0]).select(from: items).isEmpty }
    }

    /// - Throws: ``CommandError`` if no account has one of the row numbers and ids.
    func checkPlaces(among items: [Account], in place: String) throws {
        let unknown = unknownPlaces(among: items)
        guard unknown.isEmpty else {
            throw AccountSelection(places: unknown).failure(total: items.count, in: place)
        }
    }

    /// The error that no account is meant.
    func failure(total: Int, in place: String) -> CommandError {
        CommandError(noMatch(total: total, in: place), status: ExitStatus.partial)
    }

    /// Says that no account is meant: `no account matches "zzz" (54 in accounts.json)`.
    func noMatch(total: Int, in place: String) -> String {
        var conditions: [String] = []
        // The last argument may be a secret that was meant for another command.
        if let search { conditions.append(search.looksLikeSecret ? "\"…\"" : "\"\(search)\"") }
        if let issuer { conditions.append("the issuer \"\(issuer)\"") }
        if let tag { conditions.append("the tag \"\(tag)\"") }
        if !places.isEmpty {
            conditions.append(
                places.map {
                    switch $0 {
                    case .row(let row): "row \(row)"
                    case .id(let id): "id \(id)"
                    }
                }.joined(separator: " or "))
        }
        return "no account matches \(conditions.joined(separator: " and ")) (\(total) in \(place))"
    }
}

extension Account {
    /// The text that a search looks at: issuer and name, as they are shown, folded.
    var searchText: String { "\(issuer): \(name)".searchable }
}

/// The subject of a question, for users: each change or account with its lines.
extension Reporter {
    /// ` 3  Acme: alice (totp, SHA1, 6 digits, 30 s)`, the numbers below each other.
    func lines(_ accounts: [NumberedAccount]) -> [[String]] {
        let width = "\(accounts.map(\.number).max() ?? 0)".count
        return accounts.map { numbered in
            let number = "\(numbered.number)"
            return lines(numbered.account, after: String(repeating: " ", count: width - number.count) + number + "  ")
        }
    }

    /// - Parameter start: before the label.
    /// - Returns: one line, or two if label and parameters do not fit the terminal's width together.
    func lines(_ account: Account, after start: String = "") -> [String] {
        let (label, parameters) = (start + account.label, "(\(account.parameters.summary))")
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
