import ArgumentParser
import Encodings
import TOTPDomain
import TOTPImport
import Vault

/// A vault, and which of its accounts a change is about.
struct VaultTargetOptions: ParsableArguments {
    @Argument(help: "The vault.", completion: .file())
    var vault: String

    @Argument(
        help: ArgumentHelp(
            "Row numbers or ids of accounts (see list --verbose).", valueName: "account"))
    var accounts: [String] = []

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var key: VaultKeyOptions

    /// - throws: `ValidationError` if no account is named: nothing would limit the change.
    func validateSelection() throws {
        guard !(try selection.selection(accounts).isEmpty) else {
            throw ValidationError(
                "Name accounts by row number or id (see list --verbose), or use --search, --issuer or --tag")
        }
    }

    /// - throws: ``CommandError`` if no account is selected.
    func accounts(in file: VaultFile) throws -> [NumberedAccount] {
        let items = try file.items().filter { !$0.isDeleted }
        let selection = try selection.selection(accounts)
        let selected = selection.select(from: items)
        guard !selected.isEmpty else {
            throw CommandError(message: selection.noMatch(total: items.count, in: vault), status: ExitStatus.partial)
        }
        return selected
    }
}

extension VaultFile {
    /// Changes accounts that were shown before.
    ///
    /// - parameters:
    ///   - name: of the vault, for messages.
    ///   - change: returns the new account, or nil to remove it.
    /// - throws: ``CommandError`` if one of the accounts is not as it was shown; nothing is changed then.
    func change(
        _ accounts: [NumberedAccount], in name: String, _ change: (TOTPItem) throws -> TOTPItem?
    ) throws {
        do {
            try update { content in
                var edits = VaultEdits()
                for account in accounts { edits.change(account.item, to: try change(account.item)) }
                try edits.apply(to: &content)
            }
        } catch let conflict as VaultConflict {
            throw CommandError(message: "\(name): \(conflict.message)", status: ExitStatus.nothing)
        }
    }
}

extension BackupOptions {
    /// Prints how to take a change back, if the version before it was kept.
    func noteUndo(_ vault: String, _ reporter: Reporter) {
        guard policy != .none, keep > 0 else { return }
        reporter.note("To take that back: totp-import vault undo \(vault.quotedForShell)")
    }
}
