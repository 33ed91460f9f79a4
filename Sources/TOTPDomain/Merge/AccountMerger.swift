import Encodings
public import Platform

/// Merges accounts into a list, one by one, and returns the outcome of each.
///
/// Two accounts are the same if secret, parameters and PIN are equal, and issuer and name are equal, ignoring case and
/// spaces; the counter does not matter. Deleted accounts never match, so a deleted account is added again when it is
/// imported again.
///
/// An account that was in the list before keeps its counter, unless the policy is `update`. If a new account is read
/// several times, the highest counter is used: the server has already seen the codes before it.
///
/// With the policy `fill`, an account without a PIN also matches an account with a PIN, and takes the PIN.
public struct AccountMerger: Sendable {
    public private(set) var accounts: [Account]
    private let policy: DuplicatePolicy
    private let now: Date
    /// Where the accounts that were added start.
    private let firstAdded: Int
    private var ids: Set<UUID>
    /// The first account of each identity: a search finds this account.
    private var byIdentity: [AccountIdentity: Int] = [:]
    /// With the policy `fill`: the first account with a PIN, by its identity without it.
    private var withPIN: [AccountIdentity: Int] = [:]
    /// Nil until an account is added: most often, everything is there already, or nothing.
    private var twins: Twins?

    /// - Parameters:
    ///   - accounts: the existing accounts.
    ///   - now: the time of change of updated accounts.
    public init(_ accounts: [Account], policy: DuplicatePolicy, now: Date) {
        (self.accounts, self.policy, self.now) = (accounts, policy, now)
        firstAdded = accounts.count
        ids = Set(accounts.map(\.id))
        byIdentity.reserveCapacity(accounts.count)
        for (index, identity) in accounts.concurrentMap(AccountIdentity.init).enumerated()
        where !accounts[index].isDeleted {
            byIdentity[identity, default: index] += 0
            notePIN(at: index)
        }
    }

    public mutating func merge(_ account: Account) -> MergeOutcome { merge(account, AccountIdentity(account), nil) }

    /// Merges many accounts, and returns an outcome for each.
    public mutating func merge(_ new: [Account]) -> [MergeOutcome] {
        let found = lookUp(new)
        let unknown = found.count { $0.index == nil }
        accounts.reserveCapacity(accounts.count + unknown)
        ids.reserveCapacity(ids.count + unknown)
        byIdentity.reserveCapacity(byIdentity.count + unknown)
        return new.indices.map { merge(new[$0], found[$0].identity, found[$0].index) }
    }

    private func lookUp(_ new: [Account]) -> [(identity: AccountIdentity, index: Int?)] {
        new.concurrentMap { account in
            let identity = AccountIdentity(account)
            return (identity, byIdentity[identity])
        }
    }

    /// - Parameter known: the index of the first account with the identity, if it was looked up.
    private mutating func merge(_ account: Account, _ identity: AccountIdentity, _ known: Int?) -> MergeOutcome {
        let index = known ?? likeness(of: account, identity) ?? index(of: identity)
        let isNew = index == accounts.count
        guard policy != .keep, !isNew else {
            // With `keep`, duplicates are not reported.
            let twin = isNew ? twin(of: identity) : nil
            append(account)
            return .added(twin)
        }
        switch policy {
        case .update:
            let updated = accounts[index].takingOver(account, at: now)
            guard updated != accounts[index] else { return .duplicate(note: nil) }
            let lost = index < firstAdded ? [] : accounts[index].lacking(in: updated)
            accounts[index] = updated
            return .updated(note: MergeNote(replaced: lost))
        case .fill:
            let filled = accounts[index].filled(from: account, at: now)
            let note = MergeNote(
                counter: counterNote(account, index), leftovers: account.lacking(in: filled), isFilling: true)
            guard !filled.lacking(in: accounts[index]).isEmpty else { return .duplicate(note: note) }
            // Its counter was raised in place.
            var updated = filled
            updated.parameters = accounts[index].parameters
            accounts[index] = updated
            byIdentity[identity, default: index] += 0
            notePIN(at: index)
            return .updated(note: note)
        case .skip, .keep:
            let leftovers = account.lacking(in: accounts[index])
            let isFillable = account.lacking(in: accounts[index].filled(from: account, at: now)).isEmpty
            return .duplicate(
                note: MergeNote(
                    counter: counterNote(account, index), leftovers: leftovers, isFilling: false,
                    isFillable: isFillable))
        }
    }

