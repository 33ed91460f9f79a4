import Encodings
import Platform
import TOTPDomain

/// What became of the accounts when two copies of a vault were merged.
package struct CopyReport: Sendable, Hashable {
    /// The accounts after the merge, including deleted accounts.
    package var items: [Account] = []
    /// Labels of accounts that were removed in one copy, and changed in the other: they stay.
    package var kept: [String] = []
    /// Labels of accounts of the other copy that were removed in this copy: they do not come back.
    package var removed: [String] = []
    /// Parts that both copies changed.
    package var choices: [CopyChoice] = []
    /// Labels of accounts for which the other copy has a value that lost in an earlier merge.
    package var lostBefore: [String] = []
    /// The ids of accounts that were added to both copies and united, each with the id of the united account.
    package var united: [UUID: UUID] = [:]

    /// Accounts before the merge, with the ids that they have after it.
    package func renaming(_ accounts: [Account]) -> [Account] {
        guard !united.isEmpty else { return accounts }
        return accounts.map { account in
            var account = account
            account.id = united[account.id] ?? account.id
            return account
        }
    }
    /// Labels of accounts whose secret, or other input for codes, was changed in both copies: both accounts stay.
    package var conflicts: [String] = []
}

/// A part that both copies changed, each in another way: one value is kept.
package struct CopyChoice: Sendable, Hashable {
    package enum Part: Sendable, Hashable {
        case issuer, name, note, favorite, deleted
        /// The source, the token, or a member that this version does not know.
        case member(String)
    }

    /// Nil for a member of the vault.
    package let account: UUID?
    /// The label of the account, as it is after the merge.
    package var label = "the vault"
    package let part: Part
    /// As text, in full; of a member as JSON.
    package let kept: String
    package let other: String
    /// Whether the other copy has what is kept.
    package let keepsOther: Bool
}

/// Merges another copy of a vault into a vault: by account, and by the parts for which changes are noted
/// (`Docs/vault-format`, Copies). The order in which copies are merged does not matter.
struct CopyMerge {
    private(set) var document: VaultDocument
    private(set) var report = CopyReport()
    private let other: VaultDocument
    /// The changes that each copy has seen, including changes that nobody noted.
    typealias Seen = (here: Set<ChangeID>, there: Set<ChangeID>)
    private let seen: Seen
    private var merged: [CopiedItem] = []
    /// The counters of cores that lost, by the id that the account of such a core has.
    private var lostCounters: [UUID: Int64] = [:]

    init(_ document: VaultDocument, with other: VaultDocument) throws(VaultError) {
        (self.document, self.other) = (document, other)
        let here = try Self.items(of: document), there = try Self.items(of: other)
        seen = (Self.seen(document, here), Self.seen(other, there))
        let ours = Dictionary(here.map { ($0.account.id, $0) }) { first, _ in first }
        let theirs = Dictionary(there.map { ($0.account.id, $0) }) { first, _ in first }
        for mine in here {
            if let their = theirs[mine.account.id] {
                try merge(mine, their)
            } else if stays(mine, seen.there, theirs) {
                merged.append(mine)
            }
        }
        let count = merged.count
        for their in there where ours[their.account.id] == nil && stays(their, seen.here, ours) { merged.append(their) }
        try uniteTwins((0..<count).filter { theirs[merged[$0].account.id] == nil }, Array(count..<merged.count))
        noteRemoved(there.filter { ours[$0.account.id] == nil })
        try settleConflicts()
        try finish()
    }

    private static func items(of document: VaultDocument) throws(VaultError) -> [CopiedItem] {
        try document.content.items.map { (account) throws(VaultError) in try document.copied(account) }
    }

    private static func seen(_ document: VaultDocument, _ items: [CopiedItem]) -> Set<ChangeID> {
        items.reduce(into: document.seen.ids) { $0.formUnion($1.changes.all) }
    }

    // MARK: - One account

