import ArgumentParser
import Encodings
import ImportPipeline
import TOTPDomain

/// Prints the QR codes of each image as soon as the images before it are printed, and decides the exit code.
struct ScanPrinter {
    typealias ScannedInput = (result: SourceResult, scan: ImageScan?)

    private let command: ScanCommand
    private let reporter: Reporter

    private var copies = CopyTally()
    private var folders = FolderTally()
    private var skipped: [SkippedInput: Int] = [:]
    private var lines: AlikeLines
    private var hasCodes = false
    private var hasProblems = false
    private var hasWarnings = false

    init(_ command: ScanCommand, _ reporter: Reporter) {
        (self.command, self.reporter) = (command, reporter)
        lines = AlikeLines(reporter)
    }

    private var isStrict: Bool { command.strictness.strict }
    private var empty: EmptyOptions { command.empty }

    /// To be called in the order of the inputs.
    mutating func print(_ reading: ScannedInput) throws {
        var reading = reading
        copies.note(&reading.result)
        folders.add(reading.result)
        try show(reading)
    }

    /// Prints the results that are known only at the end.
    mutating func finish() throws {
        for failure in folders.failures { try show((failure, nil)) }
    }

    /// To be called after everything else was printed.
    func printSkipped() {
        lines.printRest()
        reporter.skipped(skipped)
    }

    var status: ExitCode {
        guard hasCodes else { return empty.allowEmpty && !hasProblems ? ExitStatus.done : ExitStatus.nothing }
        return hasProblems || (isStrict && hasWarnings) ? ExitStatus.partial : ExitStatus.done
    }

    private mutating func show(_ reading: ScannedInput) throws {
        let (result, scan) = reading
        if empty.ignores(result) { return }
        let warnings = Self.warnings(result)
        let hasProblem = hasProblem(result, scan)
        if let skippedInput = result.skippedInput { skipped[skippedInput, default: 0] += 1 }
        if result.codes ?? 0 > 0 { hasCodes = true }
        if hasProblem { hasProblems = true }
        if !warnings.isEmpty { hasWarnings = true }

        let name = result.name.inputName.printable(limit: 400)
        if let skipped = result.skippedInput { return reporter.detail("skipped:", "\(name): \(skipped.reason)") }
        if let failure = result.failureProblem { lines.add(failure) }
        for (index, code) in (scan?.codes ?? []).enumerated() {
            // With --annotate, lines have the number of the code on its image.
            try reporter.output(
                command.json
                    ? ScanLine.json(result, code, index: index, scan, reveal: command.reveal)
                    : ScanLine.text(result, code, reveal: command.reveal, isNumbered: command.annotate != nil))
        }
        if command.json, scan?.codes.isEmpty ?? true {
            try reporter.output(ScanLine.json(result, nil, index: 0, scan, reveal: command.reveal))
        }
        for warning in warnings { lines.add(warning, decides: isStrict || hasProblem) }
    }

    /// Codes that are not accounts were printed as such.
    private static func warnings(_ result: SourceResult) -> [RunProblem] {
        var result = result
        result.warnings.removeAll { $0.topic == .codesWithoutAccount }
        return result.warningProblems
    }

    private func hasProblem(_ result: SourceResult, _ scan: ImageScan?) -> Bool {
        result.status == .failed || result.status == .partial || (scan?.hasProblem == true && !isExcused(result))
    }

    /// An image without a code.
    private func isExcused(_ result: SourceResult) -> Bool { empty.allowEmpty && result.status == .noCode }
}
