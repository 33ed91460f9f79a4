import Encodings
import TOTPDomain

extension Ledger {
    /// Records the accounts and details that an export does not contain: an account that was not written is a rejected
    /// entry, a lost detail is a loss.
    ///
    /// - Parameters:
    ///   - export: the written export.
    ///   - items: the accounts that were to be written.
    package mutating func take(_ export: Export, of items: [Account]) {
        losses = Self.losses(of: export, items)
        guard !export.leftOut.isEmpty else { return }
        var twins = Twins(export.leftOut, of: items)
        replaceOutcomes { account, merged, index in
            twins.reason(account, merged).map { reason in
                .rejected(
                    EntryRejection(
                        position: EntryPosition(entry: index + 1), label: account.label,
                        problem: EntryError(reason.code, reason.reason)))
            }
        }
    }

    /// Records the accounts that the file has already: duplicates, with how the counter differs in the file.
    package mutating func take(alreadyThere items: [(account: Account, counter: String?)]) {
        var known: [AccountIdentity: String?] = [:]
        for (account, counter) in items { known[AccountIdentity(account)] = .some(counter) }
        guard !known.isEmpty else { return }
        replaceOutcomes { account, merged, _ in
            guard case .added = merged, let counter = known[AccountIdentity(account)] else { return nil }
            return .merged(account: account, .duplicate(note: .inLogins(account, counter: counter)))
        }
    }

    /// Replaces outcomes of accounts that were merged. An input with an account that is now rejected is partial.
    private mutating func replaceOutcomes(_ outcome: (Account, MergeOutcome, _ index: Int) -> Outcome?) {
        for source in sources.indices {
            for (index, old) in sources[source].outcomes.enumerated() {
                guard case .merged(let account, let merged) = old, let new = outcome(account, merged, index) else {
                    continue
                }
                sources[source].outcomes[index] = new
                guard new.rejection != nil else { continue }
                sources[source].result.status = .partial
                unwritten += 1
            }
        }
    }

    /// Returns the losses, in the order of the accounts, numbered by the written accounts.
    private static func losses(of export: Export, _ items: [Account]) -> [Loss] {
        let leftOut = Set(export.leftOut.map(\.index))
        var places: [Int: Int] = [:]
        for index in items.indices where !leftOut.contains(index) { places[index] = places.count }
        return export.losses.sorted { $0.index < $1.index }.compactMap { loss in
            guard let place = places[loss.index] else { return nil }
            var placed = loss
            placed.index = place
            return Loss(label: items[loss.index].label, loss: placed)
        }
    }
}

/// The accounts that a format left out, by identity. One identity has several accounts if duplicates were kept.
private struct Twins {
    /// In the order of the accounts; nil for an account that was written.
    private var accounts: [AccountIdentity: [LeftOutAccount?]] = [:]
    /// How many of these accounts were found again in the ledger.
    private var found: [AccountIdentity: Int] = [:]

    init(_ leftOut: [LeftOutAccount], of items: [Account]) {
        var byIndex: [Int: LeftOutAccount] = [:]
        for left in leftOut where items.indices.contains(left.index) {
            byIndex[left.index] = left
            accounts[AccountIdentity(items[left.index])] = []
        }
        for (index, account) in items.enumerated() {
            accounts[AccountIdentity(account)]?.append(byIndex[index])
        }
    }

    /// Returns why an entry of the ledger is not in the export; nil if it is.
    mutating func reason(_ account: Account, _ outcome: MergeOutcome) -> LeftOutAccount? {
        let identity = AccountIdentity(account)
        guard let twins = accounts[identity] else { return nil }
        if case .added = outcome {
            let index = found[identity, default: 0]
            found[identity] = index + 1
            return index < twins.count ? twins[index] : nil
        }
        // A duplicate of accounts that were not written is not in the export either.
        return twins.contains(nil) ? nil : twins.first ?? nil
    }
}

/// Whether accounts generate the same codes after they were written as when they were read.
struct CodeCheck: Sendable {
    private let samples: CodeSamples
    /// The accounts as they were read, by the values that determine their codes: the codes, their number, and a label.
    private var expected: [AccountIdentity.Code: (codes: [String], count: Int, label: String)] = [:]

    /// - Parameters:
    ///   - items: the accounts as they were read.
    ///   - time: seconds since 1970.
    init(_ items: [Account], generator: any TOTPGenerator, time: Int64) {
        // Secrets, parameters and PINs are compared as well.
        let samples = CodeSamples(generator, time: time, count: 1)
        self.samples = samples
        let codes = items.concurrentMap { (AccountIdentity($0).code, Self.codes(of: $0, samples)) }
        expected.reserveCapacity(items.count)
        for (account, (values, codes)) in zip(items, codes) {
            expected[values, default: (codes, 0, account.label)].count += 1
        }
    }

    /// - Parameter stored: the accounts as they were read back.
    /// - Throws: ``LedgerError/codesDiffer(label:)``.
    func check(_ stored: [Account]) throws(LedgerError) {
        let found = stored.concurrentMap { account -> AccountIdentity.Code? in
            let values = AccountIdentity(account).code
            guard !account.isDeleted, let read = expected[values] else { return nil }
            return read.codes == Self.codes(of: account, samples) ? values : nil
        }
        var missing = expected
        for values in found { if let values { missing[values]?.count -= 1 } }
        if let label = missing.values.filter({ $0.count > 0 }).map(\.label).min() {
            throw .codesDiffer(label: label)
        }
    }

    /// A counter may be higher after the merge, so it does not count.
    private static func codes(of account: Account, _ samples: CodeSamples) -> [String] {
        var account = account
        account.parameters = account.parameters.atCounter(0)
        return samples.codes(of: account)
    }
}