    private mutating func merge(_ mine: CopiedItem, _ their: CopiedItem) throws(VaultError) {
        guard mine != their else { return merged.append(mine) }
        let merge = try ItemMerge(mine, their, seen)
        merged.append(merge.result)
        report.choices += merge.choices
        if merge.hasLostBefore { report.lostBefore.append(merge.result.account.label) }
        guard let (loser, isConflict) = merge.replaced else { return }
        try keepCounter(of: loser)
        guard isConflict else { return }
        report.conflicts.append(merge.result.account.label)
        let conflict = try Self.conflict(loser)
        let id = conflict.account.id
        if !merged.contains(where: { $0.account.id == id }), document.changes[id] == nil, other.changes[id] == nil {
            merged.append(conflict)
        }
    }

    // MARK: - Accounts that one copy has

    /// Whether an account that the other copy lacks stays, because that copy has not removed it.
    ///
    /// - Parameters:
    ///   - seen: the changes that the other copy has seen.
    ///   - others: the accounts of the other copy.
    private mutating func stays(_ one: CopiedItem, _ seen: Set<ChangeID>, _ others: [UUID: CopiedItem]) -> Bool {
        // A secret that lost is settled where another secret replaced it.
        let core = one.changes[.core]
        let isSettled = one.changes.conflictOf.map { seen.contains(core) && others[$0]?.changes[.core] != core }
        guard !seen.isSuperset(of: one.changes.all), isSettled != true else { return false }
        if seen.contains(one.changes.made) { report.kept.append(one.account.label) }
        return true
    }

    /// Unites accounts that are the same, but in only one copy each: the oldest of one copy with the oldest of the
    /// other, and so on.
    ///
    /// - Parameters: the places of the accounts that only this copy has, and that only the other copy has.
    private mutating func uniteTwins(_ here: [Int], _ there: [Int]) throws(VaultError) {
        guard !here.isEmpty, !there.isEmpty else { return }
        let (ours, theirs) = (free(here), free(there))
        let twins = ours.flatMap { zip($1, theirs[$0] ?? []) }.sorted { $0.0 < $1.0 }
        for (mine, their) in twins {
            let merge = try ItemMerge(merged[mine], merged[their], seen)
            let ids = [merged[mine].account.id, merged[their].account.id]
            for id in ids where id != merge.result.account.id { report.united[id] = merge.result.account.id }
            report.choices += merge.choices
            merged[mine] = merge.result
        }
        let gone = Set(twins.map(\.1))
        merged = merged.indices.filter { !gone.contains($0) }.map { merged[$0] }
    }

    /// The places of accounts that may have twins, by what makes them the same, the oldest first.
    private func free(_ places: [Int]) -> [AccountIdentity: [Int]] {
        let places = places.filter { !merged[$0].account.isDeleted && merged[$0].changes.conflictOf == nil }
        let identities = places.map { merged[$0].account }.concurrentMap(AccountIdentity.init)
        return Dictionary(grouping: zip(identities, places)) { $0.0 }.mapValues { same in
            same.count == 1 ? [same[0].1] : same.map(\.1).sorted { merged[$0].isBefore(merged[$1]) }
        }
    }

    /// - Parameter accounts: those that only the other copy has.
    private mutating func noteRemoved(_ accounts: [CopiedItem]) {
        let gone = accounts.filter { !$0.account.isDeleted && report.united[$0.account.id] == nil }
        guard !gone.isEmpty else { return }
        // A twin that was united with another account earlier is still there as that account.
        let (ids, kept) = (Set(merged.map(\.account.id)), Set(merged.map { AccountIdentity($0.account) }))
        report.removed = gone.filter { !ids.contains($0.account.id) && !kept.contains(AccountIdentity($0.account)) }
            .map(\.account.label)
    }

    // MARK: - Two secrets

