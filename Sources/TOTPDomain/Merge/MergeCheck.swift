/// Proves that a merge lost nothing. Uses only the accounts before and after it, not the merger's own state.
package enum MergeCheck {
    /// Checks that every old account still exists, that exactly the added ones are new, that each accepted account
    /// exists, and that no counter went back.
    ///
    /// - Parameters:
    ///   - before: the accounts that were merged into, deleted ones included.
    ///   - after: the result, deleted ones included.
    ///   - accepted: the accounts that were merged, in order.
    ///   - outcomes: one for each accepted account, in the same order.
    /// - Throws: ``MergeError``; nothing may be written then.
    package static func verify(
        before: [TOTPItem], after: [TOTPItem], accepted: [TOTPItem], outcomes: [MergeOutcome]
    ) throws(MergeError) {
        guard accepted.count == outcomes.count else {
            throw MergeError("\(accepted.count) accounts were merged, but \(outcomes.count) have an outcome")
        }
        let added = outcomes.count(where: \.isAddition)
        guard after.count == before.count + added else {
            throw MergeError("\(before.count) accounts before and \(added) added, but \(after.count) after the merge")
        }
        if !before.isEmpty {
            let ids = Set(after.map(\.id))
            if let lost = before.first(where: { !ids.contains($0.id) }) { throw .missing(lost) }
        }
        var result: [AccountIdentity: Accounts] = [:]
        result.reserveCapacity(after.count)
        for item in after { result[AccountIdentity(item), default: Accounts()].add(item) }
        for item in before { try result[AccountIdentity(item), default: Accounts()].takeOld(item) }
        for (item, outcome) in zip(accepted, outcomes) {
            try result[AccountIdentity(item), default: Accounts()].take(item, isAdded: outcome.isAddition)
        }
    }

    /// The accounts with one identity after the merge.
    private struct Accounts {
        /// How many there are, by whether they are deleted.
        private var live = 0, deleted = 0
        /// How many of them are not yet explained by an old or an added account.
        private var unexplainedLive = 0, unexplainedDeleted = 0
        /// The highest counter of those that are not deleted.
        private var counter: Int64 = -1
        /// Whether one with a counter existed before. Its counter then need not be that of an accepted account.
        private var hadCounter = false

        mutating func add(_ item: TOTPItem) {
            if item.isDeleted {
                (deleted, unexplainedDeleted) = (deleted + 1, unexplainedDeleted + 1)
            } else {
                (live, unexplainedLive) = (live + 1, unexplainedLive + 1)
                counter = max(counter, item.parameters.counter ?? -1)
            }
        }

        mutating func takeOld(_ item: TOTPItem) throws(MergeError) {
            try explain(item)
            guard !item.isDeleted, let old = item.parameters.counter else { return }
            hadCounter = true
            try check(old)
        }

        mutating func take(_ item: TOTPItem, isAdded: Bool) throws(MergeError) {
            guard live + deleted > 0 else { throw .missing(item) }
            if isAdded { try explain(item) }
            if !item.isDeleted, !hadCounter, let read = item.parameters.counter { try check(read) }
        }

        private mutating func explain(_ item: TOTPItem) throws(MergeError) {
            let left = item.isDeleted ? unexplainedDeleted : unexplainedLive
            guard left > 0 else { throw MergeError("an account changed into another one, or was replaced by it") }
            if item.isDeleted { unexplainedDeleted -= 1 } else { unexplainedLive -= 1 }
        }

        private func check(_ least: Int64) throws(MergeError) {
            guard counter >= least else { throw MergeError("a counter went back below \(least)") }
        }
    }
}

extension MergeOutcome {
    fileprivate var isAddition: Bool { if case .added = self { true } else { false } }
}

/// A merge lost or changed an account: an error in this program.
package struct MergeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, without a secret.
    package let reason: String

    init(_ reason: String) { self.reason = reason }

    static func missing(_ item: TOTPItem) -> MergeError { MergeError("\"\(item.label)\" is missing after the merge") }

    package var description: String { reason }
}
