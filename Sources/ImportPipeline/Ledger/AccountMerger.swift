public import TOTPDomain

/// Puts accounts into a collection, one after the other.
///
/// ``ItemMerger`` is the one that is used. The ledger does not trust it: ``AcceptedAccounts`` checks its result.
protocol AccountMerger {
    /// The accounts before, and all that were added.
    var items: [TOTPItem] { get }

    mutating func merge(_ item: TOTPItem) -> MergeOutcome
}

extension ItemMerger: AccountMerger {}

/// The accounts that a merge accepted, to compare with its result.
struct AcceptedAccounts {
    private var accounts: [AccountIdentity: String] = [:]
    private var added = 0

    mutating func add(_ item: TOTPItem, _ outcome: MergeOutcome) {
        if case .added = outcome { added += 1 }
        accounts[AccountIdentity(item)] = item.label
    }

    /// - parameters:
    ///   - countBefore: accounts before the merge, deleted ones included.
    ///   - items: all accounts after it.
    /// - throws: ``LedgerError`` if an account was lost, or made of nothing.
    func check(countBefore: Int, after items: [TOTPItem]) throws(LedgerError) {
        guard items.count == countBefore + added else {
            throw .merge(before: countBefore, added: added, after: items.count)
        }
        guard !accounts.isEmpty else { return }
        var missing = accounts
        for item in items where !item.isDeleted { missing[AccountIdentity(item)] = nil }
        if let label = missing.values.sorted().first { throw .accountMissing(label: label) }
    }
}
