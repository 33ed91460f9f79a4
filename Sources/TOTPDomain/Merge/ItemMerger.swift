#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Puts accounts into a collection, one after the other, and says what became of each.
///
/// Two accounts are the same when secret, kind, parameters and PIN are equal, and issuer and name are too, case and
/// blanks aside. The counter of a HOTP account is its state, not its identity. Tombstones never match: an account
/// that was deleted and is imported again is wanted again.
public struct ItemMerger: Sendable {
    public private(set) var items: [TOTPItem]
    private let policy: DuplicatePolicy
    private let now: Date
    private var ids: Set<UUID>
    private var byIdentity: [AccountIdentity: Int] = [:]
    private var bySecret: [OTPSecret: Int] = [:]

    /// - parameters:
    ///   - items: those that are there already.
    ///   - now: the time of change of what is updated.
    public init(items: [TOTPItem], policy: DuplicatePolicy, now: Date) {
        self.items = items
        self.policy = policy
        self.now = now
        ids = Set(items.map(\.id))
        for (index, item) in items.enumerated() where !item.isDeleted { remember(item, AccountIdentity(item), at: index) }
    }

    public mutating func merge(_ item: TOTPItem) -> MergeOutcome {
        let identity = AccountIdentity(item)
        let known = byIdentity[identity]
        guard policy != .keep, let index = known else {
            // Who asks to keep duplicates need not be told of each.
            let twin = known == nil ? bySecret[item.secret].map { items[$0].label } : nil
            append(item, identity)
            return .added(sameSecretAs: twin)
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
            return .duplicate(note: "its counter is \(new), the one that is there stands at \(old)")
        }
    }

    private mutating func append(_ item: TOTPItem, _ identity: AccountIdentity) {
        var item = item
        // A vault that is imported into itself brings ids that are taken.
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
    }
}

extension TOTPItem {
    /// This account with what the new one knows better; unchanged where it knows nothing new.
    fileprivate func takingOver(_ new: TOTPItem, at time: Date) -> TOTPItem {
        var item = self
        item.issuer = new.issuer
        item.name = new.name
        item.note = new.note ?? note
        item.tags += new.tags.filter { !tags.contains($0) }
        item.isFavorite = isFavorite || new.isFavorite
        // A counter never goes back: the server has seen the codes before it.
        if let old = parameters.counter, let counter = new.parameters.counter {
            item.parameters = parameters.atCounter(max(old, counter))
        }
        guard item != self else { return self }
        item.source = new.source ?? source
        item.updatedAt = time
        return item
    }
}
