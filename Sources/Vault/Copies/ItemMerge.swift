import Encodings
import TOTPDomain

/// Merges what two copies of a vault have of one account, or two accounts that are the same and were added to one copy
/// each: twins.
struct ItemMerge {
    private(set) var result: CopiedItem
    /// Values that lost, of which neither copy has seen the other.
    private(set) var choices: [CopyChoice] = []
    /// The account whose core lost, and whether neither copy has seen the other core.
    private(set) var replaced: (item: CopiedItem, isConflict: Bool)?

    private let mine: CopiedItem
    private let their: CopiedItem
    private let seen: CopyMerge.Seen
    /// No value of one replaces a value of the other.
    private let areTwins: Bool

    init(_ mine: CopiedItem, _ their: CopiedItem, _ seen: CopyMerge.Seen) throws(VaultError) {
        (self.mine, self.their, self.seen) = (mine, their, seen)
        areTwins = mine.account.id != their.account.id
        result = areTwins && their.isBefore(mine) ? their : mine
        for part in ItemPart.fixed { try merge(part) }
        mergeTags()
        noteChanges()
        // What a merge made is named after the account that has the other secret.
        if result.isAsMerged { choices = [] }
        for place in choices.indices { choices[place].label = result.account.label }
    }

    /// Whether the other copy has a value that lost in an earlier merge.
    var hasLostBefore: Bool {
        ItemPart.fixed.contains { part in
            guard mine.changes.lost.contains(their.changes[part]) else { return false }
            switch part {
            case .core, .counter, .tag: return false
            case .other: return !result.hasOthers(of: their)
            default: return !result.has(part, of: their)
            }
        }
    }

    // MARK: - Parts

    private mutating func merge(_ part: ItemPart) throws(VaultError) {
        if part == .core, areTwins {
            result.changes[part] = try ChangeID(ofCore: result.account, after: mine.changes[part], their.changes[part])
            return
        }
        // A counter counts the codes of one core.
        if part == .counter, let replaced { return result.take(part, of: replaced.item == mine ? their : mine) }
        let (takesTheirs, knowing) = winner(of: part)
        let (kept, other) = takesTheirs ? (their, mine) : (mine, their)
        result.take(part, of: kept)
        guard !kept.has(part, of: other) else { return }
        if part == .core { replaced = (other, isConflict: knowing == 0) }
        guard knowing != 1 else { return }
        switch part {
        case .core, .counter, .tag: break
        case .favorite where areTwins: break
        case .note where areTwins: try uniteNotes()
        case .other: try uniteOthers(kept, other)
        case .issuer, .name, .note, .favorite, .deleted:
            if let field = Self.fields[part] { lose(field, mine.text(part), their.text(part), takesTheirs) }
        }
    }

    private static let fields: [ItemPart: CopyChoice.Part] = [
        .issuer: .issuer, .name: .name, .note: .note, .favorite: .favorite, .deleted: .deleted,
    ]

    /// - Returns: whose value of a part counts, and how many copies have seen the value of the other.
    private func winner(of part: ItemPart) -> (takesTheirs: Bool, knowing: Int) {
        let isKnownThere = !areTwins && seen.there.contains(mine.changes[part])
        let isKnownHere = !areTwins && seen.here.contains(their.changes[part])
        if isKnownThere != isKnownHere { return (isKnownThere, 1) }
        return (prefersTheirs(part), isKnownThere ? 2 : 0)
    }

    /// Whether their value is later; for counters, larger: a service accepts codes ahead of its own, and none behind.
    private func prefersTheirs(_ part: ItemPart) -> Bool {
        switch part {
        case .favorite where areTwins && !mine.has(part, of: their): their.account.isFavorite
        case .counter where !mine.has(part, of: their):
            (mine.account.parameters.counter ?? 0) < (their.account.parameters.counter ?? 0)
        default: prefersTheirs(part, mine.text(part), their.text(part))
        }
    }

    private func prefersTheirs(_ part: ItemPart, _ ours: String, _ theirs: String) -> Bool {
        let ids = (mine.changes[part], their.changes[part])
        return ids.0 == ids.1 ? ours.utf8.lexicographicallyPrecedes(theirs.utf8) : ids.0 < ids.1
    }

    /// Both notes, starting with the note of the older account; or only the note that has all lines of the other.
    private mutating func uniteNotes() throws(VaultError) {
        let (first, second) = result.account.id == mine.account.id ? (mine, their) : (their, mine)
        if first.text(.note).hasLines(second.text(.note)) { return result.take(.note, of: first) }
        if second.text(.note).hasLines(first.text(.note)) { return result.take(.note, of: second) }
        result.account.note = first.text(.note) + "\n" + second.text(.note)
        result.changes[.note] = try ChangeID(uniting: first.changes[.note], second.changes[.note])
    }

    /// The members of both accounts; if a member has two values, the value that counts.
    private mutating func uniteOthers(_ kept: CopiedItem, _ other: CopiedItem) throws(VaultError) {
        let united = mine.stored.others.united(with: their.stored.others) { key, ours, theirs in
            if key == StoredItem.token, let both = ours.joined(with: theirs) { return both }
            let takesTheirs = prefersTheirs(.other, ours.text, theirs.text)
            // Twins were imported twice.
            if !areTwins || key != StoredItem.source { lose(.member(key), ours.text, theirs.text, takesTheirs) }
            return takesTheirs ? theirs : ours
        }
        result.takeOthers(united, of: [mine, their])
        let ids = (kept.changes[.other], other.changes[.other])
        if !result.has(.other, of: kept), ids.0 != ids.1 || !result.has(.other, of: other) {
            result.changes[.other] = try ChangeID(uniting: ids.0, ids.1)
        }
    }