    /// Returns a note about a higher counter. An account that was read earlier in this run takes the higher counter.
    private mutating func counterNote(_ account: Account, _ index: Int) -> String? {
        guard let new = account.parameters.counter, let old = accounts[index].parameters.counter, new > old else {
            return nil
        }
        guard index >= firstAdded else { return "its counter is \(new), the existing one is \(old)" }
        accounts[index].parameters = accounts[index].parameters.atCounter(new)
        return "its counter \(new) replaces \(old), read before it"
    }

    // MARK: - PINs

    /// Returns the account that differs only because one of the two has no PIN.
    private func likeness(of account: Account, _ identity: AccountIdentity) -> Int? {
        guard policy == .fill, account.pin != nil || !withPIN.isEmpty, byIdentity[identity] == nil else { return nil }
        if account.pin == nil { return withPIN[identity] }
        guard let index = byIdentity[AccountIdentity.withoutPIN(account)], accounts[index].pin == nil else {
            return nil
        }
        return index
    }

    private mutating func notePIN(at index: Int) {
        guard policy == .fill, accounts[index].pin != nil else { return }
        withPIN[AccountIdentity.withoutPIN(accounts[index]), default: index] += 0
    }

    /// Returns the index of the first account with an identity. An unknown identity is recorded for the next account.
    private mutating func index(of identity: AccountIdentity) -> Int {
        Self.value(&byIdentity[identity, default: accounts.count])
    }

    /// A number of a table that is looked up and added in one step.
    private static func value(_ number: inout Int) -> Int { number }

    /// - Parameter identity: the identity of the next account.
    private mutating func twin(of identity: AccountIdentity) -> MergeOutcome.Twin? {
        let next = accounts.count
        var twins = self.twins.take() ?? Twins(byIdentity, before: next)
        defer { self.twins = twins }
        let index = Self.value(&twins.bySecret[identity.secret, default: next])
        let hasKnownNames = !twins.names.insert(identity.names).inserted
        if index < next { return .sameSecret(accounts[index].label) }
        return hasKnownNames && !identity.names.isEmpty ? .sameName : nil
    }

    private mutating func append(_ account: Account) {
        var account = account
        // A vault that is imported into itself has ids that are taken.
        if !ids.insert(account.id).inserted {
            account.id = .random()
            ids.insert(account.id)
        }
        accounts.append(account)
        notePIN(at: accounts.count - 1)
    }

    /// Accounts that have something in common with an added account.
    private struct Twins {
        /// The first account with each secret.
        var bySecret: [AccountIdentity.Secret: Int] = [:]
        var names: Set<AccountIdentity.Names> = []

        /// - Parameter end: the index after the last account that counts.
        init(_ accounts: [AccountIdentity: Int], before end: Int) {
            bySecret.reserveCapacity(accounts.capacity)
            names.reserveCapacity(accounts.capacity)
            for (identity, index) in accounts where index < end {
                let first = bySecret[identity.secret] ?? index
                bySecret[identity.secret] = min(first, index)
                names.insert(identity.names)
            }
        }
    }
}

extension Account {
    /// Returns this account with the details of `new`; unchanged if `new` has no other details.
    fileprivate func takingOver(_ new: Account, at time: Date) -> Account {
        var account = self
        account.issuer = new.issuer
        account.name = new.name
        account.note = new.note.isNilOrBlank ? note : new.note
        account.tags += new.tags.filter { !tags.contains($0) }
        account.isFavorite = isFavorite || new.isFavorite
        if let token = new.token { account.token = token.joined(with: self.token) ?? token }
        // A counter never goes back.
        if let old = parameters.counter, let counter = new.parameters.counter {
            account.parameters = parameters.atCounter(max(old, counter))
        }
        guard account != self else { return self }
        account.source = new.source ?? source
        account.updatedAt = time
        return account
    }
}

