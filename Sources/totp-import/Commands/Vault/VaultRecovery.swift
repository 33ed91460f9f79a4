import ArgumentParser
import Encodings
import TOTPImport
import Vault

extension VaultCommand {
    struct Recovery: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "recovery",
            abstract: "Add, list and remove recovery codes.",
            subcommands: [RecoveryAdd.self, RecoveryList.self, RecoveryRemove.self]
        )
    }

    struct RecoveryAdd: VaultReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a recovery code and show it once.",
            discussion: "Write it on paper: it opens the vault if you forget the passphrase."
        )

        @OptionGroup var vault: VaultArgument

        @OptionGroup var key: VaultKeyOptions
        @OptionGroup var backups: BackupOptions
        @OptionGroup var messages: OutputOptions

        func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode {
            try key.open(vault, backups: backups.policy, isAlwaysAsked: true).addRecoveryCode { code in
                try reporter.show(code, of: vault, "Recovery code for \(vault), shown only once:")
            }
            return ExitStatus.done
        }
    }

    struct RecoveryList: VaultReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the recovery codes, without the codes themselves.",
            discussion: "They are in the order in which they were added. The numbers are those of recovery remove."
        )

        @OptionGroup var vault: VaultArgument

        @OptionGroup var key: VaultKeyOptions
        @OptionGroup var messages: OutputOptions

        func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode {
            let ids = try key.open(vault).recoveryCodeIDs()
            guard !ids.isEmpty else {
                reporter.note("\(vault): no recovery codes; totp-import vault recovery add makes one")
                return ExitStatus.done
            }
            var table = TextTable(["CODE", "ID"])
            for (index, id) in ids.enumerated() { table.add(["\(index + 1)", id]) }
            try reporter.output(table)
            return ExitStatus.done
        }
    }

    struct RecoveryRemove: VaultReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove recovery codes: they no longer open the vault.",
            discussion: """
                Somebody who has such a code and an older copy of the file could still open newer ones; vault passwd \
                prevents that.
                """
        )

        @OptionGroup var vault: VaultArgument

        @Argument(help: "The numbers of the codes, as recovery list shows them.")
        var codes: [Int] = []

        @Flag(.correcting, "Remove every recovery code.")
        var all = false

        @OptionGroup var key: VaultKeyOptions
        @OptionGroup var confirmation: ConfirmationOptions
        @OptionGroup var backups: BackupOptions
        @OptionGroup var messages: OutputOptions

        func validate() throws {
            guard all != !(try vault.chosen(before: codes).numbers.isEmpty) else {
                throw ValidationError("Name the numbers of recovery codes (see vault recovery list), or use --all")
            }
        }

        func chosenVault() throws -> ChosenVault { try vault.chosen(before: codes).vault }

        func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode {
            let codes = try self.vault.chosen(before: codes).numbers
            let file = try key.open(vault, backups: backups.policy, isAlwaysAsked: true)
            let ids = try file.recoveryCodeIDs()
            let numbers = all ? Array(1..<(ids.count + 1)) : Set(codes).sorted()
            guard !numbers.isEmpty, numbers.allSatisfy({ 1...max(1, ids.count) ~= $0 && !ids.isEmpty }) else {
                throw CommandError(
                    "\(vault): there is no such code; the vault has "
                        + "\(counted(ids.count, "recovery code")) (see vault recovery list)",
                    status: ExitStatus.partial)
            }
            let removed = numbers.map { ids[$0 - 1] }
            try confirmation.confirm(
                numbers.map { ["\($0)  \(ids[$0 - 1])"] },
                "Remove \(counted(removed.count, "recovery code")) from \(vault)?", reporter)
            try file.removeRecoveryCodes(Set(removed))
            reporter.note("\(vault): \(counted(removed.count, "recovery code")) removed")
            try reporter.lock(file, vault)
            reporter.note(
                "Anyone with an older copy and such a code can still decrypt this file. For a new key: "
                    + "totp-import vault passwd \(vault.quotedForShell)")
            return ExitStatus.done
        }
    }
}

extension Reporter {
    /// Shows a new recovery code; for another program, it is all of the output.
    ///
    /// - Parameter title: names the file that the code opens.
    func show(_ code: RecoveryCode, of vault: String, _ title: String) throws {
        note(title)
        try output(console.isOutputTerminal ? "\n    \(try code.text)\n\n" : "\(try code.text)\n")
        note(RecoveryCode.advice)
        // Not broken into lines: it is to be copied.
        if !isQuiet { console.note("    \(RecoveryCode.command(for: vault))".sanitized) }
    }
}
