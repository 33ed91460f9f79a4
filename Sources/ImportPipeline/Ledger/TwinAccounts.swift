import TOTPDomain

/// An added account that resembles another account, so that one of the two may be a leftover.
package struct TwinAccounts: Sendable, Hashable {
    /// The labels of the other account and of the added account; they may be equal.
    let other, added: String
    /// Texts for people; never empty.
    let differences: [String]

    /// As `verify` says it: `"Acme: alice": 6 and 8 digits`.
    package var line: String {
        "\(AccountComparison.pair(other, added)): \(differences.joined(separator: ", "))"
    }

    /// - Parameter list: all accounts after the merge.
    static func all(of sources: [Ledger.Source], in list: [Account]) -> [TwinAccounts] {
        let added = sources.flatMap { source in
            source.outcomes.compactMap { outcome -> (account: Account, twin: MergeOutcome.Twin)? in
                guard case .merged(let account, .added(let twin?)) = outcome else { return nil }
                return (account, twin)
            }
        }
        guard !added.isEmpty else { return [] }
        var missing = Set(added.map(\.account.secret))
        var firsts: [OTPSecret: Account] = [:]
        for account in list where !account.isDeleted && missing.remove(account.secret) != nil {
            firsts[account.secret] = account
        }
        return added.map { account, twin in
            switch twin {
            case .sameName:
                return TwinAccounts(
                    other: account.label, added: account.label,
                    differences: ["different secrets, one is probably out of date"])
            case .sameSecret(let label):
                let differences = firsts[account.secret].map { AccountComparison.differences($0, account) } ?? []
                return TwinAccounts(
                    other: label, added: account.label,
                    differences: differences.isEmpty ? [AccountComparison.sameCodes] : differences)
            }
        }
    }
}
