import ArgumentParser
import Encodings
import TOTPDomain
import TOTPImport
import Vault

extension VaultCommand {
    struct Undo: VaultReportingCommand, RestoringCommand {
        static let configuration = CommandConfiguration(
            commandName: "undo",
            abstract: "Undo the last change.",
            discussion: """
                Shows what would change and asks. The version that it replaces is kept, so a second undo takes the \
                first one back; vault restore goes further back.
                """
        )

        @OptionGroup var vault: VaultArgument

        @OptionGroup var key: VaultKeyOptions
        @OptionGroup var confirmation: ConfirmationOptions
        @OptionGroup var backups: BackupOptions
        @OptionGroup var messages: OutputOptions

        func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode {
            try restore(version: 1, of: vault, reporter)
        }
    }

    struct Restore: VaultReportingCommand, RestoringCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore",
            abstract: "List earlier versions of the vault, or restore one.",
            discussion: """
                Every change keeps the version before it beside the vault, as FILE.bak.1 (the newest) to FILE.bak.5. A \
                version opens with the passphrases and recovery codes of its time.
                """
        )

        @OptionGroup var vault: VaultArgument

        @Argument(help: "The version to restore; without it, they are listed.")
        var version: Int?

        @OptionGroup var key: VaultKeyOptions
        @OptionGroup var confirmation: ConfirmationOptions
        @OptionGroup var backups: BackupOptions

        @Flag(.showing, "Print the list as JSON.")
        var json = false

        @OptionGroup var messages: OutputOptions

        func validate() throws {
            if json, try !chosen().numbers.isEmpty { throw ValidationError("--json lists versions; omit the number") }
        }

        func chosenVault() throws -> ChosenVault { try chosen().vault }

        private func chosen() throws -> (vault: ChosenVault, numbers: [Int]) {
            try vault.chosen(before: [version].compactMap { $0 })
        }

        func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode {
            if let version = try chosen().numbers.first {
                return try restore(version: version, of: vault, reporter)
            }
            let list = try VersionList(vault, try listingKey(vault))
            if json {
                try reporter.output(list.json)
            } else {
                try reporter.output(list.table)
                if list.rows.isEmpty { reporter.note("\(vault): no earlier version is kept") }
            }
            return ExitStatus.done
        }

        /// The numbers of accounts need a key; dates do not.
        private func listingKey(_ vault: String) throws -> VaultKey? {
            if let given = try key.given() { return given }
            if VaultKey.unlocked.opens(vault) { return .unlocked }
            guard !json,
                case .typed(let typed) = PassphrasePrompt.ask("Passphrase for \(vault) (Enter to list dates only)")
            else { return nil }
            return .passphrases([typed])
        }
    }
}

/// A command that replaces a vault by one of its earlier versions.
private protocol RestoringCommand {
    var key: VaultKeyOptions { get }
    var confirmation: ConfirmationOptions { get }
    var backups: BackupOptions { get }
}

extension RestoringCommand {
    fileprivate func restore(version number: Int, of vault: String, _ reporter: Reporter) throws -> ExitCode {
        let versions = try VaultVersion.list(of: vault)
        guard let version = versions.first(where: { $0.number == number }) else {
            let list = versions.map { "\($0.number)" }.joined(separator: ", ")
            throw CommandError(
                "\(vault): there is no version \(number); "
                    + (list.isEmpty ? "no earlier version is kept" : "these are kept: \(list)"))
        }
        let isOtherPassphrase = changesPassphrase(of: vault, to: version)
        if isOtherPassphrase {
            reporter.note(
                "version \(number) of \(vault) has a different passphrase: the one in use on "
                    + LocalTime.text(version.date))
        }
        let opened: (file: VaultFile, key: VaultKey)
        do { opened = try key.openWithKey(version.path, called: "version \(number) of \(vault)") } catch let error
            as VaultError
        {
            let isPassphrase = error.isAboutPassphrase
            throw CommandError(
                "\(version.path): \(error.problem)",
                isPassphrase && isOtherPassphrase ? "give the passphrase of its time" : error.advice,
                status: isPassphrase ? ExitStatus.passphrase : ExitStatus.nothing)
        }
        let content = try opened.file.content()
        let then = content.items.filter { !$0.isDeleted }
        var lines: [String] = []
        do {
            lines = VaultDifference.lines(from: try opened.key.open(vault).items(), to: then)
            if lines.isEmpty { lines = ["The accounts are the same."] }
        } catch {
            let isKey = (error as? VaultError)?.isAboutPassphrase == true
            lines = [
                "\(vault) \(isKey ? "does not open with this passphrase" : "cannot be read"), so differences are not "
                    + "known."
            ]
        }
        if isOtherPassphrase {
            lines.append(
                "Then the passphrase and the recovery codes of that time open it, and the current passphrase does not.")
        }
        let written = opened.file.savedAt ?? version.date
        let name = "version \(number) of \(LocalTime.text(written)), \(counted(then.count, "account"))"
        try confirmation.confirm(lines.map { [$0] }, "Replace \(vault) by \(name)?", reporter)
        try opened.file.restore(to: vault, expecting: content, backups: backups.policy)
        reporter.note("\(vault): restored \(name)")
        if isOtherPassphrase {
            reporter.note("It opens with the passphrase that you used just now, and no longer with the one before.")
        }
        backups.noteUndo(vault, reporter)
        return ExitStatus.done
    }

    /// False if one of the two is damaged: errors say so.
    private func changesPassphrase(of vault: String, to version: VaultVersion) -> Bool {
        guard let now = try? VaultFile.passphraseIDs(vault), let then = try? VaultFile.passphraseIDs(version.path)
        else { return false }
        return now != then
    }
}
