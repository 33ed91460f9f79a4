import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain

protocol ReadingCommand: ParsableCommand {
    var source: SourceOptions { get }
    /// Nil if a run that finds nothing has always failed.
    var emptiness: EmptyOptions? { get }
}

extension ReadingCommand {
    static var commandName: String { configuration.commandName ?? "" }
    var emptiness: EmptyOptions? { nil }

    /// Returns the exit code of a run.
    ///
    /// - Parameter status: the usual exit code.
    func status(_ status: ExitCode, of ledger: Ledger) -> ExitCode { emptiness?.status(status, of: ledger) ?? status }

    /// The inputs, in order.
    ///
    /// - Parameters:
    ///   - files: files to ignore in folders, such as the output file.
    ///   - report: its file is ignored in folders if it is the report of an earlier run.
    func collectInputs(without files: [String] = [], report: ReportOptions? = nil) throws -> [Input] {
        try source.collect().without(files).filter { input in
            input.folder == nil || report?.isEarlierReport(input) != true
        }
    }

    /// Looks at the inputs before a passphrase is asked for: a wrong name is reported first.
    ///
    /// - Returns: the exit code if no input exists.
    func stopIfMissing(_ inputs: [Input], _ reporter: Reporter) async throws -> ExitCode? {
        if emptiness?.allowEmpty == true { return nil }
        let problems = inputs.compactMap { input -> String? in
            guard case .unreadable(let failure) = input.location else { return nil }
            return "\(input.name.inputName): \(VaultDamage.failure(input.name, failure).messageWithRemedy)"
        }
        guard problems.count == inputs.count else {
            // The others follow with the rest, as far as they are printed.
            let shown = reporter.isVerbose ? problems.count : AlikeLines.shown
            for problem in problems.prefix(shown) { reporter.earlyError(problem) }
            return nil
        }
        let run = ImportRun(reader: Assembly.current.reader(), jobs: 1)
        let summary = RunSummary(
            ledger: try run.collect(try await run.read(inputs).map(\.namingVersions)).ledger, reporter: reporter)
        summary.printProblems()
        summary.printTotals()
        return summary.status
    }

    /// Reads all inputs, with a progress line if a terminal shows it.
    ///
    /// - Parameters:
    ///   - untouched: the message, after an interruption, about the files that would be written.
    ///   - isAll: whether these are all inputs of the run.
    func read(
        _ inputs: [Input], with run: ImportRun, _ reporter: Reporter, untouched: String = "no file was changed",
        isAll: Bool = true
    ) async throws -> [SourceResult] {
        reporter.warnAboutLinks(among: inputs)
        let inputs = inputs.readingPastedText()
        let progress = reporter.progress
        progress.begin(inputs, untouched: untouched)
        defer { progress.end() }
        let results = try await ControllingTerminal.hidingInput {
            try await run.read(inputs, started: progress.start, finished: progress.advance)
                .map(\.namingVersions).filter { emptiness?.ignores($0) != true }
        }
        if isAll { try source.checkSecretEncoding(results, reporter) }
        return results
    }
}

extension [Input] {
    /// The inputs that arguments name.
    ///
    /// - Throws: ``CommandError`` if the shell took a link without quotes for several commands, of which this is the first.
    static func named(_ arguments: [String]) throws -> [Input] {
        let inputs = InputCollector.collect(arguments)
        guard inputs.contains(where: \.mayBeCutByShell), ControllingTerminal.isInBackground else { return inputs }
        throw CommandError(
            "the shell ended the link at its first &, and runs this in the background",
            "put the link in single quotes, or in a file")
    }

    /// Without some files in folders.
    func without(_ files: [String]) throws -> [Input] {
        let kept = Set(try files.map { try FileIdentity($0) })
        guard !kept.isEmpty else { return self }
        return filter { input in
            // If it cannot be identified, the reason is reported when it is read.
            guard input.folder != nil, let identity = try? FileIdentity(input.name) else { return true }
            return !kept.contains(identity)
        }
    }
}

