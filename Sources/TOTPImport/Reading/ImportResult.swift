package import ImportPipeline
public import TOTPDomain

/// What was read: the accounts, and what happened to every entry.
public struct ImportResult: Sendable {
    /// Every account once, in the order in which they were read.
    public let accounts: [TOTPItem]
    public let ledger: ImportLedger
    /// For a merge with other accounts than those that were read.
    package let results: [SourceResult]
}
