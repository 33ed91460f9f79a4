import ArgumentParser
import Encodings
import TOTPDomain
import Vault

extension VaultCommand {
    struct Passwd: VaultReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "passwd",
            abstract: "Change the passphrase.",
            discussion: """
                The vault gets a new key as well. So a recovery code stays valid only if you open the vault with it \
                (--recovery-file); if the vault has others, one new code replaces them and is printed. Old copies of \
                the file still open with the old passphrase, but do not help to open the new one.
                """
        )

        @OptionGroup var vault: VaultArgument

        @OptionGroup var key: VaultKeyOptions

        @Option(
            .passphrases, "The new passphrase, in a file (- is standard input).", value: "file",
            manual: """
                It is the first line that is not empty. Without this option: TOTP_IMPORT_NEW_PASSPHRASE, else a \
                prompt.
                """)
        var newPassphraseFile: String?

        @OptionGroup var backups: BackupOptions
        @OptionGroup var messages: OutputOptions

        func validate() throws {
            try PassphraseOptions.checkStandardInput([key.passphrase.file, key.recoveryFile, newPassphraseFile])
        }

        func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode {
            let file = try key.open(vault, backups: backups.policy, isAlwaysAsked: true)
            let new = try GivenPassphrase(file: newPassphraseFile, variable: .new).newOrChosen(for: vault)
            try file.changePassphrase(to: new, keeping: file.recoveryCode) { code in
                try reporter.show(
                    code, of: vault, "The recovery codes of \(vault) stop working. The new one, shown only once:")
            }
            reporter.note("\(vault): passphrase changed, and all accounts encrypted with a new key")
            try reporter.lock(file, vault)
            printOldVersions(of: vault, reporter)
            return ExitStatus.done
        }

        /// Prints a warning that old copies of the file still open with the old passphrase.
        private func printOldVersions(of vault: String, _ reporter: Reporter) {
            // The change is done: which copies there are is a hint.
            let versions = (try? VaultVersion.list(of: vault)) ?? []
            let rest =
                "still opens with the old passphrase, and shows the accounts that it had then. If others know that "
                + "passphrase, delete the copies."
            guard let first = versions.first, let last = versions.last else {
                return reporter.note("An older copy of the file \(rest)")
            }
            let names = first == last ? first.path : "\(first.path) to \(last.path)"
            reporter.note("An older copy of the file, such as \(names), \(rest)")
        }
    }
}
