import ArgumentParser
import Encodings
import SafeFile
import TOTPDomain
import Vault

struct VaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vault",
        abstract: "Manage and correct the vault.",
        subcommands: [
            Create.self, Add.self, Edit.self, Remove.self, Duplicates.self, Merge.self, Undo.self, Restore.self,
            Passwd.self, Recovery.self, Unlock.self, Lock.self, Check.self,
        ]
    )

    struct Create: VaultReportingCommand {
        // Each command states its name: deriving it from the name of the type takes time at every start.
        static let configuration = CommandConfiguration(commandName: "create", abstract: "Create an empty vault.")

        @Argument(help: "A new file; without it, the default vault.", completion: .file())
        var vault: String?

        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var new: GenerateOptions
        @OptionGroup var messages: OutputOptions

        func validate() throws {
            try new.validate(with: passphrase.file)
            _ = try ChosenVault(vault)
        }

        func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode {
            if case .file = try FolderListing.existing(vault) {
                throw CommandError("\(vault): already exists", "choose another name, or import into it")
            }
            if self.vault == nil { try DefaultVault.makeFolder() }
            try VaultDamage.checkNew(vault)
            _ = try VaultFile.create(vault, passphrase: passphrase.new(for: vault, new))
            reporter.note("\(vault): created, no accounts yet; to add one: totp-import vault add\(self.vault.argument)")
            return ExitStatus.done
        }
    }

    struct Check: VaultReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Open the vault and verify all of it.")

        @OptionGroup var vault: VaultArgument

        @OptionGroup var key: VaultKeyOptions

        @Flag(.showing, "Print JSON.")
        var json = false

        @OptionGroup var messages: OutputOptions

        func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode {
            let file = try key.open(vault)
            let facts = try reporter.progress.during("Checking \(vault.sanitized)") { try file.check() }
            if json {
                try reporter.output(
                    .object([
                        "vault": .string(vault), "ok": true, "accounts": .integer(facts.items),
                        "deleted": .integer(facts.deleted), "passphrases": .integer(facts.passphrases),
                        "recoveryCodes": .integer(facts.recoveryCodes),
                    ]))
            } else {
                let deleted = facts.deleted > 0 ? ", \(counted(facts.deleted, "deleted account"))" : ""
                try reporter.output(
                    "\(vault.sanitized): good, \(counted(facts.items, "account"))\(deleted); opens with "
                        + "\(counted(facts.passphrases, "passphrase")) and "
                        + "\(counted(facts.recoveryCodes, "recovery code"))\n")
            }
            return ExitStatus.done
        }
    }
}
