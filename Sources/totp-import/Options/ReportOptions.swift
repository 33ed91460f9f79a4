import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain

/// Where the ledger goes, apart from the summary.
struct ReportOptions: ParsableArguments {
    @Option(
        .writing, "Write a report, without secrets: JSON, or a page (.html).", value: "file",
        manual: """
            It says what happened to every entry, as [JSON](#the-report), or as a [page](#the-report-page) for a \
            browser if the name ends in `.html`. An earlier report is replaced, and no other file. `-` is \
            standard output.
            """)
    var report: String?

    @Flag(.showing, "Print the report on standard output.", manual: "It is [JSON](#the-report), as with `--report -`.")
    var json = false

    var isPage: Bool { report?.lowercased().hasSuffix(".html") == true }

    func write(_ ledger: Ledger, command: String, _ reporter: Reporter) throws {
        guard json || report != nil else { return }
        let bytes = ledger.report(command: command).utf8 + [ASCII.newline]
        if json || report == "-" { try ledger.writeAfterwards(bytes, to: "-", reporter) }
        guard let report, report != "-" else { return }
        let page = isPage ? try ReportPage(ledger, command: command, on: .wholeSecondNow).bytes : bytes
        try ledger.writeAfterwards(page, to: report, reporter)
        reporter.summary("Report: ", report)
    }

    /// Whether a file is the report of an earlier run: in a folder that is imported again, it is not an input.
    func isEarlierReport(_ input: Input) -> Bool {
        // If it cannot be identified, the reason is reported when it is read.
        guard let report, input.folder != nil, case .file(let path) = input.location,
            let identity = try? FileIdentity(path), identity == (try? FileIdentity(report))
        else { return false }
        return (try? BoundedFile.read(path, limit: Limit.input)).map(SideFile.report.isEarlier) ?? false
    }
}

/// Whether a run with warnings has failed.
struct StrictOptions: ParsableArguments {
    @Flag(.showing, "Treat warnings as errors: exit with 1.")
    var strict = false
}

/// Whether a run that finds nothing has failed: a job that runs each night finds nothing on most of them.
struct EmptyOptions: ParsableArguments {
    @Flag(
        .writing, "Exit with 0 if there is no input, or no account.",
        manual: "An empty folder, archive, text or standard input counts as no input.")
    var allowEmpty = false

    /// Whether the failure is that there is nothing to read: an empty folder, archive, text or standard input.
    func ignores(_ result: SourceResult) -> Bool {
        guard allowEmpty, let failure = result.failure else { return false }
        return failure.code == .emptyFolder || (failure.code == .emptyFile && !result.isNamedLikeImage)
    }

    /// The exit code of a run, if images without an account are not problems.
    ///
    /// - Parameter status: the exit code if they are.
    func status(_ status: ExitCode, of ledger: Ledger) -> ExitCode {
        let hasProblem =
            ledger.totals.rejected > 0 || ledger.batches.contains { !$0.missing.isEmpty }
            || ledger.sources.contains { [.failed, .partial].contains($0.result.status) }
        return allowEmpty && ledger.totals.found == 0 && !hasProblem ? ExitStatus.done : status
    }
}
