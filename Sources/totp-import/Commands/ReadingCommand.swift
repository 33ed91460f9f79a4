import ImportPipeline

/// A command that reads inputs.
protocol ReadingCommand {
    var source: SourceOptions { get }
    var talk: TalkOptions { get }
}

extension ReadingCommand {
    /// Reads all inputs, with a line of progress where somebody looks at it.
    func read(with run: ImportRun, _ console: Console) async throws -> [SourceResult] {
        let inputs = InputCollector.collect(source.inputs)
        let progress = ProgressLine(console: console, total: inputs.count, isQuiet: talk.quiet)
        defer { progress.clear() }
        return try await run.read(inputs) { progress.advance() }
    }
}
