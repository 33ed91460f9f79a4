import Encodings
import Platform
import TOTPDomain

/// What became of the accounts when two copies of a vault were merged.
package struct CopyReport: Sendable, Hashable {
    /// The accounts after the merge, deleted ones included.
    package var items: [Account] = []
    /// Labels of accounts that were removed in one copy, and changed in the other: they stay.
    package var kept: [String] = []
    /// Labels of accounts of the other copy that were removed in this one: they do not come back.
    package var removed: [String] = []
    /// Parts that both copies changed.
    package var choices: [CopyChoice] = []
    /// Of accounts whose secret, or what else codes are generated from, was changed in both copies: both stay.
    package var conflicts: [String] = []
}

/// A part that both copies changed, each in another way. The later one is kept.
package struct CopyChoice: Sendable, Hashable {
    package enum Part: String, Sendable, Hashable { case issuer, name, note, favorite, deleted, source }

    package let account: UUID
    /// Of the account, as it is after the merge.
    package let label: String
    package let part: Part
    /// As text; empty for parts that are not shown.
    package let kept: String
    package let other: String
    /// Whether the other copy has what is kept.
    package let keepsOther: Bool
}

/// Merges another copy of a vault into one: by account, and by the parts that changes are noted for
/// (`Docs/vault-format`, Copies). The order in which copies are merged does not matter.
struct CopyMerge {
    private(set) var document: VaultDocument
    private(set) var report = CopyReport()
    private let other: VaultDocument
    /// What this copy and the other one have seen, what nobody noted included.
    private var seen: (here: Set<ChangeID>, there: Set<ChangeID>)
    private var merged: [CopiedItem] = []
    /// The counters of cores that lost, by the id that the account of such a core has.
    private var lostCounters: [UUID: Int64] = [:]

    init(_ document: VaultDocument, with other: VaultDocument) throws(VaultError) {
        (self.document, self.other) = (document, other)
        let here = try Self.items(of: document), there = try Self.items(of: other)
        seen = (Self.seen(document, here), Self.seen(other, there))
        let ours = Dictionary(here.map { ($0.item.id, $0) }) { first, _ in first }
        let theirs = Dictionary(there.map { ($0.item.id, $0) }) { first, _ in first }
        for mine in here {
            if let their = theirs[mine.item.id] {
                try merge(mine, their)
            } else {
                keep(mine, seen.there, theirs)
            }
        }
        let count = merged.count
        for their in there where ours[their.item.id] == nil { keep(their, seen.here, ours) }
        let kept = Set(merged[count...].map(\.item.id))
        report.removed = there.filter { ours[$0.item.id] == nil && !kept.contains($0.item.id) && !$0.item.isDeleted }
            .map(\.item.label)
        uniteTwins(new: Set(theirs.keys).subtracting(ours.keys), others: theirs)
        try settleConflicts()
        try finish()
    }

    private static func items(of document: VaultDocument) throws(VaultError) -> [CopiedItem] {
        var items: [CopiedItem] = []
        items.reserveCapacity(document.content.items.count)
        for item in document.content.items { items.append(try document.copied(item)) }
        return items
    }

    private static func seen(_ document: VaultDocument, _ items: [CopiedItem]) -> Set<ChangeID> {
        items.reduce(into: document.seen.ids) { $0.formUnion($1.changes.all) }
    }

    // MARK: - One account

    private mutating func merge(_ mine: CopiedItem, _ their: CopiedItem) throws(VaultError) {
        guard mine != their else { return merged.append(mine) }
        var result = mine
        let (choices, conflict) = try mergeParts(mine, their, &result)
        mergeRest(mine, their, &result)
        for choice in choices { report.choices.append(self.choice(choice, mine, their, result)) }
        merged.append(result)
        if let conflict {
            report.conflicts.append(result.item.label)
            if !merged.contains(where: { $0.item.id == conflict.item.id }), document.changes[conflict.item.id] == nil,
                other.changes[conflict.item.id] == nil
            {
                merged.append(conflict)
            }
        }
    }

