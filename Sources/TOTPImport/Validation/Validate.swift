internal import ImportPipeline
internal import LinkValidation
public import TOTPCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Checks every link in the inputs: texts, CSV files, pictures with QR codes, archives.
///
/// - Parameters:
///   - inputs: texts with links, CSV files, pictures, archives and folders.
///   - validator: which rules count.
/// - Returns: what is wrong with each link, and links and secrets that occur twice in all of the inputs.
/// - Throws: `CancellationError`.
public func validate(
    _ inputs: [ImportInput], with validator: LinkValidator = LinkValidator()
) async throws -> ValidationReport {
    let reader = Parts.standard.reader()
    let form = ListedReports()
    let checker = validator.checker(form)
    var pieces = ValidationInputs(inputs.flatMap(\.inputs), reader, field: .line)
    var collector = ReportCollector(checker)
    var output: [UInt8] = []
    var notes: [String] = []
    var buffers: [[UInt8]] = []
    var failures: [ValidationReport.Failure] = []
    let width = ProcessInfo.processInfo.activeProcessorCount
    try await BoundedTasks.run(width: width, waiting: width) {
        await pieces.next(from: &buffers)
    } work: { piece in
        ValidationResult(of: piece, checker, reader)
    } collect: { result in
        for chunk in result.chunks { collector.take(chunk, into: &output, notes: &notes) }
        guard let source = result.source, result.hasProblem else { return }
        collector.noteFailure()
        let reasons = source.failure.map { [$0.message] } ?? source.warnings
        failures.append(ValidationReport.Failure(source: source.name, reason: reasons.joined(separator: "; ")))
    }
    collector.end(into: &output)
    return ValidationReport(collector.totals, form.reports(in: output), failures: failures)
}
