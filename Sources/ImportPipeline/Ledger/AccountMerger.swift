import TOTPDomain

/// Puts accounts into a collection.
///
/// The program uses ``ItemMerger``. The ledger does not trust it: `MergeCheck` checks its result.
protocol AccountMerger {
    /// The accounts before, and all that were added.
    var items: [TOTPItem] { get }

    /// Merges accounts, one after the other, and returns an outcome for each.
    mutating func merge(_ items: [TOTPItem]) -> [MergeOutcome]
}

extension ItemMerger: AccountMerger {}
