import Encodings
import Platform
import TOTPDomain

/// The ledger of a run: the content of every input, and the outcome of every entry.
package struct Ledger: Sendable {
    package var sources: [Source]
    /// Google Authenticator exports of more than one part.
    package var batches: [MigrationBatch]
    /// Details of accounts that the format written could not store, in the order of the accounts.
    package internal(set) var losses: [Loss] = []
    /// The number of accounts whose codes were computed again from the written file, and were equal.
    package var verified: Int?
    /// Entries that became accounts, but are rejected because the format that was written cannot store them.
    package internal(set) var unwritten = 0
    /// Added accounts that resemble others, a line for each.
    package internal(set) var twins: [String] = []
    /// Where each account went in a file with logins, for the report; nil if no such file was written.
    package var into: [OrderedJSON]?
    /// The number of accounts in the vault or list after the merge, without deleted accounts.
    package internal(set) var accountCount = 0
    /// Why no input may be deleted after this run, whatever was read: “nothing was written”.
    package var whyAllStay: String?

    package struct Source: Sendable {
        package var result: SourceResult
        /// The outcome of each of the result's entries, in order.
        package var outcomes: [Outcome]
    }

    /// The outcome of one entry.
    package enum Outcome: Sendable, Hashable {
        indirect case merged(account: Account, MergeOutcome)
        case rejected(EntryRejection)
    }

    package struct Loss: Sendable, Hashable {
        /// The account, as ``Account/label``.
        package var label: String
        package var loss: ExportLoss
    }

    /// `records = found + skipped`, and `found = added + updated + duplicates + rejected`.
    package struct Totals: Sendable, Hashable {
        /// As the formats counted them, before they created accounts.
        package var records = 0
        package var skipped = SkippedRecords()
        package var added = 0
        package var updated = 0
        package var duplicates = 0
        package var rejected = 0

        /// Entries: records that are, or should be, accounts.
        package var found: Int { records - skipped.total }
    }

    /// Merges accounts into a list, and returns an outcome for each. The ledger does not trust it: `MergeCheck` checks
    /// its result.
    typealias Merge = @Sendable (_ accounts: [Account], _ list: inout [Account], _ time: Date) -> [MergeOutcome]

    static func merge(_ policy: DuplicatePolicy) -> Merge {
        { accounts, list, time in
            var merger = AccountMerger(list, policy: policy, now: time)
            defer { list = merger.accounts }
            return merger.merge(accounts)
        }
    }

    /// Merges every account into a list, in input order, and checks that nothing was lost on the way.
    ///
    /// - Parameter seen: the incomplete exports of earlier runs.
    /// - Throws: ``LedgerError``; then nothing may be written.
    static func merging(
        _ results: [SourceResult], into list: inout [Account], seen: [SeenBatch] = [], at time: Date, by merge: Merge
    ) throws(LedgerError) -> Ledger {
        var ledger = Ledger(sources: [], batches: [])
        try ledger.add(results, to: &list, seen: seen, at: time, by: merge)
        return ledger
    }

    /// Merges the accounts of further results, as ``merging(_:into:seen:at:by:)`` does. Earlier outcomes stay.
    ///
    /// - Parameter list: the accounts after the earlier results.
    mutating func add(
        _ results: [SourceResult], to list: inout [Account], seen: [SeenBatch], at time: Date,
        by merge: (_ accounts: [Account], _ list: inout [Account], _ time: Date) -> [MergeOutcome]
    ) throws(LedgerError) {
        let before = list
        let accepted = results.flatMap { $0.accounts(importedAt: time) }
        let merged = merge(accepted, &list, time)
        do throws(MergeError) {
            try MergeCheck.verify(before: before, after: list, accepted: accepted, outcomes: merged)
        } catch { throw .merge(error) }
        var accounts = zip(Self.givingPINs(to: accepted, from: list), merged).makeIterator()
        let first = sources.count
        for result in results {
            let outcomes = result.entries.compactMap { entry -> Outcome? in
                switch entry.outcome {
                case .rejected(let rejection): .rejected(rejection)
                case .item: accounts.next().map { .merged(account: $0, $1) }
                }
            }
            sources.append(Source(result: result, outcomes: outcomes))
        }
        // Results that also depend on earlier inputs are computed again only if the new inputs can change them.
        if !twins.isEmpty || merged.contains(where: \.hasTwin) {
            twins = Self.twins(of: sources, in: list)
        }
        if first == 0 || results.contains(where: { !$0.migrationParts.isEmpty }) {
            batches = MigrationBatch.assemble(
                sources.flatMap(\.result.namedParts), seen: seen.filter { !$0.isComplete || repeats($0) })
        }
        accountCount = list.count { !$0.isDeleted }
        try Self.checkRecords(of: sources[first...])
    }

    /// Gives accounts that were read without a PIN the PIN that they have now: the next steps look for the resulting
    /// account.
    private static func givingPINs(to accepted: [Account], from list: [Account]) -> [Account] {
        var pins: [AccountIdentity: OTPPin] = [:]
        for account in list where !account.isDeleted {
            guard let pin = account.pin else { continue }
            let identity = AccountIdentity.withoutPIN(account)
            pins[identity] = pins[identity] ?? pin
        }
        guard !pins.isEmpty else { return accepted }
        let known = Set(list.lazy.filter { !$0.isDeleted }.map { AccountIdentity($0) })
        return accepted.map { account in
            guard account.pin == nil else { return account }
            let identity = AccountIdentity(account)
            guard let pin = pins[identity], !known.contains(identity) else { return account }
            var account = account
            account.pin = pin
            return account
        }
    }

    package var totals: Totals { Totals(of: sources) }

    /// The accounts that were added, as they were read.
    package var added: [Account] {
        sources.flatMap { source in
            source.outcomes.compactMap { if case .merged(let account, .added) = $0 { account } else { nil } }
        }
    }

    /// Whether the parts in this run brought nothing new to an export that was complete before. If they did, they belong
    /// to another export that looks alike: current versions of the app number all exports 0.
    private func repeats(_ batch: SeenBatch) -> Bool {
        sources.allSatisfy { source in
            let hasPart = source.result.migrationParts.contains { $0.batchID == batch.id && $0.size == batch.size }
            return !hasPart || !source.outcomes.contains { if case .merged(_, .added) = $0 { true } else { false } }
        }
    }

    /// Compares the formats' counts of records with the returned records.
    private static func checkRecords(of sources: ArraySlice<Source>) throws(LedgerError) {
        for source in sources {
            let entries = source.outcomes.count
            guard source.result.records == entries + source.result.skipped.total else {
                let rejected = source.outcomes.count { $0.rejection != nil }
                throw .records(
                    source: source.result.name, records: source.result.records, accounts: entries - rejected,
                    rejected: rejected, skipped: source.result.skipped.total)
            }
        }
    }
}

