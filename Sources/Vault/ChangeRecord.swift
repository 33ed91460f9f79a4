import Encodings
import Platform
import TOTPDomain

extension VaultDocument {
    /// An account, with the changes that it is from.
    func copied(_ account: Account) throws(VaultError) -> CopiedItem {
        let changes: ItemChanges
        let noted = self.changes[account.id]
        if let noted, noted.updatedAt == account.updatedAt {
            changes = noted
        } else {
            changes = try ItemChanges(ofUnnoted: account, before: noted)
        }
        return CopiedItem(account: account, extras: itemExtras[account.id] ?? [], changes: changes)
    }

    /// Notes what is different from the version that this one replaces, in one place for every command: each part of an
    /// account that differs is from one new change.
    mutating func record(since base: VaultDocument, at now: Date) throws(VaultError) {
        (changes, seen) = (base.changes, base.seen)
        guard content.items != base.content.items || itemExtras != base.itemExtras else { return }
        var before = Dictionary(base.content.items.map { ($0.id, $0) }) { first, _ in first }
        var changed: [(CopiedItem, Account)] = []
        var again: [Account] = []
        for account in content.items.map(\.withWholeSeconds) {
            if let old = before.removeValue(forKey: account.id) {
                let isSame = old == account && base.itemExtras[account.id] ?? [] == itemExtras[account.id] ?? []
                if !isSame { changed.append((try base.copied(old), account)) }
            } else {
                changes[account.id] = nil
                // An account that comes back as it was is not the account that was removed.
                if !seen.ids.isEmpty, seen.ids.contains(try ChangeID(ofUnnoted: account)) { again.append(account) }
            }
        }
        for old in before.values {
            seen.insert(try base.copied(old).changes.all)
            changes[old.id] = nil
        }
        for (old, _) in changed { seen.insert(old.changes.all) }
        let id = ChangeID(at: now, after: seen.latest)
        for account in again {
            var new = ItemChanges(made: id, of: account)
            new[.core] = try ChangeID(ofCore: account, at: id)
            changes[account.id] = new
            seen.insert(new.all)
        }
        for (old, account) in changed { try note(old, account, id) }
        seen.limit()
    }

    private mutating func note(_ old: CopiedItem, _ account: Account, _ id: ChangeID) throws(VaultError) {
        var new = CopiedItem(account: account, extras: itemExtras[account.id] ?? [], changes: old.changes)
        new.changes.updatedAt = account.updatedAt
        let parts = Set(new.parts)
        new.changes.parts = new.changes.parts.filter { parts.contains($0.key) }
        // A removed tag leaves nothing that could have an id.
        if !old.account.tags.allSatisfy(account.tags.contains) {
            new.changes.lost.insert(id)
            seen.insert([id])
        }
        for part in new.parts where !new.has(part, of: old) {
            new.changes[part] = part == .core ? try ChangeID(ofCore: account, at: id) : id
            seen.insert([new.changes[part]])
        }
        changes[account.id] = new.changes
    }
}
