import TOTPDomain

/// Puts accounts into a collection, one after the other.
///
/// The program uses ``ItemMerger``. The ledger does not trust it: `MergeCheck` checks its result.
protocol AccountMerger {
    /// The accounts before, and all that were added.
    var items: [TOTPItem] { get }

    /// Prepares for a number of accounts to merge.
    mutating func reserve(_ count: Int)

    mutating func merge(_ item: TOTPItem) -> MergeOutcome
}

extension ItemMerger: AccountMerger {}
