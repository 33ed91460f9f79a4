import Encodings
import ImportPipeline
import Platform
import TOTPDomain
import TOTPImport
import Vault

extension Session {
    /// Opens the vault with the passphrase of the command line; keeps it for a vault that does not exist yet.
    package func start(with passphrase: Passphrase) async throws {
        guard let place = vault, place.exists else {
            newPassphrase = passphrase
            return
        }
        try await open(place, passphrase)
    }

    /// Opens the vault with its passphrase, or with a recovery code; also while it is open, if another program changed
    /// the passphrase.
    ///
    /// - Returns: how many changes came back that could not be saved before.
    @discardableResult
    package func unlock(_ passphrase: Passphrase) async throws -> Int {
        guard let place = vault, place.exists else { throw Problem.notFound }
        do { return try await open(place, passphrase) } catch let error as VaultError where error.isAboutPassphrase {
            vault?.wrongTries += 1
            var problem = Problem(error)
            if let tries = vault?.wrongTries, tries >= 3 {
                problem.advice = .text(
                    "look at Caps Lock and at the language of the keyboard"
                        + (place.hasRecoveryCode ? ", or use the recovery code" : ""))
            }
            throw problem
        }
    }

    @discardableResult
    private func open(_ place: VaultPlace, _ passphrase: Passphrase) async throws -> Int {
        let (file, content) = try await read(place, passphrase)
        vault?.wrongTries = 0
        act()
        let before = vault?.file
        vault?.file = file
        if let before {
            file.follow(before)
            try reload()
            return takeBack(with: file)
        }
        show(content)
        return takeBack(with: file)
    }

    private func read(_ place: VaultPlace, _ passphrase: Passphrase) async throws -> (VaultFile, VaultContent) {
        try await workers.run {
            let file = try place.open(passphrase)
            return (file, try file.content())
        }
    }

    private func show(_ content: VaultContent) {
        base = content
        seenBefore = content.batches
        touch()
    }

    /// Opens a vault that was dropped, with its passphrase or a recovery code: from now on, it is the vault of the page.
    func openVault(_ id: String, _ passphrase: Passphrase) async throws {
        let input = try input(id)
        guard let bytes = input.vaultToOpen else { throw Problem.notFound }
        var place = try VaultPlace(dropped: bytes, named: input.name)
        let (file, content) = try await read(place, passphrase)
        // It was removed meanwhile, or another tab was faster.
        guard vault == nil, inputs.contains(where: { $0.id == id }) else { throw Problem.notFound }
        let before = try accounts().accountsBeforeEdits
        place.file = file
        inputs.removeAll { $0.id == id }
        for index in inputs.indices {
            // The vault may have the same accounts, with ids of their own.
            inputs[index].results = inputs[index].results.applying(edits, to: before)
            inputs[index].followVault(place)
        }
        (edits, undoSteps) = ([:], [])
        vault = place
        show(content)
    }

    /// Reads the vault again, as another program may have changed it. Unsaved changes stay: accounts that were edited here
    /// are kept as they were shown, so that saving notices if another program changed them as well.
    func reload() throws {
        guard let file = vault?.file else { return }
        var content = try file.content()
        let missing = Set(file.rolledBack.map(\.id))
        for shown in base.items where edits[shown.id] != nil && !missing.contains(shown.id) { content.show(shown) }
        guard content != base else { return }
        let before = try accounts().accountsBeforeEdits
        base = content
        touch()
        // The vault has accounts of the inputs by now, with ids of their own.
        let now = Set(try accounts().accountsBeforeEdits.map(\.id)).union(missing)
        let moved = edits.filter { !now.contains($0.key) }
        guard !moved.isEmpty else { return }
        for index in inputs.indices { inputs[index].results = inputs[index].results.applying(moved, to: before) }
        for id in moved.keys { edits[id] = nil }
        undoSteps = []
        touch()
    }

    /// Accounts that the vault lost without a mark of their removal, with their edits: they are only here.
    var missing: [Account] {
        (vault?.file?.rolledBack ?? []).compactMap { account in edits[account.id].map(\.account) ?? account }
    }

    /// Ends the question what to do with ``missing``.
    ///
    /// - Parameter discarding: true if the older version is wanted, else the accounts are added again.
    func settleMissing(discarding: Bool) {
        guard let file = vault?.file else { return }
        let items = missing
        for account in file.rolledBack { edits[account.id] = nil }
        file.forgetRolledBack()
        if !discarding { add(items, named: "accounts that were missing") }
        touch()
    }

    /// Adds accounts as if they had been typed together.
    func add(_ items: [Account], named name: String) {
        guard !items.isEmpty else { return }
        inputs.append(
            SessionInput(
                id: newID("i"), name: name, kind: .typed, results: [SourceResult(typed: items, named: name)]))
    }

