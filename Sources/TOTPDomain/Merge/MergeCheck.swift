import Encodings

/// Proves that a merge lost nothing. Uses only the accounts before and after it, not the merger's own state.
package enum MergeCheck {
    /// Checks that every old account is still in its place, that exactly the added accounts follow, that each accepted
    /// account exists, and that no counter went back.
    ///
    /// - Parameters:
    ///   - before: the accounts that were merged into, including deleted accounts.
    ///   - after: the result, including deleted accounts: the old accounts, then the added accounts, both in order.
    ///   - accepted: the accounts that were merged, in order.
    ///   - outcomes: the outcome of each accepted account, in the same order.
    /// - Throws: ``MergeError``; then nothing may be written.
    package static func verify(
        before: [Account], after: [Account], accepted: [Account], outcomes: [MergeOutcome]
    ) throws(MergeError) {
        guard accepted.count == outcomes.count else {
            throw MergeError("\(accepted.count) accounts were merged, but \(outcomes.count) have an outcome")
        }
        let added = outcomes.count(where: \.isAddition)
        guard after.count == before.count + added else {
            throw MergeError("\(before.count) accounts before and \(added) added, but \(after.count) after the merge")
        }
        // Equal arrays are most often the same array, so the comparison is fast.
        let pins = Set(
            zip(accepted, outcomes).lazy.filter { $0.pin != nil && !$1.isAddition }.map { AccountIdentity($0.0) })
        if before != after { for (old, new) in zip(before, after) { try checkOld(old, isNow: new, pins) } }
        var next = before.count
        var others: [Int] = []
        for (index, outcome) in outcomes.enumerated() {
            guard outcome.isAddition else {
                others.append(index)
                continue
            }
            try checkAdded(accepted[index], isNow: after[next], pins)
            next += 1
        }
        guard !others.isEmpty else { return }
        let counters = Counters(before: before, after: after)
        let failures = others.concurrentMap { index -> MergeError? in
            do throws(MergeError) { try counters.check(accepted[index]) } catch { return error }
            return nil
        }
        if let failure = failures.lazy.compactMap({ $0 }).first { throw failure }
    }

    /// - Parameter pins: the identities of accounts that were merged into others, and have a PIN.
    private static func checkOld(_ old: Account, isNow new: Account, _ pins: Set<AccountIdentity>) throws(MergeError) {
        guard new != old else { return }
        guard new.id == old.id else { throw .missing(old) }
        guard new.isDeleted == old.isDeleted, isSame(old, new, pins) else {
            throw MergeError("an account changed into another one, or was replaced by it")
        }
        guard let counter = old.parameters.counter else { return }
        try check(new.parameters.counter, isAtLeast: counter)
    }

    /// The id of the account may differ, and its counter may be higher.
    private static func checkAdded(
        _ account: Account, isNow new: Account, _ pins: Set<AccountIdentity>
    ) throws(MergeError) {
        guard new != account else { return }
        guard new.isDeleted == account.isDeleted, isSame(account, new, pins) else { throw .missing(account) }
        if let counter = account.parameters.counter { try check(new.parameters.counter, isAtLeast: counter) }
    }

    /// Whether an account is the same as before, except for a PIN that it lacked and another account brought.
    private static func isSame(_ old: Account, _ new: Account, _ pins: Set<AccountIdentity>) -> Bool {
        let identity = AccountIdentity(new)
        return identity == AccountIdentity(old)
            || old.pin == nil && pins.contains(identity) && AccountIdentity.withoutPIN(new) == AccountIdentity(old)
    }

    private static func check(_ counter: Int64?, isAtLeast least: Int64) throws(MergeError) {
        guard let counter, counter >= least else { throw MergeError("a counter went back below \(least)") }
    }

    /// The counters of the resulting accounts, by identity, to check accounts that were merged without being added.
    private struct Counters: Sendable {
        /// The highest counter of each account; the highest number there is for accounts that existed before, because
        /// their counter need not be the counter of an accepted account.
        private var highest: [AccountIdentity: Int64] = [:]

        init(before: [Account], after: [Account]) {
            highest.reserveCapacity(after.count)
            for (index, identity) in after.concurrentMap(AccountIdentity.init).enumerated() {
                let account = after[index]
                let counter = index < before.count ? .max : account.parameters.counter ?? .max
                Self.raise(&highest[identity, default: .min], to: account.isDeleted ? .min : counter)
                // An account without a PIN may have been merged into the account with the PIN.
                if account.pin != nil, !account.isDeleted {
                    Self.raise(&highest[AccountIdentity.withoutPIN(account), default: .min], to: counter)
                }
            }
        }

        private static func raise(_ number: inout Int64, to counter: Int64) { number = max(number, counter) }

        func check(_ account: Account) throws(MergeError) {
            guard let counter = highest[AccountIdentity(account)] else { throw .missing(account) }
            if let read = account.parameters.counter, !account.isDeleted {
                try MergeCheck.check(counter, isAtLeast: read)
            }
        }
    }
}

extension MergeOutcome {
    fileprivate var isAddition: Bool { if case .added = self { true } else { false } }
}

/// A merge lost or changed an account: an error in this program.
package struct MergeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem; never contains a secret.
    package let reason: String

    init(_ reason: String) { self.reason = reason }

    static func missing(_ account: Account) -> MergeError {
        MergeError("\"\(account.label)\" is missing after the merge")
    }

    package var description: String { reason }
}
