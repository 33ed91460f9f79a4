import Encodings

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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
    private var byIdentity: [AccountIdentity: Int] = [:]
    private var bySecret: [AccountIdentity.Secret: Int] = [:]
    private var names: Set<AccountIdentity.Names> = []

    /// - Parameters:
    ///   - items: the existing accounts.
    ///   - now: the time of change of updated accounts.
    public init(items: [TOTPItem], policy: DuplicatePolicy, now: Date) {
        self.items = items
        self.policy = policy
        self.now = now
        firstAdded = items.count
        ids = Set(items.map(\.id))
        reserve(0)
        for (index, identity) in items.concurrentMap(AccountIdentity.init).enumerated() where !items[index].isDeleted {
            remember(identity, at: index)
        }
    }

    private mutating func reserve(_ count: Int) {
        let count = items.count + count
        items.reserveCapacity(count)
        ids.reserveCapacity(count)
        byIdentity.reserveCapacity(count)
        bySecret.reserveCapacity(count)
        names.reserveCapacity(count)
    }

    public mutating func merge(_ item: TOTPItem) -> MergeOutcome { merge(item, AccountIdentity(item)) }

    /// Merges many accounts, and returns an outcome for each.
    public mutating func merge(_ items: [TOTPItem]) -> [MergeOutcome] {
        reserve(items.count)
        return zip(items, items.concurrentMap(AccountIdentity.init)).map { merge($0, $1) }
    }

    private mutating func merge(_ item: TOTPItem, _ identity: AccountIdentity) -> MergeOutcome {
        let known = byIdentity[identity]
        guard policy != .keep, let index = known else {
            // With `keep`, duplicates are not reported.
            let twin = known == nil ? twin(of: identity) : nil
            append(item, identity)
            return .added(twin)
        }
        let existing = items[index]
        switch policy {
        case .update:
            let updated = existing.takingOver(item, at: now)
            guard updated != existing else { return .duplicate(note: nil) }
            items[index] = updated
            return .updated
        case .skip, .keep:
            guard let old = existing.parameters.counter, let new = item.parameters.counter, new > old else {
                return .duplicate(note: nil)
            }
            guard index >= firstAdded else {
                return .duplicate(note: "its counter is \(new), the existing one is \(old)")
            }
            items[index].parameters = existing.parameters.atCounter(new)
            return .duplicate(note: "its counter \(new) replaces \(old), read before it")
        }
    }

    private func twin(of identity: AccountIdentity) -> MergeOutcome.Twin? {
        if let index = bySecret[identity.secret] { return .sameSecret(items[index].label) }
        return names.contains(identity.names) && !identity.names.isEmpty ? .sameName : nil
    }

    private mutating func append(_ item: TOTPItem, _ identity: AccountIdentity) {
        var item = item
        // A vault that is imported into itself has ids that are taken.
        if !ids.insert(item.id).inserted {
            item.id = UUID()
            ids.insert(item.id)
        }
        items.append(item)
        remember(identity, at: items.count - 1)
    }

    /// The first account of an identity, or with a secret, is the one that is found.
    private mutating func remember(_ identity: AccountIdentity, at index: Int) {
        byIdentity[identity, default: index] += 0
        bySecret[identity.secret, default: index] += 0
        names.insert(identity.names)
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