extension Reporter {
    /// Shells keep arguments.
    func warnAboutLinks(among inputs: [Input]) {
        guard inputs.contains(where: \.isLinkArgument) else { return }
        warning(
            "a link as an argument stays in the shell's history, with its secret; delete it there, and next time name - "
                + "and paste the link")
        if inputs.contains(where: \.mayBeCutByShell) {
            warning("a link has one parameter; if it had more, put it in single quotes: the shell ends it at &")
        }
    }
}

struct SelectedAccounts {
    var accounts: [NumberedAccount]
    /// The number of accounts that were read.
    var total: Int
    /// Whether every input is a vault, so that accounts keep their ids from run to run.
    var areFromVaults: Bool
    /// The exit code of reading and selecting.
    var status: ExitCode
    /// The inputs, for messages.
    var place: String
    /// The input that each account came from, by row number; empty if they are not known one by one.
    var origins: [String]
    var summary: RunSummary
    /// Passphrases that may open the inputs again.
    var passphrases: [Passphrase]

    /// `12 accounts in accounts.json`, or `3 of 12 accounts in accounts.json`.
    var count: String {
        "\(accounts.count == total ? "" : "\(accounts.count) of ")\(counted(total, "account")) in \(place)"
    }
}

/// A command that shows accounts of inputs.
protocol AccountsCommand: ReportingCommand, ReadingCommand {
    var accounts: AccountOptions { get }
    var strictness: StrictOptions { get }
}

extension AccountsCommand {
    var source: SourceOptions { accounts.source }

    /// Returns the accounts of all inputs that are selected. Prints problems, and says if no account is selected.
    ///
    /// - Parameter keepsProblems: whether problems of inputs are printed later, below the accounts.
    func read(_ reporter: Reporter, keepsProblems: Bool = false) async throws -> SelectedAccounts {
        let selection = try accounts.selected()
        if source.isDefaultVault { reporter.noteDefaultVault(place) }
        let reader = try source.reader(
            for: Self.commandName, reporter, vaultPassphrases: accounts.passphrase.given.known())
        let run = ImportRun(reader: reader, jobs: source.jobs, policy: .keep)
        let (ledger, items) = try run.collect(try await read(try collectInputs(), with: run, reporter))
        let summary = RunSummary(ledger: ledger, reporter: reporter, isMerge: false, isStrict: strictness.strict)
        if !keepsProblems { summary.printProblems() }
        let status = status(summary.status, of: ledger)
        let areFromVaults = ledger.sources.allSatisfy(\.result.isVault)
        if !areFromVaults, selection.namesIDs {
            throw CommandError("\(place): accounts have an id only in a vault", "use a row number")
        }
        var selected = SelectedAccounts(
            accounts: selection.select(from: items), total: items.count, areFromVaults: areFromVaults,
            status: status, place: place, origins: ledger.origins(of: items.count),
            summary: summary, passphrases: reader.knownPassphrases)
        let unknown = selection.unknownPlaces(among: items)
        if !items.isEmpty, selected.accounts.isEmpty || !unknown.isEmpty {
            let missing = selected.accounts.isEmpty ? selection : AccountSelection(places: unknown)
            reporter.error(missing.noMatch(total: items.count, in: place))
            if selected.status == ExitStatus.done { selected.status = ExitStatus.partial }
        }
        if items.isEmpty, status == ExitStatus.done { reporter.note("\(place): no accounts") }
        if areFromVaults, source.names.count == 1 { VaultCopies.name(beside: place, reporter) }
        return selected
    }

    private var place: String {
        source.names.count == 1 ? source.names[0] : counted(source.names.count, "input")
    }
}

extension Ledger {
    /// The warnings about the inputs, with their names; for output as JSON.
    var warningLines: [String] { problems.filter(\.isWarning).map(\.line) }

    /// The names of the inputs that accounts came from, in the order of the accounts; none if some were merged.
    fileprivate func origins(of count: Int) -> [String] {
        let names = sources.flatMap { source in
            source.result.entries.compactMap { $0.isAccount ? source.result.name.inputName : nil }
        }
        return names.count == count ? names : []
    }
}
