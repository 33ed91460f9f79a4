#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import TOTPDomain

/// The account of a run: what every input held, and what became of every entry.
public struct Ledger: Sendable {
    public internal(set) var sources: [Source]
    /// Google Authenticator exports of more than one part.
    public let batches: [MigrationBatch]
    /// Things to know that belong to no source.
    public var notes: [String] = []

    public struct Source: Sendable {
        public var result: SourceResult
        /// One for each of the result's entries, in order.
        public var outcomes: [Outcome]
    }

    /// What became of one entry.
    public enum Outcome: Sendable, Hashable {
        case merged(item: TOTPItem, MergeOutcome)
        case rejected(EntryRejection)
    }

    public struct Totals: Sendable, Hashable {
        public var found = 0
        public var added = 0
        public var updated = 0
        public var duplicates = 0
        public var rejected = 0
    }

    /// Merges every account into a collection, in input order.
    ///
    /// - throws: ``LedgerError`` where the sum is not right: nothing may be written then.
    public static func merging(
        _ results: [SourceResult], into merger: inout ItemMerger, at time: Date
    ) throws(LedgerError) -> Ledger {
        var ledger = Ledger(sources: [], batches: MigrationBatch.assemble(results.flatMap(\.namedParts)))
        for result in results {
            let outcomes = result.entries.map { entry -> Outcome in
                switch entry.outcome {
                case .rejected(let rejection): return .rejected(rejection)
                case .item(var item):
                    item.source = TOTPItem.Source(format: entry.format, importedAt: time)
                    return .merged(item: item, merger.merge(item))
                }
            }
            ledger.sources.append(Source(result: result, outcomes: outcomes))
        }
        try ledger.checkSum()
        return ledger
    }

    public var totals: Totals {
        var totals = Totals()
        for source in sources {
            totals.found += source.result.entries.count
            for outcome in source.outcomes {
                switch outcome {
                case .merged(_, .added): totals.added += 1
                case .merged(_, .updated): totals.updated += 1
                case .merged(_, .duplicate): totals.duplicates += 1
                case .rejected: totals.rejected += 1
                }
            }
        }
        return totals
    }

    private func checkSum() throws(LedgerError) {
        let totals = totals
        guard totals.found == totals.added + totals.updated + totals.duplicates + totals.rejected else {
            throw LedgerError(totals: totals)
        }
    }
}

/// The promise of the ledger is broken: an error in this program.
public struct LedgerError: Error, Sendable, CustomStringConvertible {
    public let totals: Ledger.Totals

    public var description: String {
        "internal error: \(totals.found) entries found, but \(totals.added) added, \(totals.updated) updated, "
            + "\(totals.duplicates) duplicates, \(totals.rejected) rejected; nothing was written, please report this"
    }
}