    private mutating func lose(_ part: CopyChoice.Part, _ ours: String, _ theirs: String, _ keepsOther: Bool) {
        choices.append(
            CopyChoice(
                account: result.account.id, part: part, kept: keepsOther ? theirs : ours,
                other: keepsOther ? ours : theirs, keepsOther: keepsOther))
    }

    /// The tags of both, without those that one copy has removed.
    private mutating func mergeTags() {
        let (ours, theirs) = (mine.account.tags, their.account.tags)
        guard ours != theirs else { return }
        let removed =
            areTwins
            ? []
            : ours.filter { !theirs.contains($0) && seen.there.contains(mine.changes[.tag($0)]) }
                + theirs.filter { !ours.contains($0) && seen.here.contains(their.changes[.tag($0)]) }
        result.account.tags = Set(ours + theirs).subtracting(removed)
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    // MARK: - Changes

    /// Whichever copy is merged into which, the dates and ids are the same.
    private mutating func noteChanges() {
        result.account.createdAt = min(mine.account.createdAt, their.account.createdAt)
        result.account.updatedAt = max(mine.account.updatedAt, their.account.updatedAt)
        result.account.syncedAt = [mine.account.syncedAt, their.account.syncedAt].compactMap { $0 }.max()
        var changes = ItemChanges(made: max(mine.changes.made, their.changes.made), of: result.account)
        for part in ItemPart.fixed { changes[part] = result.changes[part] }
        for tag in result.account.tags {
            let isInBoth = mine.account.tags.contains(tag) && their.account.tags.contains(tag)
            let isTheirs = isInBoth ? winner(of: .tag(tag)).takesTheirs : their.account.tags.contains(tag)
            changes[.tag(tag)] = (isTheirs ? their : mine).changes[.tag(tag)]
        }
        let (ours, theirs) = (mine.changes.all, their.changes.all)
        // Not `subtracting`, which goes through all that a copy has seen.
        changes.lost = ours.filter { !seen.there.contains($0) || theirs.contains($0) }
            .union(theirs.filter { !seen.here.contains($0) })
            .subtracting(changes.all)
        changes.conflictOf = mine.changes.conflictOf ?? their.changes.conflictOf
        result.changes = changes
    }
}

extension CopiedItem {
    /// The older one of two accounts; of one second, that with the lesser id.
    func isBefore(_ other: CopiedItem) -> Bool {
        (account.createdAt, account.id.uuidString) < (other.account.createdAt, other.account.id.uuidString)
    }

    fileprivate var stored: StoredItem { StoredItem(account: account, extras: extras) }

    /// Whether all members of another account are here.
    fileprivate func hasOthers(of other: CopiedItem) -> Bool {
        let mine = OrderedJSON.object(stored.others)
        return other.stored.others.allSatisfy { member in
            let own = mine[member.key]
            return own == member.value || own != nil && own?.joined(with: member.value) == own
        }
    }

    /// - Parameter items: those that the members are from.
    fileprivate mutating func takeOthers(_ members: [OrderedJSON.Member], of items: [CopiedItem]) {
        let stored = StoredItem(account: account, others: members)
        account.token = stored.account.token
        extras = stored.extras
        let source = OrderedJSON.object(members)[StoredItem.source]
        let origin = items.first { OrderedJSON.object($0.stored.others)[StoredItem.source] == source }
        account.source = origin?.account.source
    }
}

extension [OrderedJSON.Member] {
    /// The members of both.
    ///
    /// - Parameter choose: of two values of one member.
    func united(
        with other: Self, _ choose: (_ key: String, _ mine: OrderedJSON, _ their: OrderedJSON) -> OrderedJSON
    ) -> Self {
        let theirs = OrderedJSON.object(other), keys = Set(map(\.key))
        return map { member in
            guard let their = theirs[member.key], their != member.value else { return member }
            return OrderedJSON.Member(key: member.key, value: choose(member.key, member.value, their))
        } + other.filter { !keys.contains($0.key) }
    }
}

extension OrderedJSON {
    var text: String { String(decoding: utf8, as: UTF8.self).limitingMarks }

    /// The members of two objects; nil if both have a member, but with different values: then they describe two things.
    fileprivate func joined(with other: OrderedJSON) -> OrderedJSON? {
        guard case .object(let mine) = self, case .object(let theirs) = other,
            mine.allSatisfy({ other[$0.key] == nil || other[$0.key] == $0.value })
        else { return nil }
        return .object(mine.united(with: theirs) { _, own, _ in own })
    }
}

extension String {
    /// Whether the lines of another text follow each other in this text. An empty text has no lines.
    fileprivate func hasLines(_ other: String) -> Bool {
        other.isEmpty || Array("\n\(self)\n".utf8).span.firstIndex(of: Array("\n\(other)\n".utf8)) != nil
    }
}
