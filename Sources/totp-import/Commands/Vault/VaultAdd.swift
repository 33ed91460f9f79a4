import ArgumentParser
import Encodings
import ImportPipeline
import Platform
import TOTPDomain
import TOTPImport
import Vault

extension VaultCommand {
    struct Add: VaultReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add an account: by hand, from a link, or from an image.",
            discussion: """
                Without an input, asks for the account; a link can be typed instead of the secret. Neither is shown. \
                With an input, adds what it contains; import does the same for many inputs and encrypted exports.
                """
        )

        @OptionGroup var vault: VaultArgument

        @Argument(help: "An image or a file with a link; - is standard input.", completion: .file())
        var input: String?

        @OptionGroup var characters: EncodingOptions
        @OptionGroup var fields: NewAccountOptions
        @OptionGroup var key: VaultKeyOptions
        @OptionGroup var confirmation: ConfirmationOptions
        @OptionGroup var backups: BackupOptions
        @OptionGroup var messages: OutputOptions

        func validate() throws {
            let input = try chosen().input
            try PassphraseOptions.checkStandardInput(
                [key.passphrase.file, key.recoveryFile, fields.secretFile, fields.pinFile, input])
            if input != nil, !fields.isEmpty {
                throw ValidationError("An input names its accounts itself; omit --issuer, --name and the like")
            }
        }

        func chosenVault() throws -> ChosenVault { try chosen().vault }

        /// The vault and the input. An argument alone that is not a vault is an input for the default vault.
        private func chosen() throws -> (vault: ChosenVault, input: String?) {
            guard let only = vault.vault, input == nil, DefaultVault.exists else { return (try vault.chosen(), input) }
            if only == "-" || KeyURIScheme.find(in: Array(only.utf8).span) != nil {
                return (try ChosenVault(nil), only)
            }
            do throws(VaultError) { try VaultFile.checkReadable(only) } catch {
                if case .notAVault = error { return (try ChosenVault(nil), only) }
            }
            return (try vault.chosen(), nil)
        }

        func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode {
            let input = try chosen().input
            let inputs = try [Input].named(input.map { [$0] } ?? [])
            let file = try key.open(vault, backups: backups.policy)
            if let input { return try await add(inputs, named: input, to: file, vault, reporter) }
            let account = try fields.account()
            var merger = AccountMerger(try file.items(), policy: .skip, now: .wholeSecondNow)
            guard case .added(let twin) = merger.merge(account) else {
                throw CommandError(
                    "\(vault): \"\(account.label)\" is already in the vault",
                    "change it with totp-import vault edit",
                    status: ExitStatus.partial)
            }
            if let twin { reporter.warning("\(vault): the new account \(twin.note)") }
            try confirmation.confirm([reporter.lines(account)], "Add 1 account to \(vault)?", reporter)
            try file.update { content in
                // Another program may have changed the vault during the question.
                var merger = AccountMerger(content.items, policy: .skip, now: .wholeSecondNow)
                guard case .added(twin) = merger.merge(account) else { throw VaultConflict() }
                content.items = merger.accounts
            }
            reporter.note("\(vault): 1 account added")
            reporter.noteCode(of: account)
            backups.noteUndo(vault, reporter)
            return ExitStatus.done
        }

        private func add(
            _ inputs: [Input], named input: String, to file: VaultFile, _ vault: String, _ reporter: Reporter
        ) async throws -> ExitCode {
            reporter.warnAboutLinks(among: inputs)
            let run = ImportRun(reader: Assembly.current.reader(characters.settings), jobs: JobsOptions.standard)
            let results = try await run.read(inputs.readingPastedText())
            let generator = Assembly.current.generator
            let plan = try run.merge(results, into: file, checkingCodesWith: generator, isDryRun: true)
            let summary = RunSummary(ledger: plan, reporter: reporter)
            summary.printProblems()
            let count = plan.totals.added + plan.totals.updated
            let isKnown = CommandError("\(input.inputName): already in \(vault)", status: ExitStatus.partial)
            guard count > 0 else {
                if plan.totals.duplicates > 0 { throw isKnown }
                return summary.status == ExitStatus.done ? ExitStatus.nothing : summary.status
            }
            let question = plan.totals.updated == 0 ? "Add \(counted(count, "account")) to" : "Make these changes in"
            try confirmation.confirm(plan.plan.map { [$0] }, "\(question) \(vault)?", reporter)
            // Another program may have added some of them during the question.
            let ledger = try run.merge(results, into: file, checkingCodesWith: generator, isDryRun: false)
            guard ledger.totals.added + ledger.totals.updated > 0 else { throw isKnown }
            let filled = ledger.totals.updated == 0 ? "" : ", \(ledger.totals.updated) updated"
            reporter.note("\(vault): \(counted(ledger.totals.added, "account")) added\(filled)")
            if ledger.added.count == 1 { reporter.noteCode(of: ledger.added[0]) }
            backups.noteUndo(vault, reporter)
            return RunSummary(ledger: ledger, reporter: reporter).status
        }
    }
}

extension Reporter {
    /// The code that a service asks for when two-factor authentication is switched on; only for people.
    fileprivate func noteCode(of account: Account) {
        guard console.isErrorTerminal else { return }
        let now = Int64(Date().timeIntervalSince1970)
        let code = AccountCode(account, at: now)
        guard code.text != nil else { return }
        var text = code.grouped
        if let left = code.secondsLeft {
            text += " (\(left) s left"
            if left < 10 { text += ", then \(AccountCode(account, at: now + Int64(left)).grouped)" }
            text += ")"
        }
        note("If the service asks for a code: \(text)")
    }
}