extension Ledger.Outcome {
    /// Stable, for programs.
    package var word: String {
        switch self {
        case .merged(_, .added): "added"
        case .merged(_, .updated): "updated"
        case .merged(_, .duplicate): "duplicate"
        case .rejected: "rejected"
        }
    }

    /// The account as it was read; nil for a rejected entry.
    package var account: Account? { if case .merged(let account, _) = self { account } else { nil } }

    package var rejection: EntryRejection? { if case .rejected(let rejection) = self { rejection } else { nil } }
}

extension MergeOutcome {
    var hasTwin: Bool { if case .added(_?) = self { true } else { false } }
}

extension Ledger.Totals {
    /// Counts the outcomes of inputs.
    package init(of sources: some Sequence<Ledger.Source>) {
        self.init()
        for source in sources {
            records += source.result.records
            skipped.add(source.result.skipped)
            for outcome in source.outcomes {
                switch outcome {
                case .merged(_, .added): added += 1
                case .merged(_, .updated): updated += 1
                case .merged(_, .duplicate): duplicates += 1
                case .rejected: rejected += 1
                }
            }
        }
    }
}

/// The accounts cannot be written as they are: most often an error in this program.
package enum LedgerError: Error, Advised, Sendable, Hashable {
    /// The number of records of a source differs from the number accounted for.
    case records(source: String, records: Int, accounts: Int, rejected: Int, skipped: Int)
    /// The merge lost or changed an account.
    case merge(MergeError)
    /// An account generates different codes after it was written, or is missing.
    case codesDiffer(label: String)
    /// The written file cannot be read back, or has different content.
    case exportUnreadable(String)
    /// The written file is larger than what is read: no error in this program.
    case exportTooLarge(String)

    /// - Parameter failure: why the written file cannot be read back.
    package init(reading failure: SourceError) {
        self = failure.code == .limitExceeded ? .exportTooLarge(failure.problem) : .exportUnreadable(failure.problem)
    }

    package var problem: String {
        switch self {
        case .records(let source, let records, let accounts, let rejected, let skipped):
            Self.internalError(
                "\(source): ",
                "\(records) records, but \(accounts) accounts, \(rejected) rejected and \(skipped) skipped")
        case .merge(let error): Self.internalError("", error.reason)
        case .codesDiffer(let label): Self.internalError("", "\"\(label)\" would have other codes, or was not written")
        case .exportUnreadable(let what): Self.internalError("", "what was written cannot be used: \(what)")
        case .exportTooLarge(let what):
            "the accounts do not fit into one file that can be read again: \(what); nothing was written"
        }
    }

    private static func internalError(_ place: String, _ what: String) -> String {
        "\(place)internal error: \(what); nothing was written"
    }

    package var advice: Advice? {
        if case .exportTooLarge = self { "convert fewer accounts at once, into several files" } else { .reportError }
    }
}

extension SourceResult {
    /// The accounts of the entries that are not rejected, with where they are from.
    fileprivate func accounts(importedAt time: Date) -> [Account] {
        entries.compactMap { entry in
            guard case .item(var account) = entry.outcome else { return nil }
            account.source = Account.Source(format: entry.format, importedAt: time)
            return account
        }
    }
}
