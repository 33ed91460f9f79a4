import ArgumentParser
import Encodings
import ImportPipeline
import LinkValidation
import SafeFile
import TOTPDomain

/// One run of `validate`: pieces out of inputs, through the checker, into the report.
final class ValidationRun {
    private var inputs: ValidationInputs
    private var collector: ReportCollector
    private let checker: ChunkChecker
    private let output: ValidationOutput
    private let talk: OutputOptions
    private let console: Console
    /// Rooms of chunks that are done with.
    private var buffers: [[UInt8]] = []
    private var skipped = 0

    var totals: ValidationTotals { collector.totals }

    init(
        _ inputs: ValidationInputs, _ checker: ChunkChecker, output: ValidationOutput, talk: OutputOptions,
        console: Console
    ) {
        self.inputs = inputs
        self.checker = checker
        collector = ReportCollector(checker)
        self.output = output
        self.talk = talk
        self.console = console
    }

    func run(jobs: Int, images: ImageReader) async throws {
        var report: [UInt8] = []
        collector.begin(into: &report)
        try output.write(&report)
        let checker = checker
        try await OrderedWork.run(
            width: jobs,
            next: { inputs.next(from: &buffers) },
            work: { ValidationResult(of: $0, checker, images) },
            collect: { try collect($0) })
        collector.end(into: &report)
        try output.finish(&report)
        if skipped > 0, !talk.quiet, !talk.verbose {
            let what = skipped == 1 ? "1 file that is" : "\(skipped) files that are"
            console.note("Skipped \(what) neither a picture nor a text with links (--verbose names them).")
        }
    }

    private func collect(_ result: ValidationResult) throws {
        var report: [UInt8] = []
        var notes: [String] = []
        for chunk in result.chunks {
            collector.take(chunk, into: &report, notes: &notes)
            if chunk.isReusable { buffers.append(chunk.buffer) }
        }
        try output.write(&report)
        for note in notes { console.note(note) }
        if result.failure != nil || !result.warnings.isEmpty { collector.noteFailure() }
        for warning in result.warnings {
            talk.warn("\(name(result)): \(warning)", console)
        }
        if let failure = result.failure {
            let style = talk.errorStyle(console)
            console.note("\(style.red("error:")) \(name(result)): \(failure.message.sanitized)")
        }
        if result.isSkipped {
            skipped += 1
            if talk.verbose { console.note("skipped: \(name(result)): neither a picture nor a text with links") }
        }
    }

    private func name(_ result: ValidationResult) -> String {
        result.name == "-" ? "standard input" : result.name.sanitized
    }
}

/// Where the report goes: standard output, or a file that stands there when it is whole.
struct ValidationOutput {
    let console: Console
    let file: StreamedFile?
    let isReplacing: Bool

    func write(_ bytes: inout [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        if let file { try file.write(bytes) } else { try console.output(bytes) }
        bytes.removeAll(keepingCapacity: true)
    }

    func finish(_ bytes: inout [UInt8]) throws {
        try write(&bytes)
        try file?.finish(replacing: isReplacing)
    }
}
