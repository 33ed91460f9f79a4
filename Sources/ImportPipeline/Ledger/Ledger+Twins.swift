import TOTPDomain

extension Ledger {
    /// The added accounts that resemble another account, so that one of the two may be a leftover: a line for each, as
    /// `verify` says it, such as `"Acme: alice": 6 and 8 digits`.
    ///
    /// - Parameter list: all accounts after the merge.
    static func twins(of sources: [Source], in list: [Account]) -> [String] {
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
            case .sameName: return "\"\(account.label)\": different secrets, one is probably out of date"
            case .sameSecret(let label):
                let differences = firsts[account.secret].map { AccountComparison.differences($0, account) } ?? []
                return AccountComparison.pair(label, account.label) + ": "
                    + (differences.isEmpty ? AccountComparison.sameCodes : differences.joined(separator: ", "))
            }
        }
    }
}