    /// - Returns: the parts that both copies changed, and the account of the core that loses, if both changed that.
    private mutating func mergeParts(
        _ mine: CopiedItem, _ their: CopiedItem, _ result: inout CopiedItem
    ) throws(VaultError) -> (choices: [ItemPart], conflict: CopiedItem?) {
        var choices: [ItemPart] = []
        var conflict: CopiedItem?
        for part in ItemPart.fixed {
            let (ours, theirs) = (mine.changes[part], their.changes[part])
            if part == .counter || mine.has(part, of: their) {
                result.changes[part] = later(ours, theirs)
                continue
            }
            let isKnownThere = seen.there.contains(ours), isKnownHere = seen.here.contains(theirs)
            let takesTheirs =
                isKnownThere != isKnownHere
                ? isKnownThere
                : ours == theirs ? mine.text(part).lexicographicallyPrecedes(their.text(part)) : ours < theirs
            if takesTheirs { result.take(part, of: their) }
            if part == .core { try keepCounter(of: takesTheirs ? mine : their) }
            guard !isKnownThere, !isKnownHere else { continue }
            if part == .core { conflict = try Self.conflict(takesTheirs ? mine : their) } else { choices.append(part) }
        }
        let tags = mine.item.tags + their.item.tags.filter { !mine.item.tags.contains($0) }
        for tag in tags {
            let part = ItemPart.tag(tag)
            switch (mine.item.tags.contains(tag), their.item.tags.contains(tag)) {
            case (true, false) where seen.there.contains(mine.changes[part]):
                result.item.tags.removeAll { $0 == tag }
                result.changes.parts[part] = nil
            case (false, true) where !seen.here.contains(their.changes[part]): result.take(part, of: their)
            case (true, true): result.changes[part] = later(mine.changes[part], their.changes[part])
            default: break
            }
        }
        return (choices, conflict)
    }

    /// The id of a part that is the same in both copies.
    private func later(_ ours: ChangeID, _ theirs: ChangeID) -> ChangeID {
        let isKnownThere = seen.there.contains(ours), isKnownHere = seen.here.contains(theirs)
        return isKnownThere == isKnownHere ? max(ours, theirs) : isKnownThere ? theirs : ours
    }

    /// The larger counter, as a service accepts codes ahead and none behind, and the later times.
    private func mergeRest(_ mine: CopiedItem, _ their: CopiedItem, _ result: inout CopiedItem) {
        let counters = [mine, their].filter { $0.has(.core, of: result) }.compactMap(\.item.parameters.counter)
        if let counter = counters.max() { result.raiseCounter(to: counter) }
        result.item.createdAt = min(mine.item.createdAt, their.item.createdAt)
        result.item.updatedAt = max(mine.item.updatedAt, their.item.updatedAt)
        result.item.syncedAt = [mine.item.syncedAt, their.item.syncedAt].compactMap { $0 }.max()
        // Whichever copy is merged into which, the ids are the same.
        let parts = result.parts.map { ($0, result.changes[$0]) }
        result.changes.made = max(mine.changes.made, their.changes.made)
        result.changes.parts = [:]
        for (part, id) in parts { result.changes[part] = id }
        result.changes.lost = []
        let (ours, theirs) = (mine.changes.all, their.changes.all)
        // Not `subtracting`, which goes through all that a copy has seen.
        let lost = ours.filter { !seen.there.contains($0) || theirs.contains($0) }
            .union(theirs.filter { !seen.here.contains($0) })
        result.changes.lost = lost.subtracting(result.changes.all)
        result.changes.conflictOf = mine.changes.conflictOf ?? their.changes.conflictOf
        result.changes.updatedAt = result.item.updatedAt
    }

    private func choice(_ part: ItemPart, _ mine: CopiedItem, _ their: CopiedItem, _ result: CopiedItem) -> CopyChoice {
        func text(_ one: CopiedItem) -> String {
            switch part {
            case .issuer: one.item.issuer
            case .name: one.item.name
            case .note: one.item.note ?? ""
            default: ""
            }
        }
        let keepsOther = result.has(part, of: their)
        return CopyChoice(
            account: result.item.id, label: result.item.label, part: .init(rawValue: part.text) ?? .source,
            kept: text(result), other: text(keepsOther ? mine : their), keepsOther: keepsOther)
    }

    // MARK: - Accounts that one copy has

    /// Keeps an account that the other copy lacks, unless that one has removed it.
    ///
    /// - Parameters:
    ///   - seen: by the other copy.
    ///   - others: its accounts.
    private mutating func keep(
        _ one: CopiedItem, _ seen: Set<ChangeID>, _ others: [UUID: CopiedItem]
    ) {
        // A secret that lost is settled where it was replaced by another one.
        let core = one.changes[.core]
        let isSettled = one.changes.conflictOf.map { seen.contains(core) && others[$0]?.changes[.core] != core }
        guard !seen.isSuperset(of: one.changes.all), isSettled != true else {
            return
        }
        if seen.contains(one.changes.made) { report.kept.append(one.item.label) }
        merged.append(one)
    }

