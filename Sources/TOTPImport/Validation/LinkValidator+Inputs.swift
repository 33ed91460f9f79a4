internal import ImportPipeline
package import Links
internal import Platform
public import TOTPCore

extension LinkValidator {
    /// Checks every link in the inputs: texts, CSV files, images with QR codes, archives.
    ///
    /// - Parameter inputs: texts with links, CSV files, images, archives and folders.
    /// - Returns: the problems of each link, and links and secrets that occur twice in all of the inputs.
    /// - Throws: `CancellationError`.
    public func check(_ inputs: [ImportInput]) async throws -> ValidationReport {
        let run = try await checkLinks(of: inputs, checker)
        return ValidationReport(run.collector.totals, run.collector.reports, failures: run.failures)
    }

    /// The links of the inputs in the form in which this program writes them; lines without a link stay as they are.
    ///
    /// - Returns: also the places that were not corrected.
    package static func corrected(
        _ inputs: [ImportInput]
    ) async throws -> (output: [UInt8], left: [UnchangedPlace]) {
        let checker = ChunkChecker(checker: LinkChecker(), output: .correctedInput)
        let run = try await checkLinks(of: inputs, checker)
        return (run.output, run.unchanged)
    }
}

private func checkLinks(
    of inputs: [ImportInput], _ checker: ChunkChecker
) async throws -> (
    collector: ReportCollector, output: [UInt8], unchanged: [UnchangedPlace], failures: [ValidationReport.Failure]
) {
    var pieces = ValidationInputs(inputs.flatMap(\.inputs), Parts.standard.reader(), field: .line)
    var collector = ReportCollector(checker)
    var output: [UInt8] = []
    var unchanged: [UnchangedPlace] = []
    var failures: [ValidationReport.Failure] = []
    let width = ProcessInfo.processInfo.activeProcessorCount
    try await pieces.check(width: width, checker) { result in
        for chunk in result.chunks { collector.take(chunk, into: &output, unchanged: &unchanged) }
        guard let source = result.source, result.hasProblem else { return }
        collector.noteFailure()
        let reasons = source.failure.map { [$0.message] } ?? source.warnings.map(\.message)
        let onPage = source.failure.map { [$0.textOnPage] } ?? source.warnings.map(\.textOnPage)
        failures.append(
            ValidationReport.Failure(
                source: source.name, reason: reasons.joined(separator: "; "),
                onPage: onPage.joined(separator: "; ")))
    }
    collector.end(into: &output)
    return (collector, output, unchanged, failures)
}
