import Encodings
public import Platform

/// Merges accounts into a list, one after the other, and returns what happened to each.
///
/// Two accounts are the same if secret, parameters and PIN are equal, and issuer and name are equal, ignoring case
/// and spaces; the counter does not matter. Deleted ones never match, so a deleted account that is
/// imported again is added again.
///
/// An account that was in the list before keeps its counter, unless the policy is `update`. If one new
/// account is read several times, the highest counter is used: the server has already seen the codes before it.
public struct ItemMerger: Sendable {
    public private(set) var items: [TOTPItem]
    private let policy: DuplicatePolicy
    private let now: Date
    /// Where the accounts that were added start.
    private let firstAdded: Int
    private var ids: Set<UUID>
    /// The first account of each identity is the one that is found.
    private var byIdentity: [AccountIdentity: Int] = [:]
    /// Nil until an account is added: most often, everything is there already, or nothing.
    private var twins: Twins?

    /// - Parameters:
    ///   - items: the existing accounts.
    ///   - now: the time of change of updated accounts.
    public init(items: [TOTPItem], policy: DuplicatePolicy, now: Date) {
        self.items = items
        self.policy = policy
        self.now = now
        firstAdded = items.count
        ids = Set(items.map(\.id))
        byIdentity.reserveCapacity(items.count)
        for (index, identity) in items.concurrentMap(AccountIdentity.init).enumerated() where !items[index].isDeleted {
            byIdentity[identity, default: index] += 0
        }
    }

    public mutating func merge(_ item: TOTPItem) -> MergeOutcome { merge(item, AccountIdentity(item), nil) }

    /// Merges many accounts, and returns an outcome for each.
    public mutating func merge(_ items: [TOTPItem]) -> [MergeOutcome] {
        let found = lookUp(items)
        let unknown = found.count { $0.index == nil }
        self.items.reserveCapacity(self.items.count + unknown)
        ids.reserveCapacity(ids.count + unknown)
        byIdentity.reserveCapacity(byIdentity.count + unknown)
        return items.indices.map { merge(items[$0], found[$0].identity, found[$0].index) }
    }

    private func lookUp(_ items: [TOTPItem]) -> [(identity: AccountIdentity, index: Int?)] {
        items.concurrentMap { item in
            let identity = AccountIdentity(item)
            return (identity, byIdentity[identity])
        }
    }

    /// - Parameter known: the index of the first account with the identity, if it was looked up.
    private mutating func merge(_ item: TOTPItem, _ identity: AccountIdentity, _ known: Int?) -> MergeOutcome {
        let index = known ?? index(of: identity)
        let isNew = index == items.count
        guard policy != .keep, !isNew else {
            // With `keep`, duplicates are not reported.
            let twin = isNew ? twin(of: identity) : nil
            append(item)
            return .added(twin)
        }
        switch policy {
        case .update:
            let updated = items[index].takingOver(item, at: now)
            guard updated != items[index] else { return .duplicate(note: nil) }
            items[index] = updated
            return .updated
        case .skip, .keep:
            guard let new = item.parameters.counter, let old = items[index].parameters.counter, new > old else {
                return .duplicate(note: nil)
            }
            guard index >= firstAdded else {
                return .duplicate(note: "its counter is \(new), the existing one is \(old)")
            }
            items[index].parameters = items[index].parameters.atCounter(new)
            return .duplicate(note: "its counter \(new) replaces \(old), read before it")
        }
    }

    /// The index of the first account with an identity. If there is none, it is remembered for the next account.
    private mutating func index(of identity: AccountIdentity) -> Int {
        Self.value(&byIdentity[identity, default: items.count])
    }

    /// A number of a table that is looked up and added in one step.
    private static func value(_ number: inout Int) -> Int { number }

    /// - Parameter identity: that of the next account.
    private mutating func twin(of identity: AccountIdentity) -> MergeOutcome.Twin? {
        let next = items.count
        var twins = self.twins.take() ?? Twins(byIdentity, before: next)
        defer { self.twins = twins }
        let index = Self.value(&twins.bySecret[identity.secret, default: next])
        let hasKnownNames = !twins.names.insert(identity.names).inserted
        if index < next { return .sameSecret(items[index].label) }
        return hasKnownNames && !identity.names.isEmpty ? .sameName : nil
    }

    private mutating func append(_ item: TOTPItem) {
        var item = item
        // A vault that is imported into itself has ids that are taken.
        if !ids.insert(item.id).inserted {
            item.id = .random()
            ids.insert(item.id)
        }
        items.append(item)
    }

    /// Accounts that have something in common with one that is added.
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

extension TOTPItem {
    /// This account with the details of the new one; unchanged if the new one has no other details.
    fileprivate func takingOver(_ new: TOTPItem, at time: Date) -> TOTPItem {
        var item = self
        item.issuer = new.issuer
        item.name = new.name
        item.note = new.note ?? note
        item.tags += new.tags.filter { !tags.contains($0) }
        item.isFavorite = isFavorite || new.isFavorite
        // A counter never goes back.
        if let old = parameters.counter, let counter = new.parameters.counter {
            item.parameters = parameters.atCounter(max(old, counter))
        }
        guard item != self else { return self }
        item.source = new.source ?? source
        item.updatedAt = time
        return item
    }
}
