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
    private var bySecret: [OTPSecret: Int] = [:]
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
        for (index, item) in items.enumerated() where !item.isDeleted {
            remember(item, AccountIdentity(item), at: index)
        }
    }

    /// Prepares for a number of accounts to merge.
    public mutating func reserve(_ count: Int) {
        items.reserveCapacity(items.count + count)
        ids.reserveCapacity(ids.count + count)
        byIdentity.reserveCapacity(byIdentity.count + count)
        bySecret.reserveCapacity(bySecret.count + count)
    }

    public mutating func merge(_ item: TOTPItem) -> MergeOutcome {
        let identity = AccountIdentity(item)
        let known = byIdentity[identity]
        guard policy != .keep, let index = known else {
            // With `keep`, duplicates are not reported.
            let twin = known == nil ? twin(of: item, identity) : nil
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

    private func twin(of item: TOTPItem, _ identity: AccountIdentity) -> MergeOutcome.Twin? {
        if let index = bySecret[item.secret] { return .sameSecret(items[index].label) }
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
        remember(item, identity, at: items.count - 1)
    }

    private mutating func remember(_ item: TOTPItem, _ identity: AccountIdentity, at index: Int) {
        if byIdentity[identity] == nil { byIdentity[identity] = index }
        if bySecret[item.secret] == nil { bySecret[item.secret] = index }
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
