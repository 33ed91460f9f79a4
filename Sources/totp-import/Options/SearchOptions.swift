import ArgumentParser
import Encodings
import ImportPipeline
import TOTPDomain

/// Which accounts to show.
struct SearchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only accounts whose issuer or name contains this text, ignoring case.", valueName: "text"))
    var search: String?

    func matches(_ item: TOTPItem) -> Bool {
        guard let text = search?.lowercased() else { return true }
        return item.issuer.lowercased().contains(text) || item.name.lowercased().contains(text)
    }
}

extension ReadingCommand {
    /// The accounts of all inputs that match, and the exit code of reading them.
    func accounts(
        _ passphrase: PassphraseOptions, _ search: SearchOptions, _ reporter: Reporter
    ) async throws -> ([TOTPItem], ExitCode) {
        let reader = try source.reader(reporter, vaultPassphrase: try passphrase.given())
        let run = ImportRun(reader: reader, jobs: source.jobs, policy: .keep)
        let (ledger, items) = try run.collect(try await read(try collectInputs(), with: run, reporter))
        let summary = RunSummary(ledger: ledger, reporter: reporter, isMerge: false)
        summary.printProblems()
        let matches = items.filter(search.matches)
        if matches.isEmpty, !items.isEmpty, let text = search.search {
            reporter.error("no account matches “\(text)” (\(items.count) in \(place))")
            return ([], summary.status == ExitStatus.done ? ExitStatus.partial : summary.status)
        }
        if items.isEmpty, summary.status == ExitStatus.done { reporter.note("\(place): no accounts") }
        return (matches, summary.status)
    }

    private var place: String {
        source.inputs.count == 1 ? source.inputs[0].inputName : counted(source.inputs.count, "input")
    }
}
