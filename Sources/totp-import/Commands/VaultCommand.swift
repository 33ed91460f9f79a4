import ArgumentParser
import Encodings
import SafeFile
import TOTPDomain
import Vault

struct VaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vault",
        abstract: "Manage the vault.",
        subcommands: [Create.self, Passwd.self, AddRecovery.self, Check.self]
    )

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Create an empty vault.")

        @Argument(help: "The vault's file; it must not exist.", completion: .file())
        var vault: String

        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var new: GenerateOptions
        @OptionGroup var messages: OutputOptions

        func validate() throws { try new.validate(with: passphrase.file) }

        func run() async throws {
            try await reporting(messages, place: vault) { reporter in
                if case .file = FolderListing.kind(of: vault) {
                    throw CommandError(
                        message: "\(vault): already exists; choose another name, or import into it",
                        status: ExitStatus.nothing)
                }
                _ = try VaultFile.create(vault, passphrase: passphrase.new(for: vault, new))
                reporter.note("\(vault): created, no accounts yet")
                return ExitStatus.done
            }
        }
    }

    struct Passwd: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change the passphrase.",
            discussion: """
                The vault is opened with the old passphrase or a recovery code. Recovery codes stay valid. The old \
                passphrase still opens FILE.bak, the version before the change.
                """
        )

        @Argument(help: "The vault.", completion: .file())
        var vault: String

        @OptionGroup var key: VaultKeyOptions

        @Option(
            help: ArgumentHelp(
                "The new passphrase: the first line of a file, - for standard input (else TOTP_IMPORT_NEW_PASSPHRASE, else a prompt).",
                valueName: "file"),
            completion: .file())
        var newPassphraseFile: String?

        @Flag(help: "Do not keep the previous vault as FILE.bak, which the old passphrase opens.")
        var noBackup = false

        @OptionGroup var messages: OutputOptions

        func validate() throws {
            try PassphraseOptions.checkStandardInput([key.passphrase.file, key.recoveryFile, newPassphraseFile])
        }

        func run() async throws {
            try await reporting(messages, place: vault) { reporter in
                let file = try key.open(vault, keepsBackup: !noBackup, reporter.progress)
                try file.changePassphrase(to: newPassphrase())
                reporter.note("\(vault): passphrase changed")
                if !noBackup {
                    reporter.note(
                        "\(vault).bak still opens with the old passphrase; delete it if others know that passphrase")
                }
                return ExitStatus.done
            }
        }

        private func newPassphrase() throws -> Passphrase {
            if let newPassphraseFile { return try PassphraseFile.first(newPassphraseFile, "New passphrase") }
            if let given = PassphraseOptions.environment("TOTP_IMPORT_NEW_PASSPHRASE") { return given }
            return try NewPassphrase(
                name: vault,
                missing: CommandError(
                    message: "\(vault): the new passphrase is missing; use --new-passphrase-file FILE, set "
                        + "TOTP_IMPORT_NEW_PASSPHRASE, or run this in a terminal",
                    status: ExitStatus.passphrase)
            ).ask()
        }
    }

    struct AddRecovery: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add-recovery",
            abstract: "Add a recovery code and show it once.",
            discussion: "Write it on paper: it opens the vault if you forget the passphrase."
        )

        @Argument(help: "The vault.", completion: .file())
        var vault: String

        @OptionGroup var key: VaultKeyOptions
        @OptionGroup var messages: OutputOptions

        func run() async throws {
            try await reporting(messages, place: vault) { reporter in
                try key.open(vault, reporter.progress).addRecoveryCode { code in
                    reporter.note("Recovery code for \(vault), shown only once:")
                    try reporter.output(try code.text + "\n")
                }
                return ExitStatus.done
            }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Open the vault and verify all of it.")

        @Argument(help: "The vault.", completion: .file())
        var vault: String

        @OptionGroup var key: VaultKeyOptions

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var messages: OutputOptions

        func run() async throws {
            try await reporting(messages, place: vault) { reporter in
                let file = try key.open(vault, reporter.progress)
                let facts = try await reporter.progress.during("Checking \(vault.sanitized)") { try file.check() }
                if json {
                    let line = OrderedJSON.object([
                        "vault": .string(vault), "ok": true, "accounts": .integer(facts.items),
                        "deleted": .integer(facts.deleted), "passphrases": .integer(facts.passphrases),
                        "recoveryCodes": .integer(facts.recoveryCodes),
                    ])
                    try reporter.output(line.utf8 + [ASCII.newline])
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
}
