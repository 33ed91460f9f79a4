import Encodings
import Platform
import TOTPDomain

extension VaultDocument {
    /// An account, with the changes that it is from.
    func copied(_ item: Account) throws(VaultError) -> CopiedItem {
        let changes: ItemChanges
        let noted = self.changes[item.id]
        if let noted, noted.updatedAt == item.updatedAt {
            changes = noted
        } else {
            changes = try ItemChanges(ofUnnoted: item, before: noted)
        }
        return CopiedItem(item: item, extras: itemExtras[item.id] ?? [], changes: changes)
    }

    /// Notes what is different from the version that this one replaces, in one place for every command: each part of an
    /// account that differs is from one new change.
    mutating func record(since base: VaultDocument, at now: Date) throws(VaultError) {
        (changes, seen) = (base.changes, base.seen)
        guard content.items != base.content.items || itemExtras != base.itemExtras else { return }
        var before = Dictionary(base.content.items.map { ($0.id, $0) }) { first, _ in first }
        var changed: [(CopiedItem, Account)] = []
        var again: [Account] = []
        for item in content.items.map(\.withWholeSeconds) {
            if let old = before.removeValue(forKey: item.id) {
                let isSame = old == item && base.itemExtras[item.id] ?? [] == itemExtras[item.id] ?? []
                if !isSame { changed.append((try base.copied(old), item)) }
            } else {
                changes[item.id] = nil
                // An account that comes back as it was is not the account that was removed.
                if !seen.ids.isEmpty, seen.ids.contains(try ChangeID(ofUnnoted: item)) { again.append(item) }
            }
        }
        for old in before.values {
            seen.insert(try base.copied(old).changes.all)
            changes[old.id] = nil
        }
        for (old, _) in changed { seen.insert(old.changes.all) }
        let id = ChangeID(at: now, after: seen.latest)
        for item in again {
            var new = ItemChanges(made: id, of: item)
            new[.core] = try ChangeID(ofCore: item, at: id)
            changes[item.id] = new
            seen.insert(new.all)
        }
        for (old, item) in changed { try note(old, item, id) }
        seen.limit()
    }

    private mutating func note(_ old: CopiedItem, _ item: Account, _ id: ChangeID) throws(VaultError) {
        var new = CopiedItem(item: item, extras: itemExtras[item.id] ?? [], changes: old.changes)
        new.changes.updatedAt = item.updatedAt
        let parts = Set(new.parts)
        new.changes.parts = new.changes.parts.filter { parts.contains($0.key) }
        // A removed tag leaves nothing that could have an id.
        if !old.item.tags.allSatisfy(item.tags.contains) {
            new.changes.lost.insert(id)
            seen.insert([id])
        }
        for part in new.parts where !new.has(part, of: old) {
            new.changes[part] = part == .core ? try ChangeID(ofCore: item, at: id) : id
            seen.insert([new.changes[part]])
        }
        changes[item.id] = new.changes
    }
}
