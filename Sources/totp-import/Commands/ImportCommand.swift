import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain
import Vault

struct ImportCommand: VaultReportingCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import accounts into a vault.",
        discussion: "The vault is created if it does not exist. A problem with one input never stops the rest."
    )

    @OptionGroup var source: SourceOptions

    @Option(
        .writing, "The vault to import into.", value: "file",
        manual: """
            It is created if it does not exist and there are accounts to store. Without this option: \
            TOTP_IMPORT_VAULT, else the [default vault](#the-default-vault).
            """)
    var vault: String?

    @OptionGroup var key: VaultKeyOptions
    @OptionGroup var new: GenerateOptions

    @Option(
        .writing, "What to do with an account already in the vault.", value: "policy",
        manual: """
            With `fill`, it gets the note and the PIN if it has none, missing tags, the favorite flag and missing \
            details of its hardware token; what it has stays. With `skip`, it stays as it is. With `update`, it \
            gets the new spelling, note, tags, favorite flag, token and a higher counter. With `keep`, both are kept. Two accounts are [the same](#import) \
            if secret, type, parameters and PIN are equal, and issuer and name are equal, ignoring case and spaces.
            """)
    var onDuplicate = DuplicatePolicy.fill

    @Flag(
        name: [.customShort("n"), .long], .writing, "Dry run: show what would change, write nothing.",
        manual: "Only `--report` is written. One line is printed for each account.")
    var dryRun = false

    @OptionGroup var strictness: StrictOptions

    @OptionGroup var backups: BackupOptions
    @OptionGroup var files: RunOptions
    @OptionGroup var messages: OutputOptions

    var emptiness: EmptyOptions? { files.empty }

    func validate() throws {
        try source.validateInputs()
        _ = try ChosenVault(vault)
        try PassphraseOptions.checkStandardInput([key.passphrase.file, key.recoveryFile] + source.stdinCandidates)
        try new.validate(with: key.passphrase.file ?? key.recoveryFile)
        if new.choice != nil, files.report.json || files.report.report == "-" {
            throw ValidationError("A generated passphrase and the report cannot both go to standard output")
        }
        if dryRun, files.deletion.deleteList != nil {
            throw ValidationError("--delete-list and --dry-run cannot be used together: nothing is imported")
        }
        if vault == "-" { throw ValidationError("--vault takes a file, not standard input") }
    }

    func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode {
        let isDefault = self.vault == nil
        let ownFiles = try OverwriteGuard.files(ofVault: vault)
        // The vault may be in a folder that is imported.
        let inputs = try files.resume.without(
            VaultCopies.without(
                of: vault, collectInputs(without: ownFiles, report: files.report), reporter))
        try key.passphrase.given.check(isNotAmong: inputs)
        try files.check(
            inputs,
            keeping: OverwriteGuard(ownFiles + source.otherFiles + [key.passphrase.file, key.recoveryFile]))
        if key.isAsked(new), let status = try await stopIfMissing(inputs, reporter) { return status }
        let opening = try openVault(vault, reporter)
        let reader = try source.reader(
            for: Self.commandName, reporter, vaultPassphrases: try key.passphrase.given.known(),
            mayAsk: opening.succeeds,
            drawsPictures: files.report.isPage,
            memory: try files.resume.memory(reporter), into: vault)
        let run = ImportRun(reader: reader, jobs: source.jobs, policy: onDuplicate)
        let untouched = files.resume.untouched(opening.isNew ? "\(vault) was not created" : "\(vault) is unchanged")
        let (results, store) = try await opening.during(reporter.progress) {
            try await read(inputs, with: run, reporter, untouched: untouched)
        }
        try files.checkSiblings(of: reader)
        let ledger = try merge(results, with: run, into: store, vault, reporter)
        let summary = RunSummary(
            ledger: ledger, reporter: reporter, isStrict: strictness.strict,
            hasEnding: !dryRun && RunEnding.isShown(reporter))
        summary.printProblems()
        // JSON is all of standard output.
        if dryRun, !files.report.json, files.report.report != "-" {
            try reporter.output(ledger.plan.map { "\($0)\n" }.joined())
        }
        reporter.headline(headline(vault, store, ledger))
        summary.printTotals()
        let fates = InputFates(ledger)
        if !dryRun {
            let named = isDefault ? nil : vault
            RunEnding(
                ledger: ledger, fates: fates, deletionCommand: files.deletion.command, reporter: reporter,
                steps: ledger.hasAccounts
                    ? RunEnding.Step.ofVault(named, hasRecoveryCode: Self.hasRecoveryCode(store)) : [],
                duplicatesCommand: "totp-import vault duplicates\(named.argument)"
            ).print()
        }
        try files.write(ledger, fates, command: "import", reporter)
        return status(summary.status, of: ledger)
    }

    /// The typed passphrase of a vault that exists is checked before anything is read: a typing error is reported
    /// before the long scan.
    private func openVault(_ vault: String, _ reporter: Reporter) throws -> VaultOpening {
        switch FolderListing.kind(of: vault) {
        case .unreadable(let problem) where problem.kind == .notFound:
            let isDefault = self.vault == nil
            if isDefault, !dryRun { try DefaultVault.makeFolder() }
            // A dry run does not make the folder of a default vault.
            if !isDefault || !dryRun, case .unreadable(let problem) = FolderListing.kind(of: vault.parentFolder) {
                throw problem
            }
            try VaultDamage.checkNew(vault)
            // A dry run creates no vault, so it needs no passphrase.
            if dryRun { return VaultOpening(NewVault(path: vault, passphrase: Passphrase(""))) }
            if key.recoveryFile != nil { throw problem }
            if reporter.console.isErrorTerminal {
                reporter.note("\(isDefault ? "It" : vault) does not exist; a new vault will be created")
            }
            guard key.isAsked(new), TypedAnswer.isPossible else {
                return VaultOpening(NewVault(path: vault, passphrase: try key.passphrase.new(for: vault, new)))
            }
            // The passphrase is asked for once accounts were found: before that, it might be chosen in vain.
            return VaultOpening(
                NewVault(path: vault) {
                    Interruption.note("interrupted; \(vault) was not created")
                    defer { Self.noteSaving(vault) }
                    return try key.passphrase.new(for: vault, new)
                })
        default:
            guard new.choice == nil else {
                throw CommandError(
                    "\(vault): already exists; --generate and --length are for new vaults",
                    status: ExitCode.validationFailure)
            }
            if let given = try key.given() { return VaultOpening(vault, given, backups.policy) }
            return VaultOpening(try key.open(vault, backups: backups.policy))
        }
    }

    /// A new vault is only created if there are accounts to store.
    private func merge(
        _ results: [SourceResult], with run: ImportRun, into store: any VaultStore, _ vault: String,
        _ reporter: Reporter
    ) throws -> Ledger {
        let isDryRun = dryRun || (store is NewVault && !results.contains { $0.entries.contains(where: \.isAccount) })
        if !isDryRun { Self.noteSaving(vault) }
        let ledger = try reporter.progress.during("\(isDryRun ? "Comparing with" : "Saving") \(vault.sanitized)") {
            try run.merge(results, into: store, checkingCodesWith: Assembly.current.generator, isDryRun: isDryRun)
        }
        if !isDryRun { Interruption.note("interrupted; \(vault) was saved") }
        return ledger
    }

    private static func noteSaving(_ vault: String) {
        Interruption.note("interrupted while \(vault) was being saved; it has all of the new accounts or none")
    }

    /// Returns a sentence about the content of the vault after the import.
    private func headline(_ vault: String, _ store: any VaultStore, _ ledger: Ledger) -> String {
        if dryRun { return "Dry run: nothing written to \(vault)." }
        let added = ledger.totals.added, earlier = ledger.accountCount - added
        if store is NewVault, added == 0 { return "\(vault) was not created: no accounts to store." }
        let which = earlier == 0 ? (added == 1 ? "new" : "all new") : "\(added) new, \(earlier) from before"
        let count = ledger.accountCount
        let accounts = "\(counted(count, "account")) \(count == 1 ? "is" : "are")"
        return "\(accounts) in \(vault)\(count == 0 ? "" : " (\(which))")."
    }

    private static func hasRecoveryCode(_ store: any VaultStore) -> Bool {
        guard let ids = try? (store as? VaultFile)?.recoveryCodeIDs() else { return false }
        return !ids.isEmpty
    }
}

extension Ledger {
    /// The planned import, one line per account in input order: `add:`, `update:` or `leave:`.
    var plan: [String] {
        sources.flatMap { source in
            source.outcomes.compactMap { outcome -> String? in
                guard case .merged(let account, let merged) = outcome else { return nil }
                let word =
                    switch merged {
                    case .added: "add:   "
                    case .updated: "update:"
                    case .duplicate: "leave: "
                    }
                return "\(word) \(account.label.sanitized) (\(source.result.name.inputName.sanitized))"
            }
        }
    }
}

extension DuplicatePolicy: ExpressibleByArgument {}