    /// An account that was imported into both copies, and has another id in each, becomes one.
    private mutating func uniteTwins(new: Set<UUID>, others: [UUID: CopiedItem]) {
        guard !new.isEmpty else { return }
        var places: [AccountIdentity: Int] = [:]
        var gone: Set<UUID> = []
        for (place, one) in merged.enumerated()
        where others[one.item.id] == nil && !seen.there.contains(one.changes.made) {
            places[AccountIdentity(one.item)] = place
        }
        for (place, one) in merged.enumerated() where new.contains(one.item.id) {
            guard let twin = places[AccountIdentity(one.item)] else { continue }
            let isFirst = Self.isFirst(merged[twin].item, one.item)
            let (stays, goes) = isFirst ? (twin, place) : (place, twin)
            merged[stays].unite(merged[goes])
            gone.insert(merged[goes].item.id)
        }
        merged.removeAll { gone.contains($0.item.id) }
    }

    private static func isFirst(_ one: Account, _ other: Account) -> Bool {
        (one.createdAt, one.id.uuidString) < (other.createdAt, other.id.uuidString)
    }

    // MARK: - Two secrets

    /// The account of a core that another one of the same account won over.
    private static func conflict(_ loser: CopiedItem) throws(VaultError) -> CopiedItem {
        var conflict = loser
        conflict.item.id = try loser.conflictID(of: loser.changes.conflictOf ?? loser.item.id)
        conflict.changes = ItemChanges(
            made: ChangeID(ofConflict: conflict.item.id, loser.changes[.core]), of: loser.item)
        conflict.changes[.core] = loser.changes[.core]
        conflict.changes.conflictOf = loser.changes.conflictOf ?? loser.item.id
        return conflict
    }

    private mutating func keepCounter(of loser: CopiedItem) throws(VaultError) {
        guard let counter = loser.item.parameters.counter else { return }
        let id = try loser.conflictID(of: loser.item.id)
        lostCounters[id] = max(counter, lostCounters[id] ?? 0)
    }

    /// Names the accounts of secrets that lost after those that won, and folds those that have the same secret by now.
    private mutating func settleConflicts() throws(VaultError) {
        guard merged.contains(where: { $0.changes.conflictOf != nil }) else { return }
        let places = Dictionary(merged.enumerated().map { ($1.item.id, $0) }) { first, _ in first }
        var gone: Set<UUID> = []
        for place in merged.indices {
            guard let id = merged[place].changes.conflictOf else { continue }
            if let counter = lostCounters[merged[place].item.id] { merged[place].raiseCounter(to: counter) }
            guard let original = places[id] else { continue }
            if merged[place].has(.core, of: merged[original]) {
                if let counter = merged[place].item.parameters.counter { merged[original].raiseCounter(to: counter) }
                gone.insert(merged[place].item.id)
            } else if merged[place].isAsMerged {
                merged[place].name(after: merged[original])
            }
        }
        merged.removeAll { gone.contains($0.item.id) }
    }

    // MARK: - The whole

    private mutating func finish() throws(VaultError) {
        var (extras, changes) = ([UUID: [OrderedJSON.Member]](), [UUID: ItemChanges]())
        var all = seen.here.union(seen.there)
        for one in merged {
            if !one.extras.isEmpty { extras[one.item.id] = one.extras }
            if try one.isUnnoted {
                all.remove(one.changes.made)
            } else {
                changes[one.item.id] = one.changes
                all.formUnion(one.changes.all)
            }
        }
        document.content.items = merged.map(\.item)
        report.items = document.content.items
        document.itemExtras = extras
        document.changes = changes
        document.seen.insert(other.seen.ids)
        document.seen.insert(all)
        document.seen.limit()
        mergeBatches()
        let names = Set(document.extras.map(\.key))
        document.extras += other.extras.filter { !names.contains($0.key) }
    }

    private mutating func mergeBatches() {
        for batch in other.content.batches {
            if let place = document.content.batches.firstIndex(where: { $0.id == batch.id && $0.size == batch.size }) {
                let mine = document.content.batches[place]
                document.content.batches[place].parts = Set(mine.parts + batch.parts).sorted()
                document.content.batches[place].seenAt = max(mine.seenAt, batch.seenAt)
            } else {
                document.content.batches.append(batch)
            }
        }
    }
}
