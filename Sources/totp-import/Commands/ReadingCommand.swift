import ArgumentParser
import ImportPipeline
import SafeFile

/// A command that reads inputs.
protocol ReadingCommand {
    var source: SourceOptions { get }
    /// Whether this run ignores an input's failure.
    func ignores(_ result: SourceResult) -> Bool
    /// The exit code of a run, of which the usual one is given.
    func status(_ status: ExitCode, of ledger: Ledger) -> ExitCode
}

extension ReadingCommand {
    func ignores(_ result: SourceResult) -> Bool { false }
    func status(_ status: ExitCode, of ledger: Ledger) -> ExitCode { status }

    /// The inputs, in order.
    ///
    /// - parameters:
    ///   - files: files to ignore in folders, such as the output file.
    ///   - report: its file is ignored in folders if it is the report of an earlier run.
    func collectInputs(without files: [String] = [], report: ReportOptions? = nil) throws -> [Input] {
        try source.collect().without(files).filter { input in
            input.folder == nil || report?.isEarlierReport(input) != true
        }
    }

    /// Looks at the inputs before a passphrase is asked for: nobody should type one to learn that a name is wrong.
    ///
    /// - parameter allowsEmpty: whether finding nothing is no failure.
    /// - returns: the exit code if no input exists.
    func stopIfMissing(_ inputs: [Input], allowsEmpty: Bool, _ reporter: Reporter) async throws -> ExitCode? {
        guard !allowsEmpty else { return nil }
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

    /// Reads all inputs, with a progress line if somebody can see it.
    ///
    /// - parameter untouched: what an interruption says of the files that would be written.
    func read(
        _ inputs: [Input], with run: ImportRun, _ reporter: Reporter, untouched: String = "no file was changed"
    ) async throws -> [SourceResult] {
        reporter.warnAboutLinks(among: inputs)
        let inputs = inputs.readingPastedText()
        let progress = reporter.progress
        progress.begin(inputs, untouched: untouched)
        defer { progress.end() }
        return try await ControllingTerminal.hidingInput {
            try await run.read(inputs, started: progress.start, finished: progress.advance)
                .map(\.namingVersions).filter { !ignores($0) }
        }
    }
}

extension [Input] {
    /// Without some files in folders.
    func without(_ files: [String]) throws -> [Input] {
        let kept = Set(try files.map { try FileIdentity($0) })
        guard !kept.isEmpty else { return self }
        return filter { input in
            // Why it cannot be looked at is told when it is read.
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
    }
}
