import ArgumentParser
import Encodings
import SafeFile
import TOTPDomain
import Vault

struct VaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vault",
        abstract: "Care of the vault.",
        subcommands: [Create.self, Passwd.self, AddRecovery.self, Check.self]
    )

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make an empty vault.")

        @Argument(help: "The vault's file; it must not exist.", completion: .file())
        var vault: String

        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var talk: OutputOptions

        func run() async throws {
            let console = Assembly.current.console
            try await reporting(talk, place: vault) {
                if case .file = FolderListing.kind(of: vault) {
                    throw CommandError(
                        message: "\(vault): exists already; choose another name, or import into it",
                        status: ExitStatus.nothing)
                }
                _ = try VaultFile.create(vault, passphrase: passphrase.new(for: vault))
                if !talk.quiet { console.note("\(vault.sanitized): made, holds no account yet") }
                return ExitStatus.done
            }
        }
    }

    struct Passwd: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change the passphrase.",
            discussion: """
                The vault is opened with the old passphrase or a recovery code. Recovery codes stay good. The old \
                passphrase still opens FILE.bak, the version before the change.
                """
        )

        @Argument(help: "The vault.", completion: .file())
        var vault: String

        @OptionGroup var key: VaultKeyOptions

        @Option(
            help: ArgumentHelp(
                "The new passphrase: the first line of a file (else TOTP_IMPORT_NEW_PASSPHRASE, else a prompt).",
                valueName: "file"),
            completion: .file())
        var newPassphraseFile: String?

        @Flag(help: "Do not keep the previous vault as FILE.bak, which the old passphrase opens.")
        var noBackup = false

        @OptionGroup var talk: OutputOptions

        func validate() throws {
            if [key.passphrase.file, key.recoveryFile, newPassphraseFile].count(where: { $0 == "-" }) > 1 {
                throw ValidationError("Standard input (-) can be one of the passphrases only.")
            }
        }

        func run() async throws {
            let console = Assembly.current.console
            try await reporting(talk, place: vault) {
                let file = try key.open(vault, keepsBackup: !noBackup)
                try file.changePassphrase(to: newPassphrase())
                if !talk.quiet {
                    console.note("\(vault.sanitized): the passphrase is changed")
                    if !noBackup {
                        console.note(
                            "\(vault.sanitized).bak still opens with the old one; delete it if that is known to others")
                    }
                }
                return ExitStatus.done
            }
        }

        private func newPassphrase() throws -> Passphrase {
            if let newPassphraseFile { return try PassphraseFile.first(newPassphraseFile) }
            if let given = Console.environment("TOTP_IMPORT_NEW_PASSPHRASE"), !given.isEmpty {
                return Passphrase(given)
            }
            return try PassphraseOptions.askTwice(
                "New passphrase for \(vault)",
                missing: CommandError(
                    message: "\(vault): the new passphrase is missing; give it with --new-passphrase-file FILE, in the "
                        + "environment as TOTP_IMPORT_NEW_PASSPHRASE, or run this in a terminal to be asked",
                    status: ExitStatus.passphrase))
        }
    }

    struct AddRecovery: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add-recovery",
            abstract: "Add a recovery code and show it, once.",
            discussion: "Write it on paper: it opens the vault when the passphrase is forgotten."
        )

        @Argument(help: "The vault.", completion: .file())
        var vault: String

        @OptionGroup var key: VaultKeyOptions
        @OptionGroup var talk: OutputOptions

        func run() async throws {
            let console = Assembly.current.console
            try await reporting(talk, place: vault) {
                let code = try key.open(vault).addRecoveryCode().text
                if !talk.quiet { console.note("Recovery code of \(vault.sanitized), shown this once:") }
                try console.output(code + "\n")
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

        @OptionGroup var talk: OutputOptions

        func run() async throws {
            let console = Assembly.current.console
            try await reporting(talk, place: vault) {
                let facts = try key.open(vault).check()
                if json {
                    let line = OrderedJSON.object([
                        "vault": .string(vault), "ok": true, "accounts": .integer(facts.items),
                        "deleted": .integer(facts.deleted), "passphrases": .integer(facts.passphrases),
                        "recoveryCodes": .integer(facts.recoveryCodes),
                    ])
                    try console.output(line.utf8 + [ASCII.newline])
                } else {
                    let deleted = facts.deleted > 0 ? " and \(count(facts.deleted, "deleted one"))" : ""
                    try console.output(
                        "\(vault.sanitized): good, \(count(facts.items, "account"))\(deleted); opens with "
                            + "\(count(facts.passphrases, "passphrase")) and \(count(facts.recoveryCodes, "recovery code"))\n"
                    )
                }
                return ExitStatus.done
            }
        }

        private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
    }
}
