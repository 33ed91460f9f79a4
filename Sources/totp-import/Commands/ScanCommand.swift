import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain

struct ScanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Show the contents of QR codes.",
        discussion: "Prints one line per QR code. Secrets are hidden, unless --reveal is given."
    )

    @Argument(help: "Images, folders (searched recursively), archives, or - for standard input.", completion: .file())
    var images: [String]

    @Flag(help: "Print JSON Lines, one object per QR code.")
    var json = false

    @Flag(help: "Show the whole payload, including secrets.")
    var reveal = false

    @Flag(help: "Treat warnings as errors.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "Write a copy of each image with its codes outlined into a new folder.", valueName: "folder"),
        completion: .directory)
    var annotate: String?

    @Option(help: ArgumentHelp("Number of images to read at once.", valueName: "n"))
    var jobs = SourceOptions.defaultJobs

    @OptionGroup var empty: EmptyOptions
    @OptionGroup var messages: OutputOptions

    func validate() throws {
        try SourceOptions.validate(jobs: jobs)
        try PassphraseOptions.checkStandardInput(images)
    }

    func run() async throws {
        let assembly = Assembly.current
        try await reporting(messages) { reporter in
            let inputs = InputCollector.collect(images)
            reporter.warnAboutLinks(among: inputs)
            let copies = try annotate.map { try AnnotatedCopies($0) }
            let progress = reporter.progress
            progress.begin(inputs, untouched: "no file was changed")
            defer { progress.end() }
            let reader = assembly.reader
            let queue = InputQueue(inputs, reader)
            var readings = try await read(queue, reader, copies, progress)
            progress.end()
            var tally = CopyTally()
            for index in readings.indices { tally.note(&readings[index].result) }
            var folders = FolderTally()
            for reading in readings { folders.add(reading.result) }
            readings += folders.failures.map { ($0, nil) }
            readings.removeAll { empty.excuses($0.result) }
            for (result, scan) in readings { try print(result, scan, reporter) }
            try copies?.finish(reporter)
            reporter.skipped(
                readings.reduce(into: [:]) { counts, reading in
                    if let skipped = reading.result.skippedInput { counts[skipped, default: 0] += 1 }
                })
            return status(of: readings)
        }
    }

    private typealias Reading = (result: SourceResult, scan: ImageScan?)

    private func read(
        _ queue: InputQueue, _ reader: SourceReader, _ copies: AnnotatedCopies?, _ progress: ProgressLine
    ) async throws -> [Reading] {
        guard let copies else {
            return try await queue.map(width: jobs, started: progress.start, finished: progress.advance) { input, _ in
                await reader.scan(input)
            }
        }
        // Pictures are written in the order of the inputs, so that their names do not depend on chance.
        return try await queue.map(width: jobs, waiting: 2 * jobs, started: progress.start, finished: progress.advance)
        { input, _ in
            var pictures: [AnnotatedCopies.Picture] = []
            let reading = await reader.scan(input) { pictures.append(AnnotatedCopies.draw($0, $1, $2)) }
            return (reading: reading, pictures: pictures)
        } collect: { value in
            try copies.write(value.pictures, of: value.reading.result.name)
            value.pictures = []
        }.map(\.reading)
    }

    private func print(_ result: SourceResult, _ scan: ImageScan?, _ reporter: Reporter) throws {
        let name = result.name.inputName.printable(limit: 400)
        if let skipped = result.skippedInput { return reporter.detail("skipped:", "\(name): \(skipped.reason)") }
        if let failure = result.failure { reporter.error("\(name): \(failure.advised)") }
        for (index, code) in (scan?.codes ?? []).enumerated() {
            try reporter.output(
                json
                    ? ScanLine.json(result, code, index: index, unread: scan?.unread ?? 0, reveal: reveal)
                    : ScanLine.text(result, code, reveal: reveal, isNumbered: annotate != nil))
        }
        if json, scan?.codes.isEmpty ?? true {
            try reporter.output(
                ScanLine.json(result, nil, index: 0, unread: scan?.unread ?? 0, reveal: reveal))
        }
        for warning in warnings(result, scan) {
            reporter.warning("\(name): \(warning)", decides: strict || hasProblem(result, scan))
        }
    }

    /// Codes that are not accounts were printed as such.
    private func warnings(_ result: SourceResult, _ scan: ImageScan?) -> [String] {
        result.warnings.filter { $0 != scan?.otherCodesWarning }
    }

    private func hasProblem(_ result: SourceResult, _ scan: ImageScan?) -> Bool {
        result.status == .failed || result.status == .partial || (scan?.hasProblem == true && !isExcused(result))
    }

    /// An image without a code.
    private func isExcused(_ result: SourceResult) -> Bool { empty.allowEmpty && result.status == .noCode }

    private func status(of readings: [(result: SourceResult, scan: ImageScan?)]) -> ExitCode {
        guard readings.contains(where: { $0.result.codes ?? 0 > 0 }) else {
            let isExcused = empty.allowEmpty && !readings.contains { hasProblem($0.result, $0.scan) }
            return isExcused ? ExitStatus.done : ExitStatus.nothing
        }
        let isPartial = readings.contains { result, scan in
            hasProblem(result, scan) || (strict && !warnings(result, scan).isEmpty)
        }
        return isPartial ? ExitStatus.partial : ExitStatus.done
    }
}
