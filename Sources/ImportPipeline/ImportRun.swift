#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import TOTPDomain

/// From inputs to a ledger: reads all inputs, a few at a time, and puts their accounts into a vault or a list.
public struct ImportRun: Sendable {
    private let reader: SourceReader
    private let jobs: Int
    private let policy: DuplicatePolicy

    /// - parameter jobs: inputs that are read at a time, at least 1.
    public init(reader: SourceReader, jobs: Int, policy: DuplicatePolicy = .skip) {
        self.reader = reader
        self.jobs = jobs
        self.policy = policy
    }

    /// Reads every input. Results are in input order, whatever `jobs` is.
    ///
    /// - parameter finished: called after each input.
    /// - throws: `CancellationError`.
    public func read(
        _ inputs: [Input], finished: @escaping @Sendable () -> Void = {}
    ) async throws -> [SourceResult] {
        let results = try await BoundedTasks.map(inputs, width: jobs, finished: finished) { await reader.read($0) }
        try Task.checkCancellation()
        return Self.judgingFolders(results)
    }

    /// Merges what was read into a vault.
    ///
    /// - parameter isDryRun: works out everything, and writes nothing.
    /// - throws: what the vault throws, or ``LedgerError``; the vault is as it was then.
    public func merge(
        _ results: [SourceResult], into vault: any VaultStore, isDryRun: Bool, now: Date = .wholeSecondNow
    ) throws -> Ledger {
        if isDryRun { return try ledger(results, existing: vault.items(), now: now).ledger }
        return try vault.update { content in
            let (ledger, merged) = try ledger(results, existing: content.items, now: now)
            content.items = merged
            return ledger
        }
    }

    /// Merges what was read into an empty list: each account once, as a vault would hold them.
    public func collect(
        _ results: [SourceResult], now: Date = .wholeSecondNow
    ) throws(LedgerError) -> (ledger: Ledger, items: [TOTPItem]) {
        try ledger(results, existing: [], now: now)
    }

    private func ledger(
        _ results: [SourceResult], existing: [TOTPItem], now: Date
    ) throws(LedgerError) -> (ledger: Ledger, items: [TOTPItem]) {
        var merger = ItemMerger(items: existing, policy: policy, now: now)
        let ledger = try Ledger.merging(results, into: &merger, at: now)
        return (ledger, merger.items)
    }

    /// A folder of which nothing at all could be read was most likely named by mistake.
    private static func judgingFolders(_ results: [SourceResult]) -> [SourceResult] {
        var judged = results
        let folders = Dictionary(
            grouping: results.compactMap { result in result.folder.map { ($0, result.status) } }, by: \.0)
        for (folder, statuses) in folders where statuses.allSatisfy({ $0.1 == .skipped }) {
            let failure = SourceError(
                .emptyFolder, "the folder holds neither a picture nor an export; name the folder with the pictures")
            let input = Input(name: folder, location: .unreadable(failure))
            let first = judged.firstIndex { $0.folder == folder } ?? judged.endIndex
            judged.insert(SourceResult(input, status: .failed, failure: failure), at: first)
        }
        return judged
    }
}
