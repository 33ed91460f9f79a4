import ArgumentParser
import Encodings
import SafeFile
import TOTPDomain
import TOTPImport
import Vault

/// A vault, and which of its accounts a change is about.
struct VaultTargetOptions: ParsableArguments, VaultNaming {
    @OptionGroup var vault: VaultArgument

    @Argument(
        help: ArgumentHelp(
            "Names, row numbers or ids of accounts (see list --verbose).", valueName: "account"))
    var accounts: [String] = []

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var key: VaultKeyOptions

    /// The vault, and the names of its accounts: `vault remove github` is about the default vault.
    private func arguments() throws -> (vault: ChosenVault, rest: [String]) { try vault.chosen(before: accounts) }

    func chosen() throws -> ChosenVault { try arguments().vault }

    /// - Throws: `ValidationError` if no account is named: the change would be unlimited.
    func validateSelection() throws {
        guard try !selection.selection().isEmpty || !arguments().rest.isEmpty else {
            throw ValidationError(
                "Name accounts, or their row numbers or ids (see list --verbose), or use --search, --issuer or --tag")
        }
    }

    /// - Throws: ``CommandError`` if no account is selected, or if a name matches several without a terminal to ask.
    func accounts(in file: VaultFile, _ vault: String, _ reporter: Reporter) throws -> [NumberedAccount] {
        let items = try file.items().filter { !$0.isDeleted }
        var selection = try selection.selection()
        for name in try arguments().rest {
            selection.places += try places(of: name, among: items, vault, reporter)
        }
        try selection.checkPlaces(among: items, in: vault)
        let selected = selection.select(from: items)
        guard !selected.isEmpty else { throw selection.failure(total: items.count, in: vault) }
        return selected
    }

    /// Returns the accounts that a name, a row number or the start of an id refers to. Letters that cannot start an id
    /// are a name.
    private func places(
        of name: String, among items: [Account], _ vault: String, _ reporter: Reporter
    ) throws -> [AccountSelection.Place] {
        let place = AccountSelection.Place(name)
        let search = AccountSelection(search: name)
        let matches = search.select(from: items)
        if let place, matches.isEmpty || !AccountSelection(places: [place]).select(from: items).isEmpty {
            return [place]
        }
        guard !matches.isEmpty else { throw search.failure(total: items.count, in: vault) }
        let meant =
            matches.count == 1
            ? matches
            : try reporter.chosen(
                of: matches, "Which of them?", advice: "use more of the name, or a row number (see list --verbose)",
                unanswered: "nothing was changed")
        return meant.map { .row($0.number) }
    }
}

extension BackupOptions {
    /// Changes accounts that were shown before, and says so.
    ///
    /// - Parameters:
    ///   - word: for people: `changed`.
    ///   - change: returns the new account, or nil to remove it.
    /// - Throws: ``VaultConflict`` if an account has changed since it was shown; then nothing is changed.
    func change(
        _ accounts: [NumberedAccount], in file: VaultFile, _ word: String, _ reporter: Reporter,
        _ change: (Account) throws -> Account?
    ) throws {
        try file.update { content in
            var edits = VaultEdits()
            for numbered in accounts { edits.change(numbered.account, to: try change(numbered.account)) }
            try edits.apply(to: &content)
        }
        reporter.note("\(file.path): \(counted(accounts.count, "account")) \(word)")
        noteUndo(file.path, reporter)
    }

    /// Removes accounts that were shown before, and says so.
    func remove(_ accounts: [NumberedAccount], from file: VaultFile, _ reporter: Reporter) throws {
        try change(accounts, in: file, "removed", reporter) { $0.removed(at: .wholeSecondNow) }
    }

    /// Prints how to take a change back, if the version before it was kept.
    func noteUndo(_ vault: String, _ reporter: Reporter) {
        guard policy != .none, keep > 0 else { return }
        reporter.note("To take that back: totp-import vault undo \(vault.quotedForShell)")
    }
}

/// How many earlier versions of a vault a change keeps.
struct BackupOptions: ParsableArguments {
    @Option(
        .writing, "Number of earlier versions of the vault to keep.", value: "n",
        manual: "0 to 100, as `FILE.bak.1`, the newest, to `FILE.bak.N`. Older ones are removed.")
    var keep = 5

    @Flag(.writing, "Do not keep the version before this change.")
    var noBackup = false

    func validate() throws {
        guard 0...Limit.versions ~= keep else { throw ValidationError("--keep must be 0 to \(Limit.versions)") }
    }

    var policy: BackupPolicy { noBackup ? .none : .keep(keep) }
}
