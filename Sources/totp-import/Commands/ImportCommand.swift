import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain
import Vault

struct ImportCommand: AsyncParsableCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Read inputs and merge their accounts into a vault.",
        discussion: "The vault is made if it is not there. Troubles of one input never stop the others."
    )

    @OptionGroup var source: SourceOptions

    @Option(help: ArgumentHelp("The vault that the accounts go into.", valueName: "file"), completion: .file())
    var vault: String

    @OptionGroup var key: VaultKeyOptions

    @Option(help: "What happens to an account that the vault has already.")
    var onDuplicate = DuplicatePolicy.skip

    @Flag(help: "Do all but write.")
    var dryRun = false

    @Flag(help: "Warnings count as errors.")
    var strict = false

    @Flag(help: "Do not keep the previous vault as FILE.bak.")
    var noBackup = false

    @OptionGroup var report: ReportOptions
    @OptionGroup var talk: OutputOptions

    func validate() throws {
        let users = [key.passphrase.file, key.recoveryFile, source.sourcePassphraseFile]
        if (source.inputs.filter { $0 == "-" } + users.compactMap { $0 }.filter { $0 == "-" }).count > 1 {
            throw ValidationError("Standard input (-) can be one thing only: an input, or one of the passphrases.")
        }
        if vault == "-" { throw ValidationError("--vault takes a file; a vault is never a stream.") }
    }

    func run() async throws {
        let console = Assembly.current.console
        try await reporting(talk, place: vault) {
            try OverwriteGuard.check(
                report.report, "--report", against: OverwriteGuard.files(ofVault: vault) + source.inputs)
            try OverwriteGuard.checkFolder(of: report.report)
            let store = try openVault()
            let run = ImportRun(
                reader: try source.reader(vaultPassphrase: try key.passphrase.given(), isQuiet: talk.quiet),
                jobs: source.jobs,
                policy: onDuplicate)
            // The vault may stand in a folder that is imported; it is not a source of itself.
            let results = try await read(with: run, leavingOut: OverwriteGuard.files(ofVault: vault), console)
            let ledger = try merge(results, with: run, into: store)
            let summary = RunSummary(ledger: ledger, talk: talk, console: console)
            summary.printProblems()
            summary.printTotals()
            try printVault(store, ledger, console)
            try report.write(ledger, command: "import", console)
            return summary.status(isStrict: strict)
        }
    }

    /// The passphrase is checked before anything is read: nobody should wait for a scan to learn of a typing error.
    private func openVault() throws -> any VaultStore {
        switch FolderListing.kind(of: vault) {
        case .unreadable(let problem) where problem.kind == .notFound:
            if case .unreadable(let problem) = FolderListing.kind(of: vault.parentFolder) { throw problem }
            // A trial run makes no vault, so it needs no passphrase.
            if dryRun { return NewVault(path: vault, passphrase: Passphrase("")) }
            if key.recoveryFile != nil { throw problem }
            return NewVault(path: vault, passphrase: try key.passphrase.new(for: vault))
        default:
            return try key.open(vault, keepsBackup: !noBackup)
        }
    }

    /// A new vault is only made when there is something to put into it.
    private func merge(
        _ results: [SourceResult], with run: ImportRun, into store: any VaultStore
    ) throws -> Ledger {
        let hasAccounts = results.contains {
            $0.entries.contains { if case .item = $0.outcome { true } else { false } }
        }
        return try run.merge(results, into: store, isDryRun: dryRun || (store is NewVault && !hasAccounts))
    }

    private func printVault(_ store: any VaultStore, _ ledger: Ledger, _ console: Console) throws {
        guard !talk.quiet else { return }
        let name = talk.errorStyle(console).bold("Vault:   ") + vault.sanitized
        if dryRun { return console.note("\(name) (trial run: nothing was written)") }
        if store is NewVault, ledger.totals.added == 0 {
            return console.note("\(name) was not made: there is nothing to put into it")
        }
        let count = store is NewVault ? ledger.totals.added : try store.items().count { !$0.isDeleted }
        console.note("\(name) holds \(count) account\(count == 1 ? "" : "s")")
    }
}

extension DuplicatePolicy: ExpressibleByArgument {}
