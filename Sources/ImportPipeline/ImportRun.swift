import Platform
import TOTPDomain

/// From inputs to a ledger: reads all inputs, a few at once, and puts their accounts into a vault or a list.
package struct ImportRun: Sendable {
    private let reader: SourceReader
    private let jobs: Int
    private let mergeAccounts: Ledger.Merge

    /// - Parameter jobs: how many inputs to read at once, at least 1.
    package init(reader: SourceReader, jobs: Int, policy: DuplicatePolicy = .fill) {
        self.init(reader: reader, jobs: jobs, merge: Ledger.merge(policy))
    }

    /// - Parameter merge: tests pass a function that loses an account.
    init(reader: SourceReader, jobs: Int, merge: @escaping Ledger.Merge) {
        (self.reader, self.jobs) = (reader, jobs)
        mergeAccounts = merge
    }

    /// Reads every input, and every member of archives. Results are in input order, whatever `jobs` is.
    ///
    /// - Parameters:
    ///   - started: called with each input or member before it is read.
    ///   - finished: called with each input or member that was read.
    /// - Throws: `CancellationError`.
    package func read(
        _ inputs: [Input], started: @escaping @Sendable (Input) -> Void = { _ in },
        finished: @escaping @Sendable (Input) -> Void = { _ in }
    ) async throws -> [SourceResult] {
        var results: [SourceResult] = []
        try await InputQueue(inputs, reader).forEach(width: jobs, started: started, finished: finished) {
            await reader.read($0, turn: $1)
        } collect: {
            results.append($0)
        }
        try Task.checkCancellation()
        Self.readTogether(&results)
        var copies = CopyTally()
        for index in results.indices { copies.note(&results[index]) }
        return Self.judgingFolders(results)
    }

    /// Merges results into a vault.
    ///
    /// - Parameters:
    ///   - generator: computes the codes of every added account again from the written vault.
    ///   - isDryRun: does everything except writing.
    /// - Throws: the vault's errors, or ``LedgerError``; the vault is then unchanged.
    package func merge(
        _ results: [SourceResult], into vault: any VaultStore, checkingCodesWith generator: any TOTPGenerator,
        isDryRun: Bool, now: Date = .wholeSecondNow
    ) throws -> Ledger {
        if isDryRun {
            var content = try vault.content()
            var ledger = try merge(results, into: &content, now: now)
            ledger.whyAllStay = "nothing was written"
            return ledger
        }
        var ledger = try vault.update { content in
            try merge(results, into: &content, now: now)
        } verify: { written, ledger in
            try CodeCheck(ledger.added, generator: generator, time: Int64(now.timeIntervalSince1970))
                .check(written.items)
        }
        ledger.verified = ledger.added.count
        return ledger
    }

    /// Merges results into an empty list: each account once, as in a vault.
    package func collect(
        _ results: [SourceResult], now: Date = .wholeSecondNow
    ) throws(LedgerError) -> (ledger: Ledger, items: [Account]) {
        var content = VaultContent()
        let ledger = try merge(results, into: &content, now: now)
        return (ledger, content.items)
    }

    /// Merges results into the content of a vault, in memory.
    package func merge(
        _ results: [SourceResult], into content: inout VaultContent, now: Date
    ) throws(LedgerError) -> Ledger {
        let ledger = try Ledger.merging(
            results, into: &content.items, seen: content.batches, at: now, by: mergeAccounts)
        content.batches = SeenBatch.remembered(content.batches, after: ledger.batches, at: now)
        return ledger
    }

    /// Reads inputs again that other inputs help to open. All inputs are read before, so that the result depends
    /// neither on `jobs` nor on the order in which they are finished.
    private static func readTogether(_ results: inout [SourceResult]) {
        for result in results { if let source = result.linked { readTogether(source, &results) } }
    }

    /// Reads the sources of one type, unless they were read before.
    private static func readTogether<Source: LinkedSource>(_ example: Source, _ results: inout [SourceResult]) {
        var places: [Int] = []
        var sources: [(name: String, source: Source)] = []
        for index in results.indices {
            guard let source = results[index].linked as? Source else { continue }
            places.append(index)
            sources.append((results[index].name, source))
            results[index].linked = nil
        }
        guard sources.count > 1 else { return }
        for (index, document) in zip(places, Source.read(together: sources)) {
            if let document { results[index].replace(with: document) }
        }
    }

    /// Puts the failure of a folder in which nothing could be read before the files in it.
    private static func judgingFolders(_ results: [SourceResult]) -> [SourceResult] {
        var judged = results
        var folders = FolderTally()
        for result in results { folders.add(result) }
        for failure in folders.failures {
            judged.insert(failure, at: judged.firstIndex { $0.folder == failure.name } ?? judged.endIndex)
            // The texts and images of a document are parts of it, not files of their own.
            judged.removeAll { $0.isInDocument && $0.name.hasPrefix("\(failure.name):") }
        }
        return judged
    }
}
