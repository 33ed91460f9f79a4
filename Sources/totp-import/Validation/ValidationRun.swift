import ArgumentParser
import Encodings
import ImportPipeline
import Links
import SafeFile
import TOTPDomain

/// One run of `validate`: from inputs through the checker into the report.
final class ValidationRun {
    private var inputs: ValidationInputs
    private var collector: ReportCollector
    private let checker: ChunkChecker
    private let output: ValidationOutput
    private let fingerprints: ValidationOutput?
    private let empty: EmptyOptions
    private let reporter: Reporter
    private var skipped: [SkippedInput: Int] = [:]
    private var lines: AlikeLines
    /// The numbers of places that `--fix` left as they were, by kind.
    private var unchanged: [String: Int] = [:]
    /// Whether some input could be read.
    private var hasRead = false
    /// Whether a text could not be read as a whole.
    private var isIncomplete = false

    var totals: ValidationTotals { collector.totals }

    init(
        _ inputs: ValidationInputs, _ checker: ChunkChecker, output: ValidationOutput,
        fingerprints: ValidationOutput?, empty: EmptyOptions, _ reporter: Reporter
    ) {
        self.inputs = inputs
        self.checker = checker
        collector = ReportCollector(checker)
        self.output = output
        self.fingerprints = fingerprints
        self.empty = empty
        self.reporter = reporter
        lines = AlikeLines(reporter)
    }

    func run(jobs: Int) async throws {
        try begin()
        // Two more pieces than jobs, so that workers never wait for input.
        try await inputs.check(width: jobs == 1 ? 1 : jobs + 2, checker) { try collect($0) }
        try finish()
    }

    private func begin() throws {
        var report: [UInt8] = []
        collector.begin(into: &report)
        try output.write(report)
        try fingerprints?.write(AccountFingerprints.header)
    }

    private func finish() throws {
        var report: [UInt8] = []
        collector.end(into: &report)
        // An empty file must not replace a file with content.
        var isWorthless = (!hasRead || (checker.correctsInput && totals.links == 0)) && !isExcused
        // Nor is the part of a text that could be read written in place of all of it.
        if checker.correctsInput, isIncomplete { isWorthless = true }
        if output.replacedInput != nil, totals.failedInputs > 0 { isWorthless = true }
        try output.finish(report, isDiscarded: isWorthless)
        try fingerprints?.finish([], isDiscarded: isWorthless)
        if isWorthless, output.file != nil { reporter.warning("\(output.path) was not written", decides: true) }
        lines.printRest()
        if output.file != nil, checker.correctsInput, !isWorthless {
            let left = unchanged.values.reduce(0, +)
            let corrected =
                totals.correctedLinks == 0 ? "no link changed" : counted(totals.correctedLinks, "link") + " corrected"
            reporter.note(
                "\(output.path): written, \(corrected)"
                    + (left == 0 ? "" : ", \(counted(left, "place")) left as before"))
        }
        let rest = unchanged.values.reduce(0) { $0 + max(0, $1 - AlikeLines.shown) }
        if rest > 0, !reporter.isVerbose {
            reporter.always("\(rest) more were left as they were (--verbose shows all)")
        }
        reporter.skipped(skipped)
    }

    /// Whether there was nothing to read, and this is allowed.
    private var isExcused: Bool { empty.allowEmpty && totals.failedInputs == 0 }

    /// - Throws: ``CommandError`` if the output replaces an input of which only the links would remain.
    private func checkPlace(_ result: ValidationResult) throws {
        guard let replaced = output.replacedInput else { return }
        guard result.chunks.allSatisfy({ $0.chunk.keepsText && $0.chunk.name == replaced }) else {
            throw ValidationOutput.cannotReplace(output.path)
        }
    }

    private func collect(_ result: ValidationResult) throws {
        var report: [UInt8] = []
        var places: [UnchangedPlace] = []
        try checkPlace(result)
        if result.isIncomplete { isIncomplete = true }
        for checked in result.chunks {
            if let remark = checked.chunk.remark { reporter.note("\(checked.chunk.name.inputName): \(remark)") }
            collector.take(checked, into: &report, unchanged: &places)
            try fingerprints?.write(checked.fingerprints)
        }
        try output.write(report)
        for place in places {
            unchanged[place.kind, default: 0] += 1
            if unchanged[place.kind, default: 0] <= AlikeLines.shown || reporter.isVerbose {
                reporter.always(place.message)
            }
        }
        if let source = result.source, empty.ignores(source) { return }
        let hasProblem = result.hasProblem && !(empty.allowEmpty && result.source?.status == .noCode)
        if hasProblem { collector.noteFailure() }
        if !result.chunks.isEmpty { hasRead = true }
        guard let source = result.source else { return }
        for warning in source.warningProblems { lines.add(warning, decides: hasProblem) }
        if let failure = source.failureProblem { lines.add(failure) }
        if let reason = source.skippedInput {
            skipped[reason, default: 0] += 1
            reporter.detail("skipped:", "\(source.name.inputName): \(reason.reason)")
        }
    }
}

/// Where the report goes: standard output, or a file that appears when it is complete.
struct ValidationOutput {
    let reporter: Reporter
    /// The file's path, or `-`.
    let path: String
    let file: StreamedFile?
    let isForced: Bool
    /// The name of the input that the file replaces.
    let replacedInput: String?

    static func cannotReplace(_ path: String) -> CommandError {
        CommandError(
            "\(path): only CSV and JSON that are not compressed can be fixed in place",
            "choose another name for --output", status: ExitCode.validationFailure)
    }

    func write(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        if let file { try file.write(bytes) } else { try reporter.output(bytes) }
    }

    func finish(_ bytes: [UInt8], isDiscarded: Bool) throws {
        try write(bytes)
        if !isDiscarded { try file?.finish(replacing: path, force: isForced, reporter) }
    }
}

/// The report for users: each link with a finding, by its place and label, and its findings.
struct TextReport: ReportFormat {
    let style: Style
    /// Columns of the terminal; nil if it goes elsewhere.
    let columns: Int?
    let showsEveryLink = false
    /// The ids of the rules in a column: padding is slow, and a long list has many findings.
    private let ids: [Rule: String]
    private let indentation: Int

    init(style: Style, columns: Int? = nil) {
        (self.style, self.columns) = (style, columns)
        let width = Rule.allCases.map(\.id.count).max() ?? 0
        ids = Dictionary(uniqueKeysWithValues: Rule.allCases.map { ($0, $0.id.padded(to: width)) })
        indentation = 13 + width
    }

    func write(_ link: LinkReport, into output: inout [UInt8]) {
        let label = link.label.isEmpty ? "" : "  \(link.label.printable(limit: Limit.shownName))"
        output += "\(style.bold(link.place))\(label)\n".utf8
        for finding in link.findings {
            let id = ids[finding.rule] ?? finding.rule.id
            // Messages quote untrusted text in a form that is safe to print.
            let message = finding.message.wrapped(to: columns, indentation: indentation)
            output += "  \(painted(finding.severity))  \(style.dim(id))  \(message)\n".utf8
        }
    }

    func end(_ totals: ValidationTotals, into output: inout [UInt8]) {}

    private func painted(_ severity: Severity) -> String {
        switch severity {
        case .error: style.red("error  ")
        case .warning: style.yellow("warning")
        case .info: style.dim("info   ")
        }
    }
}
