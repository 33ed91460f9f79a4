import Platform
import TOTPDomain

/// Merges results into a list in several steps, with the same outcomes as in a single step. The results of earlier
/// steps are not merged again. Empty fields of accounts are filled, as with ``DuplicatePolicy/fill``.
package struct GrowingLedger: Sendable {
    package private(set) var ledger = Ledger(sources: [], batches: [])
    private var merger: AccountMerger
    private let seen: [SeenBatch]

    /// - Parameter now: the time of change of accounts in the list that get further details.
    package init(_ content: VaultContent, now: Date = .wholeSecondNow) {
        merger = AccountMerger(content.items, policy: .fill, now: now)
        seen = content.batches
    }

    /// The accounts so far, including deleted accounts.
    package var items: [Account] { merger.accounts }

    /// Whether the outcomes of earlier results stay as they are. An account with a PIN may complete an earlier account
    /// without a PIN.
    package static func canAdd(_ results: [SourceResult]) -> Bool {
        results.allSatisfy { $0.entries.allSatisfy { $0.account?.pin == nil } }
    }

    /// - Throws: ``LedgerError``; the ledger must not be used then.
    package mutating func add(_ results: [SourceResult], now: Date = .wholeSecondNow) throws(LedgerError) {
        var items = merger.accounts
        try ledger.add(results, to: &items, seen: seen, at: now) { accounts, items, _ in
            let outcomes = merger.merge(accounts)
            items = merger.accounts
            return outcomes
        }
    }
}
