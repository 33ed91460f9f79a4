import ImportPipeline
import SafeFile

/// A command that reads inputs.
protocol ReadingCommand {
    var source: SourceOptions { get }
    /// Whether the failure of an input is none for this run.
    func excuses(_ result: SourceResult) -> Bool
}

extension ReadingCommand {
    func excuses(_ result: SourceResult) -> Bool { false }

    /// The inputs, in order.
    ///
    /// - parameters:
    ///   - files: files to ignore in folders, such as the output file.
    ///   - report: its file is ignored in folders if it is the report of an earlier run.
    func collectInputs(without files: [String] = [], report: ReportOptions? = nil) throws -> [Input] {
        let kept = Set(files.map { FileIdentity($0) })
        return collectInputs(source.inputs).filter { input in
            guard input.folder != nil else { return true }
            if !kept.isEmpty, kept.contains(FileIdentity(input.name)) { return false }
            return report?.isEarlierReport(input) != true
        }
    }

    func collectInputs(_ arguments: [String]) -> [Input] { InputCollector.collect(arguments) }

    /// Reads all inputs, with a progress line if somebody can see it.
    func read(_ inputs: [Input], with run: ImportRun, _ reporter: Reporter) async throws -> [SourceResult] {
        reporter.warnAboutLinks(among: inputs)
        let progress = ProgressLine(reporter, total: inputs.count)
        defer { progress.clear() }
        return try await run.read(inputs, finished: progress.advance).filter { !excuses($0) }
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
