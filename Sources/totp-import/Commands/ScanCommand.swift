import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain

struct ScanCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Show the contents of QR codes.",
        discussion: "Prints one line per QR code. Secrets are hidden, unless --reveal is given."
    )

    @Argument(help: "Images, folders or archives; - is standard input.", completion: .file())
    var images: [String] = []

    @Flag(.showing, "Print JSON Lines, one object per QR code.")
    var json = false

    @Flag(.showing, "Show the whole payload, including secrets.")
    var reveal = false

    @OptionGroup var strictness: StrictOptions

    @Option(
        .showing, "Write copies of the images, with the QR codes outlined.", value: "folder",
        manual: "The folder must be new or empty. The copies show the secrets.", completion: .directory)
    var annotate: String?

    @OptionGroup var characters: EncodingOptions
    @OptionGroup var work: JobsOptions
    @OptionGroup var list: InputListOptions
    @OptionGroup var resume: ResumeOptions
    @OptionGroup var empty: EmptyOptions
    @OptionGroup var messages: OutputOptions

    func validate() throws {
        if !empty.allowEmpty { try list.validate(images, name: "images") }
        try PassphraseOptions.checkStandardInput(images + [list.filesFrom])
    }

    func run(_ reporter: Reporter) async throws -> ExitCode {
        let inputs = try resume.without(list.collect(images))
        reporter.warnAboutLinks(among: inputs)
        var kept = try OverwriteGuard([list.filesFrom])
        if resume.resume != nil { try kept.keep(inputs) }
        try kept.check(resume.resume, "--resume")
        let copies = try annotate.map { try AnnotatedCopies($0) }
        let reader = Assembly.current.reader(characters.settings, memory: try resume.memory(reporter))
        let progress = reporter.progress
        progress.begin(inputs, untouched: resume.untouched("no file was changed"))
        defer { progress.end() }
        var printer = ScanPrinter(self, reporter)
        try await read(InputQueue(inputs, reader), reader, copies, progress) { try printer.print($0) }
        progress.end()
        try printer.finish()
        try copies?.finish(reporter)
        printer.printSkipped()
        return printer.status
    }

    /// The number of results that may wait to be printed while an earlier image is scanned.
    private static let mostWaiting = 1024

    /// - Parameter print: called with each reading, in the order of the inputs.
    private func read(
        _ queue: InputQueue, _ reader: SourceReader, _ copies: AnnotatedCopies?, _ progress: ProgressLine,
        print: (ScanPrinter.ScannedInput) throws -> Void
    ) async throws {
        let isDrawn = copies != nil
        try await queue.forEach(
            width: work.jobs, waiting: isDrawn ? 2 * work.jobs : Self.mostWaiting, started: progress.start,
            finished: progress.advance
        ) { input, _ in
            var pictures: [AnnotatedCopies.Picture] = []
            guard isDrawn else { return (reading: await reader.scan(input), pictures: pictures) }
            let reading = await reader.scan(input) { pictures.append(AnnotatedCopies.draw($0, $1, $2)) }
            return (reading: reading, pictures: pictures)
        } collect: { value in
            // In the order of the inputs, so that their names do not depend on chance.
            try copies?.write(value.pictures, of: value.reading.result.name)
            try print(value.reading)
        }
    }
}
