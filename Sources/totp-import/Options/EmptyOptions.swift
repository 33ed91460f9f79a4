import ArgumentParser
import ImportPipeline
import TOTPDomain

/// Whether a run that finds nothing has failed: a job that runs each night finds nothing on most of them.
struct EmptyOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            .writing, "Exit with 0 if there is no input, or no account.",
            manual: "An empty folder, archive, text or standard input counts as no input."))
    var allowEmpty = false

    /// Whether the failure is that there is nothing to read: an empty folder, archive, text or standard input.
    func excuses(_ result: SourceResult) -> Bool {
        guard allowEmpty, let failure = result.failure else { return false }
        return failure.code == .emptyFolder || (failure.code == .emptyFile && !result.promisesImage)
    }

    /// The exit code of a run, if images without an account are not problems.
    ///
    /// - parameter status: the exit code if they are.
    func status(_ status: ExitCode, of ledger: Ledger) -> ExitCode {
        let hasProblem =
            ledger.totals.rejected > 0 || ledger.batches.contains { !$0.missing.isEmpty }
            || ledger.sources.contains { [.failed, .partial].contains($0.result.status) }
        return allowEmpty && ledger.totals.found == 0 && !hasProblem ? ExitStatus.done : status
    }
}
