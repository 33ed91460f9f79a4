import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain
import Vault

struct ImportCommand: AsyncParsableCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import accounts into a vault.",
        discussion: "The vault is created if it does not exist. A problem with one input never stops the rest."
    )

    @OptionGroup var source: SourceOptions

    @Option(help: ArgumentHelp("The vault to import into.", valueName: "file"), completion: .file())
    var vault: String

    @OptionGroup var key: VaultKeyOptions

    @Option(help: "What to do with an account already in the vault.")
    var onDuplicate = DuplicatePolicy.skip

    @Flag(name: [.customShort("n"), .long], help: "Dry run: show what would change, write nothing.")
    var dryRun = false

    @Flag(help: "Treat warnings as errors.")
    var strict = false

    @OptionGroup var backups: BackupOptions

    @OptionGroup var empty: EmptyOptions
    @OptionGroup var report: ReportOptions
    @OptionGroup var messages: OutputOptions

    func excuses(_ result: SourceResult) -> Bool { empty.excuses(result) }

    func validate() throws {
        try PassphraseOptions.checkStandardInput(
            [key.passphrase.file, key.recoveryFile, source.sourcePassphraseFile] + source.inputs)
        if vault == "-" { throw ValidationError("--vault takes a file, not standard input") }
    }

    func run() async throws {
        try await reporting(messages, place: vault) { reporter in
            let ownFiles = OverwriteGuard.files(ofVault: vault)
            // The vault may be in a folder that is imported.
            let inputs = try collectInputs(without: ownFiles, report: report)
            var kept = OverwriteGuard(ownFiles + source.otherFiles + [key.passphrase.file, key.recoveryFile])
            if report.report != nil { kept.keep(inputs) }
            try kept.check(report.report, "--report")
            let store = try openVault()
            let reader = try source.reader(vaultPassphrase: try key.passphrase.given(), drawsPictures: report.isPage)
            let run = ImportRun(reader: reader, jobs: source.jobs, policy: onDuplicate)
            let results = try await read(inputs, with: run, reporter)
            try OverwriteGuard(reader.siblingFiles).check(report.report, "--report")
            let ledger = try merge(results, with: run, into: store)
            let summary = RunSummary(ledger: ledger, reporter: reporter, isStrict: strict)
            summary.printProblems()
            if dryRun { try printPlan(ledger, reporter) }
            summary.printTotals()
            printVault(store, ledger, reporter)
            try report.write(ledger, command: "import", reporter)
            return empty.status(summary.status, of: ledger)
        }
    }

    /// The passphrase is checked before anything is read: nobody should wait for a scan to learn of a typing error.
    private func openVault() throws -> any VaultStore {
        switch FolderListing.kind(of: vault) {
        case .unreadable(let problem) where problem.kind == .notFound:
            if case .unreadable(let problem) = FolderListing.kind(of: vault.parentFolder) { throw problem }
            // A dry run creates no vault, so it needs no passphrase.
            if dryRun { return NewVault(path: vault, passphrase: Passphrase("")) }
            if key.recoveryFile != nil { throw problem }
            return NewVault(path: vault, passphrase: try key.passphrase.new(for: vault))
        default:
            return try key.open(vault, backups: backups.policy)
        }
    }

    /// A new vault is only created if there are accounts to store.
    private func merge(
        _ results: [SourceResult], with run: ImportRun, into store: any VaultStore
    ) throws -> Ledger {
        let hasAccounts = results.contains {
            $0.entries.contains { if case .item = $0.outcome { true } else { false } }
        }
        return try run.merge(
            results, into: store, checkingCodesWith: Assembly.current.generator,
            isDryRun: dryRun || (store is NewVault && !hasAccounts))
    }

    /// What the import would do with each account.
    private func printPlan(_ ledger: Ledger, _ reporter: Reporter) throws {
        // JSON is all of standard output.
        if report.json || report.report == "-" { return }
        try reporter.output(ledger.plan.map { "\($0)\n" }.joined())
    }

    private func printVault(_ store: any VaultStore, _ ledger: Ledger, _ reporter: Reporter) {
        guard !reporter.isQuiet else { return }
        let title = "Vault:  "
        if dryRun { return reporter.summary(title, "\(vault) (dry run: nothing written)") }
        if store is NewVault, ledger.totals.added == 0 {
            return reporter.summary(title, "\(vault) not created: no accounts to store")
        }
        // It is saved by now, and was read back: whether it can be read once more decides nothing.
        guard let count = store is NewVault ? ledger.totals.added : try? store.items().count(where: { !$0.isDeleted })
        else { return reporter.summary(title, "\(vault) is saved") }
        reporter.summary(title, "\(vault) contains \(counted(count, "account"))")
    }
}

extension DuplicatePolicy: ExpressibleByArgument {}
