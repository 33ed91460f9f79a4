import Encodings
import ImportPipeline
import Platform
import TOTPDomain
import TOTPImport

/// Two accounts, in any order.
typealias AccountPair = Set<Account.ID>

/// Something that can be taken back.
enum UndoStep: Sendable {
    /// Accounts, each with its change before; nil for no change.
    case accounts([Account.ID: AccountChange?], title: String)
    case input(SessionInput, Int)
    case kept(Set<AccountPair>)

    var title: String {
        switch self {
        case .accounts(_, let title): title
        case .kept: "Keep both"
        case .input(let input, _): "Remove \"\(input.name.inputName.printable(limit: Limit.shownName))\""
        }
    }
}

extension Session {
    func remember(_ step: UndoStep) {
        undoSteps.append(step)
        if undoSteps.count > Limit.webUndo { undoSteps.removeFirst() }
    }

    func account(_ id: Account.ID) throws -> Account {
        guard let account = try accounts()[id] else { throw Problem.notFound }
        return account
    }

    /// Adds an account that was typed.
    func add(_ account: Account) throws {
        try checkRoom()
        guard try accounts().account(of: account) == nil else {
            throw Problem(409, "exists", "\"\(account.label)\" is already in the list")
        }
        add([account], named: account.label)
        touch()
    }

    /// Changes an account.
    ///
    /// - Returns: its changes, for users.
    func change(_ id: Account.ID, _ edit: AccountEdit) throws -> [String] {
        let old = try account(id)
        let new = try edit.applied(to: old, at: .wholeSecondNow)
        guard new != old else { return [] }
        downloaded.remove(id)
        make([id: .changed(new)], titled: "Edit \"\(old.label)\"")
        return AccountDifference.lines(old, new)
    }

    /// Makes the same change to several accounts; a single undo takes it back.
    ///
    /// - Returns: how many accounts have changed.
    func change(_ ids: [Account.ID], _ edit: AccountEdit) throws -> Int {
        let accounts = try accounts(), now = Date.wholeSecondNow
        var new: [Account] = []
        for old in try accounts.items(ids) {
            let account = try edit.applied(to: old, at: now)
            if account != old { new.append(account) }
        }
        guard !new.isEmpty else { return 0 }
        downloaded.subtract(new.map(\.id))
        make(
            Dictionary(uniqueKeysWithValues: new.map { ($0.id, .changed($0)) }),
            titled: "Edit \(counted(new.count, "account"))")
        return new.count
    }

    /// Makes changes of accounts; a single undo takes them back.
    private func make(_ changes: [Account.ID: AccountChange], titled title: String) {
        remember(.accounts(Dictionary(uniqueKeysWithValues: changes.keys.map { ($0, edits[$0]) }), title: title))
        edits.merge(changes) { $1 }
        touch()
    }

    /// Advances the counter of an account, in the vault at once: the site that was given its code expects the next
    /// code.
    func advanceCounter(of id: Account.ID) async throws {
        let account = try account(id)
        guard let counter = account.parameters.counter, counter < Int64.max else {
            throw Problem(422, "no-counter", "\"\(account.label)\" has no next counter")
        }
        guard let vault, !vault.isDropped, let file = vault.file, edits[id] == nil,
            base.items.contains(where: { $0.id == id })
        else {
            var edit = AccountEdit()
            edit.counter = counter + 1
            _ = try change(id, edit)
            return
        }
        try beginSaving()
        defer { isSaving = false }
        do { _ = try await workers.run { try file.advanceCounter(of: account) } } catch let conflict as VaultConflict {
            try reload()
            throw conflict
        }
        guard !isLocked else { throw Problem.locked }
        try reload()
    }

    func delete(_ ids: [Account.ID]) throws {
        let items = try accounts().items(ids)
        guard let first = items.first else { return }
        let what = items.count == 1 ? "\"\(first.label)\"" : counted(items.count, "account")
        make(Dictionary(uniqueKeysWithValues: ids.map { ($0, .deleted) }), titled: "Delete \(what)")
    }

    /// Applies the user's decision about accounts that resemble each other.
    ///
    /// - Parameter keep: the only account that stays; nil if all stay.
    func settle(_ ids: [Account.ID], keep: Account.ID?) throws {
        let items = try ids.map { try account($0) }
        if let keep {
            guard let kept = items.first(where: { $0.id == keep }) else { throw Problem.notFound }
            let others = ids.filter { $0 != keep }.map { ($0, AccountChange.deleted) }
            make(Dictionary(uniqueKeysWithValues: others), titled: "Keep \"\(kept.label)\"")
        } else {
            let pairs = Set(ids.flatMap { first in ids.filter { $0 != first }.map { AccountPair([first, $0]) } })
            remember(.kept(pairs.subtracting(settled)))
            settled.formUnion(pairs)
            touch()
        }
    }

    /// The inputs that an account came from, in order.
    func files(of id: Account.ID) throws -> [String] {
        let accounts = try accounts()
        return inputs.filter { input in
            accounts.sources[input.id, default: []].contains { source in
                source.outcomes.contains { $0.account.flatMap { accounts.account(of: $0) }?.id == id }
            }
        }.map(\.name)
    }

    /// Takes back the last change.
    ///
    /// - Returns: the title of the undone step.
    func undo() throws -> String {
        guard let step = undoSteps.popLast() else {
            throw Problem(409, "nothing-to-undo", "there is nothing to undo")
        }
        switch step {
        case .accounts(let before, _):
            for (id, change) in before { edits[id] = change }
        case .input(let input, let index): inputs.insert(input, at: min(index, inputs.count))
        case .kept(let pairs): settled.subtract(pairs)
        }
        touch()
        return step.title
    }
}
