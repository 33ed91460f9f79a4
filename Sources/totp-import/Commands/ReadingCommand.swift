import ImportPipeline
import SafeFile

/// A command that reads inputs.
protocol ReadingCommand {
    var source: SourceOptions { get }
    var talk: OutputOptions { get }
}

extension ReadingCommand {
    /// Reads all inputs, with a line of progress where somebody looks at it.
    ///
    /// - parameter leavingOut: files that are passed over in folders.
    func read(
        with run: ImportRun, leavingOut files: [String] = [], _ console: Console
    ) async throws -> [SourceResult] {
        let kept = Set(files.map(AtomicFile.resolved))
        let inputs = InputCollector.collect(source.inputs)
            .filter { $0.folder == nil || !kept.contains(AtomicFile.resolved($0.name)) }
        let progress = ProgressLine(console: console, total: inputs.count, isQuiet: talk.quiet)
        defer { progress.clear() }
        return try await run.read(inputs) { progress.advance() }
    }
}
