import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain

struct ConvertCommand: AsyncParsableCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write accounts in another format.",
        discussion: "An account found twice is written once, as in a vault."
    )

    @OptionGroup var source: SourceOptions

    @Option(help: "The format to write (see totp-import formats).")
    var to: ExportChoice

    @Option(help: ArgumentHelp("Where to write; - is standard output.", valueName: "file"), completion: .file())
    var output = "-"

    @Flag(help: "Overwrite the output file if it exists.")
    var force = false

    @OptionGroup var target: TargetPassphraseOptions
    @OptionGroup var passphrase: PassphraseOptions

    @Option(help: "What to do with an account that was found already.")
    var onDuplicate = DuplicatePolicy.skip

    @Flag(help: "Dry run: read everything, write nothing.")
    var dryRun = false

    @Flag(help: "Treat warnings and losses as errors.")
    var strict = false

    @OptionGroup var report: ReportOptions
    @OptionGroup var messages: OutputOptions

    func validate() throws {
        guard let format = exportFormat else {
            throw ValidationError(
                "“\(to.description.sanitized)” is not a format that can be written; totp-import formats lists them")
        }
        try target.validate(for: format.description)
        try PassphraseOptions.checkStandardInput(
            [passphrase.file, source.sourcePassphraseFile, target.targetPassphraseFile] + source.inputs)
        if report.json, output == "-" {
            throw ValidationError("--json and --output - would both write to standard output; name a file for one")
        }
    }

    private var exportFormat: (any ExportFormat)? {
        Assembly.current.exportFormats.first { $0.description.id == to.id }
    }

    func run() async throws {
        try await reporting(messages) { reporter in
            guard let format = exportFormat else { return ExitStatus.nothing }
            let inputs = try collectInputs(report: report)
            try checkTargets(inputs)
            let protection = try target.protection(for: format.description, output)
            let reader = try source.reader(vaultPassphrase: try passphrase.given())
            let run = ImportRun(reader: reader, jobs: source.jobs, policy: onDuplicate)
            let results = try await read(inputs, with: run, reporter)
            let siblings = OverwriteGuard(reader.siblingFiles)
            try siblings.check(output, "--output")
            try siblings.check(report.report, "--report")
            var (ledger, items) = try run.collect(results)
            let export = try format.write(
                ExportRequest(
                    items: items, protection: protection, now: .wholeSecondNow, random: Assembly.current.random))
            ledger.take(export, of: items)
            let summary = RunSummary(ledger: ledger, reporter: reporter, isStrict: strict)
            summary.printProblems()
            summary.printLosses()
            try write(export, isEmpty: items.count == Set(export.leftOut.map(\.index)).count, reporter)
            summary.printTotals()
            try report.write(ledger, command: "convert", reporter)
            return summary.status
        }
    }

    /// Checks everything that can be checked before anything is read.
    private func checkTargets(_ inputs: [Input]) throws {
        var kept = OverwriteGuard(source.otherFiles + [passphrase.file, target.targetPassphraseFile])
        if output != "-" || report.report != nil { kept.keep(inputs) }
        try kept.check(output, "--output")
        kept.keep(output)
        try kept.check(report.report, "--report")
        try OverwriteGuard.checkFree(output, force: force)
    }

    /// - parameter isEmpty: whether the export contains no account.
    private func write(_ export: Export, isEmpty: Bool, _ reporter: Reporter) throws {
        // Folders of files come with the first format that has one.
        guard !dryRun, let file = export.files.first else { return }
        if output == "-" {
            try reporter.output(file.bytes)
        } else if !isEmpty {
            // A file without an account would be useless, and would make the next try fail.
            try AtomicFile.write(file.bytes, to: output, existing: force ? .replace : .refuse)
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
