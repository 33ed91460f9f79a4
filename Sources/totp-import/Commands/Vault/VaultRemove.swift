import ArgumentParser
import Encodings
import Platform
import TOTPDomain
import Vault

extension VaultCommand {
    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove accounts from the vault.",
            discussion: """
                Shows the accounts and asks. The version before the change is kept: vault undo takes it back. An \
                account that an app has synchronized is marked as deleted, so that the app removes it as well.
                """
        )

        @OptionGroup var target: VaultTargetOptions
        @OptionGroup var confirmation: ConfirmationOptions
        @OptionGroup var backups: BackupOptions
        @OptionGroup var messages: OutputOptions

        func validate() throws { try target.validateSelection() }

        func run() async throws {
            try await reporting(messages, vault: target.chosen().vault) { reporter, vault in
                let file = try target.key.open(vault, backups: backups.policy)
                let accounts = try target.accounts(in: file, vault, reporter)
                try confirmation.confirm(
                    reporter.lines(accounts), "Remove \(counted(accounts.count, "account")) from \(vault)?", reporter)
                try file.change(accounts, in: vault) { $0.removed(at: .wholeSecondNow) }
                reporter.note("\(vault): \(counted(accounts.count, "account")) removed")
                backups.noteUndo(vault, reporter)
                return ExitStatus.done
            }
        }
    }
}