    /// Merges a copy of the vault into it, as `vault merge` does: in a version of its own, after the unsaved changes, which
    /// would otherwise be changes of accounts as they were before the merge.
    ///
    /// - Parameter passphrase: of a copy with another key.
    func merge(_ id: String, _ passphrase: Passphrase?) async throws -> Response {
        let input = try input(id)
        guard let copy = input.copy, let file = vault?.file else { throw Problem.notFound }
        let other = try await workers.run {
            if let own = try file.copy(in: copy.bytes) { return own }
            guard let passphrase else { throw Problem.noPassphrase }
            return try VaultFile.open(VaultInMemory(copy.bytes), named: input.name, passphrase: passphrase).copy()
        }
        let unsaved = try unsavedCount()
        if unsaved > 0 { _ = try await save(nil) }
        let saved = unsaved > 0 ? ["saved before: \(counted(unsaved, "change"))"] : []
        try beginSaving()
        defer { isSaving = false }
        let (lines, isChanged, warnings) = try await workers.run {
            let before = try file.items()
            let report = try file.merge(other)
            let changes = VaultDifference.lines(from: report.renaming(before), to: report.items)
            var warnings = report.conflictProblems
            if try file.lacksKeys(of: other) {
                warnings.append("the copy has a passphrase or recovery code that does not open this vault")
            }
            return (saved + changes + report.decisions(), !(saved + changes).isEmpty, warnings)
        }
        guard !isLocked else { throw Problem.locked }
        if let index = inputs.firstIndex(where: { $0.id == id }) {
            inputs[index].wipe()
            inputs.remove(at: index)
        }
        try reload()
        touch()
        let result = OrderedJSON.object([
            "lines": .array(lines.map { .string($0) }),
            "warnings": warnings.isEmpty ? nil : .array(warnings.map { .string($0) }),
        ])
        return self.saved(result, isWritten: isChanged)
    }

    /// Adds a recovery code, as `vault recovery add` does: in a version of its own, without the unsaved changes.
    ///
    /// - Parameter passphrase: of the vault, also when it is open: whoever finds the page open must not get a key that
    ///   stays.
    func addRecoveryCode(_ passphrase: Passphrase) async throws -> RecoveryCode {
        guard let place = vault, place.exists, !place.isDropped else { throw Problem.noVault("save first") }
        try beginSaving()
        defer { isSaving = false }
        let code = try await workers.run {
            let file = try place.open(passphrase)
            var code: RecoveryCode?
            try file.addRecoveryCode { code = $0 }
            return code
        }
        // A recovery code that was never shown must not count.
        guard let code, !isLocked else { throw Problem.locked }
        vault?.hasRecoveryCode = true
        touch()
        return code
    }

    private func rollback(of place: VaultPlace) -> Problem {
        let missing = missing
        var problem = Problem(
            409, "rolled-back",
            "\(place.path.fileName) was put back to an older version: \(counted(missing.count, "account")) of it "
                + (missing.count == 1 ? "is missing" : "are missing"),
            .text("add \(missing.count == 1 ? "it" : "them") again, or leave \(missing.count == 1 ? "it" : "them") out")
        )
        problem.lines = missing.map(\.label)
        return problem
    }

    /// - Throws: ``Problem`` while another save is under way.
    func beginSaving() throws(Problem) {
        guard !isSaving else { throw Problem(409, "saving", "the vault is being saved", .text("wait a moment")) }
        isSaving = true
    }

    /// Writes all changes into the vault, in one version: lock, merge, read back, replace.
    ///
    /// - Parameters:
    ///   - passphrase: of a vault that does not exist yet.
    ///   - losesEdits: whether edits of accounts that another program changed as well are dropped, and listed in the
    ///     problem. Somebody must be there to read it.
    func save(_ passphrase: Passphrase?, losesEdits: Bool = true) async throws -> VaultSaving.Outcome {
        guard let place = vault else { throw Problem.notFound }
        guard !place.isLocked else { throw Problem.locked }
        guard let key = place.file.map(VaultSaving.Key.open) ?? (passphrase ?? newPassphrase).map(VaultSaving.Key.new)
        else { throw Problem(422, "password-required", "a new vault needs a passphrase", .text("choose one")) }
        try beginSaving()
        defer { isSaving = false }
        let before = try accounts()
        let unsaved = inputs.filter { $0.saved == nil }
        let saving = VaultSaving(
            place: place, key: key, base: base.items, edits: edits, results: unsaved.flatMap(\.results),
            accounts: before.accountsBeforeEdits)
        let (written, edited) = (Set(unsaved.map(\.id)), edits)
        let outcome: VaultSaving.Outcome
        do { outcome = try await workers.run { try saving.run() } } catch is VaultRollback {
            try reload()
            touch()
            throw rollback(of: place)
        } catch let conflict as VaultConflict where losesEdits {
            // The page shows the new state, with the edits that still fit.
            guard let file = self.vault?.file else { throw Problem.locked }
            let lost = saving.lost(edits, in: try file.content())
            for id in lost.keys { edits[id] = nil }
            undoSteps = []
            try reload()
            touch()
            var problem = Problem(conflict)
            problem.lines = lost.values.sorted()
            throw problem
        }
        guard let vault, !vault.isLocked else { throw Problem.locked }
        self.vault?.exists = true
        self.vault?.file = outcome.file
        newPassphrase = nil
        for index in inputs.indices where written.contains(inputs[index].id) && inputs[index].waiting == nil {
            inputs[index].saved = before.sources[inputs[index].id] ?? []
        }
        // Changes made meanwhile remain to be saved.
        edits = edits.filter { edited[$0.key] != $0.value }
        undoSteps = []
        base = outcome.content
        touch()
        return outcome
    }
}
