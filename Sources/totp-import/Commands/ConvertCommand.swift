import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain

struct ConvertCommand: AsyncParsableCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Read inputs and write their accounts in another format.",
        discussion: "An account that is found twice is written once, as it would stand in a vault."
    )

    @OptionGroup var source: SourceOptions

    @Option(help: "The format to write (see totp-import formats).")
    var to: ExportChoice

    @Option(help: ArgumentHelp("Where to write; - is standard output.", valueName: "file"), completion: .file())
    var output = "-"

    @Flag(help: "Overwrite the output file if it exists.")
    var force = false

    @Flag(help: "Write the export without encryption.")
    var plain = false

    @Flag(help: "Write the export encrypted.")
    var encrypt = false

    @OptionGroup var passphrase: PassphraseOptions

    @Option(help: "What happens to an account that was found already.")
    var onDuplicate = DuplicatePolicy.skip

    @Flag(help: "Do all but write.")
    var dryRun = false

    @Flag(help: "Warnings count as errors.")
    var strict = false

    @OptionGroup var report: ReportOptions
    @OptionGroup var talk: OutputOptions

    func validate() throws {
        guard let format = exportFormat else {
            throw ValidationError(
                "“\(to.description.sanitized)” is no format that can be written; totp-import formats lists them.")
        }
        if encrypt, format.description.encryption == .never {
            throw ValidationError("The format \(to) has no encrypted form; import into a vault instead.")
        }
        try passphrase.validate(besides: source)
        if encrypt, plain { throw ValidationError("--encrypt and --plain exclude each other.") }
        if report.json, output == "-" {
            throw ValidationError("--json and --output - would both write to standard output; choose a file for one.")
        }
    }

    private var exportFormat: (any ExportFormat)? {
        Assembly.current.exportFormats.first { $0.description.id == to.id }
    }

    func run() async throws {
        let console = Assembly.current.console
        try await reporting(talk) {
            try OverwriteGuard.check(output, "--output", against: source.inputs)
            try OverwriteGuard.check(report.report, "--report", against: source.inputs + [output])
            try OverwriteGuard.checkFolder(of: output)
            try OverwriteGuard.checkFolder(of: report.report)
            if output != "-", !force, case .file = FolderListing.kind(of: output) {
                throw FileError(.exists, path: output, detail: "")
            }
            let reader = try source.reader(vaultPassphrase: try passphrase.given(), isQuiet: talk.quiet)
            let run = ImportRun(reader: reader, jobs: source.jobs, policy: onDuplicate)
            let results = try await read(with: run, console)
            let (ledger, items) = try run.collect(results)
            let summary = RunSummary(ledger: ledger, talk: talk, console: console)
            summary.printProblems()
            try write(items, console)
            summary.printTotals()
            try report.write(ledger, command: "convert", console)
            return summary.status(isStrict: strict)
        }
    }

    private func write(_ items: [TOTPItem], _ console: Console) throws {
        guard let exportFormat else { return }
        let document = exportFormat.write(items)
        for loss in document.losses {
            talk.warn("“\(loss.label)”: the format \(to) cannot hold \(loss.what)", console)
        }
        guard !dryRun else { return }
        if output == "-" {
            try console.output(document.bytes)
        } else if !items.isEmpty {
            // A file without an account would be of no use, and might stand in the way of the next try.
            try AtomicFile.write(document.bytes, to: output, existing: force ? .replace : .refuse)
        }
    }
}

/// A format that can be written.
struct ExportChoice: ExpressibleByArgument, CustomStringConvertible {
    let id: FormatID

    init?(argument: String) { id = FormatID(rawValue: argument.lowercased()) }

    static var allValueStrings: [String] { Assembly.current.exportFormats.map(\.description.id.rawValue) }

    var description: String { id.rawValue }
}
