/// Proves that a merge lost nothing. Uses only the accounts before and after it, not the merger's own state.
public enum MergeCheck {
    /// Checks that every old account still exists, that exactly the added ones are new, that each accepted account
    /// exists, and that no counter went back.
    ///
    /// - Parameters:
    ///   - before: the accounts that were merged into, deleted ones included.
    ///   - after: the result, deleted ones included.
    ///   - accepted: the accounts that were merged, in order.
    ///   - outcomes: one for each accepted account, in the same order.
    /// - Throws: ``MergeError``; nothing may be written then.
    public static func verify(
        before: [TOTPItem], after: [TOTPItem], accepted: [TOTPItem], outcomes: [MergeOutcome]
    ) throws(MergeError) {
        guard accepted.count == outcomes.count else {
            throw MergeError("\(accepted.count) accounts were merged, but \(outcomes.count) have an outcome")
        }
        let old = before.map(Entry.init), new = after.map(Entry.init), merged = accepted.map(Entry.init)
        let added = zip(merged, outcomes).compactMap { entry, outcome in
            if case .added = outcome { entry } else { nil }
        }
        guard after.count == before.count + added.count else {
            throw MergeError(
                "\(before.count) accounts before and \(added.count) added, but \(after.count) after the merge")
        }
        let ids = Set(after.map(\.id))
        if let lost = before.first(where: { !ids.contains($0.id) }) { throw .missing(lost) }

        var left: [Entry: Int] = [:]
        for entry in new { left[entry, default: 0] += 1 }
        let identities = Set(new.map(\.identity))
        for (item, entry) in zip(accepted, merged) where !identities.contains(entry.identity) { throw .missing(item) }
        for entry in old + added {
            guard let count = left[entry], count > 0 else {
                throw MergeError("an account changed into another one, or was replaced by it")
            }
            left[entry] = count - 1
        }

        let counters = highestCounters(after, new)
        let least = highestCounters(before, old).merging(highestCounters(accepted, merged)) { old, _ in old }
        for (identity, counter) in least where counters[identity, default: -1] < counter {
            throw MergeError("a counter went back below \(counter)")
        }
    }

    private struct Entry: Hashable {
        let identity: AccountIdentity
        let isDeleted: Bool

        init(_ item: TOTPItem) {
            identity = AccountIdentity(item)
            isDeleted = item.isDeleted
        }
    }

    private static func highestCounters(_ items: [TOTPItem], _ entries: [Entry]) -> [AccountIdentity: Int64] {
        var highest: [AccountIdentity: Int64] = [:]
        for (item, entry) in zip(items, entries) where !item.isDeleted {
            guard let counter = item.parameters.counter else { continue }
            highest[entry.identity] = max(counter, highest[entry.identity] ?? 0)
        }
        return highest
    }
}

/// A merge lost or changed an account: an error in this program.
public struct MergeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, without a secret.
    public let reason: String

    init(_ reason: String) { self.reason = reason }

    static func missing(_ item: TOTPItem) -> MergeError { MergeError("“\(item.label)” is missing after the merge") }

    public var description: String { reason }
}