extension Account {
    /// Returns this account with details of `new` in its empty fields. Existing details never change.
    fileprivate func filled(from new: Account, at time: Date) -> Account {
        var account = self
        account.note = note.isNilOrBlank ? new.note ?? note : note
        account.pin = pin ?? new.pin
        account.tags += new.tags.filter { !tags.contains($0) }
        account.isFavorite = isFavorite || new.isFavorite
        account.token = new.token?.joined(with: token) ?? token
        if account != self { account.updatedAt = time }
        return account
    }
}

extension String? {
    fileprivate var isNilOrBlank: Bool { self?.isBlank ?? true }
}

/// How to treat an account that already exists (`--on-duplicate`).
public enum DuplicatePolicy: String, Sendable, Hashable, CaseIterable {
    /// Fills the empty fields of the existing account: note and PIN, missing tags, the favorite flag, and unknown
    /// details of the token. Existing details stay.
    case fill
    /// Keeps the existing account as it is.
    case skip
    /// Updates the existing account with the spelling, note, tags, token and higher counter of the new account.
    case update
    /// Keeps both accounts.
    case keep
}

/// The outcome for one account.
public enum MergeOutcome: Sendable, Hashable {
    case added(Twin?)
    /// - Parameter note: the details that were still not taken, if any.
    case updated(note: MergeNote?)
    /// - Parameter note: the differences from the existing account, if any.
    case duplicate(note: MergeNote?)

    /// The details of an existing account that were not taken, if any.
    public var note: MergeNote? {
        switch self {
        case .added: nil
        case .updated(let note), .duplicate(let note): note
        }
    }

    /// Another account that is so similar that one of the two may be a leftover.
    public enum Twin: Sendable, Hashable {
        /// The label of an account with the same secret, but another name or other parameters.
        case sameSecret(String)
        /// An account with the same issuer and name, but another secret.
        case sameName

        /// For people, after the new account: `has the same secret as "Acme: alice"`.
        public var note: String {
            switch self {
            case .sameSecret(let label): "has the same secret as \"\(label)\""
            case .sameName: "has the same issuer and name as an account with another secret"
            }
        }
    }
}

/// Accounts of a list that may be one account: an import adds both, because something differs.
package struct DuplicateGroup: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// One secret, with several names or parameters.
        case sameSecret
        /// One issuer and name, ignoring case and spaces, with several secrets: often an old and a new setup.
        case sameName
    }

    package let reason: Reason
    /// The places of the accounts in the list, at least two, in its order.
    package let places: [Int]

    /// The groups of a list without its deleted accounts, in the list's order. An account may be in two groups; those
    /// without any name have only their secret.
    package static func groups(of items: [Account]) -> [DuplicateGroup] {
        let identities = items.concurrentMap(AccountIdentity.init)
        var bySecret: [AccountIdentity.Secret: [Int]] = [:]
        var byNames: [AccountIdentity.Names: [Int]] = [:]
        for (place, identity) in identities.enumerated() where !items[place].isDeleted {
            bySecret[identity.secret, default: []].append(place)
            if !identity.names.isEmpty { byNames[identity.names, default: []].append(place) }
        }
        let groups =
            bySecret.values.filter { $0.count > 1 }.map { DuplicateGroup(reason: .sameSecret, places: $0) }
            + byNames.values.filter { places in Set(places.map { identities[$0].secret }).count > 1 }
            .map { DuplicateGroup(reason: .sameName, places: $0) }
        return groups.sorted { $0.places.lexicographicallyPrecedes($1.places) }
    }

    /// Returns the group without some places; nil if the rest is not a group.
    ///
    /// - Returns: nil if the rest has nothing to choose from: a single account, or accounts of one name that all have
    ///   one secret. These are in a group for their secret as well.
    package func without(_ removed: Set<Int>, of items: [Account]) -> DuplicateGroup? {
        let rest = places.filter { !removed.contains($0) }
        guard rest.count > 1, reason == .sameSecret || Set(rest.map { items[$0].secret }).count > 1 else { return nil }
        return DuplicateGroup(reason: reason, places: rest)
    }
}