    /// The account of a core that another one of the same account won over.
    private static func conflict(_ loser: CopiedItem) throws(VaultError) -> CopiedItem {
        var conflict = loser
        conflict.account.id = try loser.conflictID(of: loser.changes.conflictOf ?? loser.account.id)
        conflict.changes = ItemChanges(
            made: ChangeID(ofConflict: conflict.account.id, loser.changes[.core]), of: loser.account)
        conflict.changes[.core] = loser.changes[.core]
        conflict.changes.conflictOf = loser.changes.conflictOf ?? loser.account.id
        return conflict
    }

    private mutating func keepCounter(of loser: CopiedItem) throws(VaultError) {
        guard let counter = loser.account.parameters.counter else { return }
        let id = try loser.conflictID(of: loser.account.id)
        lostCounters[id] = max(counter, lostCounters[id] ?? 0)
    }

    /// Names the accounts of secrets that lost after those that won, and folds those that have the same secret by now.
    private mutating func settleConflicts() throws(VaultError) {
        guard merged.contains(where: { $0.changes.conflictOf != nil }) else { return }
        let places = Dictionary(merged.enumerated().map { ($1.account.id, $0) }) { first, _ in first }
        var gone: Set<UUID> = []
        for place in merged.indices {
            guard let id = merged[place].changes.conflictOf else { continue }
            if let counter = lostCounters[merged[place].account.id] { merged[place].raiseCounter(to: counter) }
            guard let original = places[id] else { continue }
            if merged[place].has(.core, of: merged[original]) {
                if let counter = merged[place].account.parameters.counter { merged[original].raiseCounter(to: counter) }
                gone.insert(merged[place].account.id)
            } else if merged[place].isAsMerged {
                merged[place].name(after: merged[original])
            }
        }
        merged.removeAll { gone.contains($0.account.id) }
    }

    // MARK: - The whole

    private mutating func finish() throws(VaultError) {
        var (extras, changes) = ([UUID: [OrderedJSON.Member]](), [UUID: ItemChanges]())
        var all = seen.here.union(seen.there)
        for one in merged {
            if !one.extras.isEmpty { extras[one.account.id] = one.extras }
            if try one.isUnnoted {
                all.remove(one.changes.made)
            } else {
                changes[one.account.id] = one.changes
                all.formUnion(one.changes.all)
            }
        }
        document.content.items = merged.map(\.account)
        report.items = document.content.items
        document.itemExtras = extras
        document.changes = changes
        document.seen.insert(other.seen.ids)
        document.seen.insert(all)
        document.seen.limit()
        uniteBatches()
        document.extras = document.extras.united(with: other.extras) { choose($0, $1, $2) }
    }

    /// The first of several exports that look alike is the first in the other copy.
    private mutating func uniteBatches() {
        var all = document.batches
        var places = Dictionary(grouping: all.indices) { StoredBatch.Key(all[$0].batch) }.mapValues { $0[...] }
        for their in other.batches {
            guard let place = places[StoredBatch.Key(their.batch)]?.popFirst() else {
                all.append(their)
                continue
            }
            all[place].batch.parts = Set(all[place].batch.parts + their.batch.parts).sorted()
            all[place].batch.seenAt = max(all[place].batch.seenAt, their.batch.seenAt)
            all[place].extras = all[place].extras.united(with: their.extras) { choose($0, $1, $2) }
        }
        document.batches = all
    }

    /// Chooses between two values of an unknown member outside of the accounts: only the times at which the copies were
    /// written say which of them is later.
    private mutating func choose(_ name: String, _ mine: OrderedJSON, _ their: OrderedJSON) -> OrderedJSON {
        let (ours, theirs) = (document.savedAt ?? .distantPast, other.savedAt ?? .distantPast)
        let keepsOther = ours == theirs ? mine.text.utf8.lexicographicallyPrecedes(their.text.utf8) : ours < theirs
        report.choices.append(
            CopyChoice(
                account: nil, part: .member(name), kept: (keepsOther ? their : mine).text,
                other: (keepsOther ? mine : their).text, keepsOther: keepsOther))
        return keepsOther ? their : mine
    }
}
