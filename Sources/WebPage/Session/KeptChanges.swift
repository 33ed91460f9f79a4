import ImportPipeline
import TOTPDomain
import TOTPImport
import Vault

/// Changes that could not be saved before the page locked itself, encrypted with the key of the vault.
struct KeptChanges: Sendable {
    /// The number that the user was told.
    let count: Int
    private let added: SealedItems
    /// The accounts of the vault that are to change, as they were shown.
    private let shown: SealedItems
    private let changed: SealedItems

    struct Opened: Sendable {
        var added: [Account]
        var shown: [Account]
        var changed: [Account]
    }

    init(_ changes: Opened, count: Int, sealedBy file: VaultFile) throws {
        self.count = count
        added = try file.seal(changes.added)
        shown = try file.seal(changes.shown)
        changed = try file.seal(changes.changed)
    }

    /// - Returns: nil if the vault has another key by now.
    func open(_ file: VaultFile) throws -> Opened? {
        guard let added = try file.open(added), let shown = try file.open(shown), let changed = try file.open(changed)
        else { return nil }
        return Opened(added: added, shown: shown, changed: changed)
    }

    /// Opens them with a passphrase that the vault had then.
    func open(_ passphrase: Passphrase) throws -> Opened {
        Opened(
            added: try added.open(passphrase), shown: try shown.open(passphrase), changed: try changed.open(passphrase))
    }
}

extension Session {
    /// Changes that are kept from before the page was locked, and not open.
    var keptCount: Int { kept.reduce(0) { $0 + $1.count } }

    /// Keeps all changes over a lock.
    ///
    /// - Returns: false if they are lost.
    func keepChanges() -> Bool {
        do {
            guard let file = vault?.file else { return false }
            let count = try unsavedCount()
            let accounts = try accounts()
            let known = Dictionary(base.items.map { ($0.id, $0) }) { first, _ in first }
            var changes = KeptChanges.Opened(added: missing, shown: [], changed: [])
            for account in accounts.items {
                guard let shown = known[account.id] else {
                    changes.added.append(account)
                    continue
                }
                if shown != account { changes.note(shown, account) }
            }
            for (id, edit) in edits where edit == .deleted {
                guard let shown = known[id] else { continue }
                var removed = shown
                removed.isDeleted = true
                changes.note(shown, removed)
            }
            kept.append(try KeptChanges(changes, count: count, sealedBy: file))
            return true
        } catch { return false }
    }

    /// Makes changes that were kept again, if the key of the vault opens them.
    ///
    /// - Returns: how many changes came back.
    func takeBack(with file: VaultFile) -> Int {
        take { try $0.open(file) }
    }

    /// Takes changes back with an earlier passphrase of the vault.
    ///
    /// - Throws: ``Problem`` if it opens none.
    func takeBack(with passphrase: Passphrase) async throws -> Int {
        guard !kept.isEmpty else { throw Problem.notFound }
        let kept = kept
        let opened = try await workers.run { () -> [Result<KeptChanges.Opened, any Error>] in
            kept.map { changes in Result { try changes.open(passphrase) } }
        }
        guard !isLocked else { throw Problem.locked }
        // Another tab was faster.
        guard self.kept.count == kept.count else { throw Problem.notFound }
        var rest = opened[...]
        let count = take { _ in try? rest.removeFirst().get() }
        guard count > 0 else { throw Problem(422, "wrong-password", "wrong passphrase", .text("try again")) }
        return count
    }

    private func take(_ open: (KeptChanges) throws -> KeptChanges.Opened?) -> Int {
        var (count, rest): (Int, [KeptChanges]) = (0, [])
        for changes in kept {
            guard let opened = try? open(changes) else {
                rest.append(changes)
                continue
            }
            make(opened)
            count += changes.count
        }
        kept = rest
        if count > 0 { touch() }
        return count
    }

    private func make(_ changes: KeptChanges.Opened) {
        add(changes.added, named: "changes that were not saved")
        for (shown, changed) in zip(changes.shown, changes.changed) {
            let now = base.items.first { $0.id == shown.id }
            // It was saved nevertheless.
            if now == changed || (changed.isDeleted && now?.isDeleted != false) { continue }
            base.show(shown)
            edits[shown.id] = changed.isDeleted ? .deleted : .changed(changed)
        }
    }
}

extension KeptChanges.Opened {
    fileprivate mutating func note(_ before: Account, _ after: Account) {
        shown.append(before)
        changed.append(after)
    }
}

extension VaultContent {
    /// Has an account as it was shown, so that saving notices if another program changed it.
    mutating func show(_ shown: Account) {
        if let index = items.firstIndex(where: { $0.id == shown.id }) {
            items[index] = shown
        } else {
            items.append(shown)
        }
    }
}
