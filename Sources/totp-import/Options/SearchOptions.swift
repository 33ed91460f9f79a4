import ArgumentParser
import ImportPipeline
import TOTPDomain

/// Which accounts are shown.
struct SearchOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only accounts whose issuer or name holds this text, case aside.", valueName: "text"))
    var search: String?

    func matches(_ item: TOTPItem) -> Bool {
        guard let text = search?.lowercased() else { return true }
        return item.issuer.lowercased().contains(text) || item.name.lowercased().contains(text)
    }
}

extension ReadingCommand {
    /// The accounts of all inputs that match, and the exit code that reading them asks for.
    func accounts(
        _ passphrase: PassphraseOptions, _ search: SearchOptions, _ console: Console
    ) async throws -> ([TOTPItem], ExitCode) {
        let reader = try source.reader(vaultPassphrase: try passphrase.given(), isQuiet: talk.quiet)
        let run = ImportRun(reader: reader, jobs: source.jobs, policy: .keep)
        let (ledger, items) = try run.collect(try await read(with: run, console))
        let summary = RunSummary(ledger: ledger, talk: talk, console: console, isMerge: false)
        summary.printProblems()
        return (items.filter(search.matches), summary.status(isStrict: false))
    }
}
