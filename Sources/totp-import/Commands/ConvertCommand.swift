import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain

struct ConvertCommand: AsyncParsableCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write accounts in another format, for another app.",
        discussion: """
            An account found twice is written once, as in a vault. A format that can be encrypted is encrypted, unless \
            --plain is given. What was written is read back, and its codes are compared.
            """
    )

    @OptionGroup var source: SourceOptions
    @OptionGroup var selection: SelectionOptions

    @Option(
        help: ArgumentHelp("The format to write (see totp-import formats).", valueName: "format"),
        completion: .list(ExportChoice.ids))
    var to: ExportChoice

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Where to write: a file, or a new folder for formats of several files; - is standard output, several files as a tar archive.",
            valueName: "file"),
        completion: .file())
    var output = "-"

    @Flag(name: .shortAndLong, help: "Overwrite the output file if it exists.")
    var force = false

    @Option(help: ArgumentHelp("Accounts per QR code of google-migration (default: 5).", valueName: "n"))
    var accountsPerCode: Int?

    @Option(help: "Cipher of a keepass database (default: chacha20).")
    var cipher: ExportOptions.Cipher?

    @OptionGroup var target: TargetPassphraseOptions
    @OptionGroup var passphrase: PassphraseOptions

    @Option(help: "What to do with an account that was found already.")
    var onDuplicate = DuplicatePolicy.skip

    @Flag(name: [.customShort("n"), .long], help: "Dry run: read everything, write nothing.")
    var dryRun = false

    @Flag(help: "Treat warnings and losses as errors.")
    var strict = false

    @OptionGroup var deletion: DeleteListOptions
    @OptionGroup var resume: ResumeOptions
    @OptionGroup var empty: EmptyOptions
    @OptionGroup var report: ReportOptions
    @OptionGroup var messages: OutputOptions

    func excuses(_ result: SourceResult) -> Bool { empty.excuses(result) }
    func status(_ status: ExitCode, of ledger: Ledger) -> ExitCode { empty.status(status, of: ledger) }

    func validate() throws {
        guard let format = exportFormat else {
            throw FormatEntry.unknown(to.id, among: ExportChoice.ids, is: "a format that can be written")
        }
        try target.validate(for: format.description)
        if let accountsPerCode {
            guard to.id == "google-migration" else {
                throw ValidationError("--accounts-per-code can be used only with --to google-migration")
            }
            let range = ExportOptions.accountsPerCodeRange
            guard range ~= accountsPerCode else {
                throw ValidationError("--accounts-per-code must be \(range.lowerBound) to \(range.upperBound)")
            }
        }
        if cipher != nil, to.id != "keepass" { throw ValidationError("--cipher can be used only with --to keepass") }
        try PassphraseOptions.checkStandardInput(
            [passphrase.file, target.targetPassphraseFile] + source.users)
        try resume.validate(with: report)
        if deletion.deleteList != nil {
            if dryRun {
                throw ValidationError("--delete-list and --dry-run cannot be used together: nothing is written")
            }
            if output == "-" {
                throw ValidationError("--delete-list needs --output: another program may lose accounts")
            }
            if try !selection.selection().isEmpty {
                throw ValidationError("--delete-list needs all accounts; omit the options that select some")
            }
        }
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
            let inputs = try resume.without(collectInputs(report: report))
            try checkTargets(inputs, format.description)
            if target.isAsked(for: format.description),
                let status = try await stopIfMissing(inputs, allowsEmpty: empty.allowEmpty, reporter)
            {
                return status
            }
            let protection = try target.protection(for: format.description, output)
            let reader = try source.reader(
                vaultPassphrase: try passphrase.given(), drawsPictures: report.isPage,
                memory: try resume.memory(reporter))
            let run = ImportRun(reader: reader, jobs: source.jobs, policy: onDuplicate)
            let results = try await read(
                inputs, with: run, reporter,
                untouched: resume.untouched(
                    output == "-" ? "nothing was written" : "\(output) was not written"))
            let siblings = try OverwriteGuard(reader.siblingFiles)
            try siblings.check(output, "--output", mayBeFolder: true)
            try siblings.check(report.report, "--report")
            try siblings.check(deletion.deleteList, "--delete-list")
            var (ledger, items) = try run.collect(results)
            let found = items.count
            items = try select(items, of: results, reader)
            if items.count < found { reporter.summary("Selected:", "\(items.count) of \(counted(found, "account"))") }
            if items.isEmpty, found > 0 {
                throw CommandError(
                    message: try selection.selection().noMatch(
                        total: found, in: source.names.joined(separator: ", ")),
                    status: ExitStatus.partial)
            }
            var options = ExportOptions()
            if let accountsPerCode { options.accountsPerCode = accountsPerCode }
            if let cipher { options.cipher = cipher }
            let request = ExportRequest(
                items: items, protection: protection, options: options, now: .wholeSecondNow,
                random: Assembly.current.random)
            let export = try format.write(request)
            ledger.take(export, of: items)
            let summary = RunSummary(ledger: ledger, reporter: reporter, isStrict: strict)
            summary.printProblems()
            summary.printLosses()
            if !dryRun {
                let writer = ExportWriter(
                    format: format, output: output, force: force, jobs: source.jobs, request: request)
                Interruption.note(
                    output == "-"
                        ? "interrupted; the output is not complete"
                        : "interrupted; \(output) is complete or was not written")
                ledger.verified = try await reporter.progress.during("Writing \(output.inputName.sanitized)") {
                    try await writer.write(export, reporter)
                }
            }
            summary.printTotals()
            if output != "-" || dryRun { printCautions(format.description, export, of: items, reporter) }
            printOutput(format.description, protection, ledger.verified, reporter)
            try report.write(ledger, command: "convert", reporter)
            try deletion.write(InputFates(ledger), ledger, reporter)
            return status(summary.status, of: ledger)
        }
    }

    /// The accounts that are selected. Row numbers are those of `list`, which shows duplicates as well.
    private func select(
        _ items: [TOTPItem], of results: [SourceResult], _ reader: SourceReader
    ) throws -> [TOTPItem] {
        let selection = try selection.selection()
        guard !selection.isEmpty else { return items }
        let all = try ImportRun(reader: reader, jobs: source.jobs, policy: .keep).collect(results).items
        let selected = Set(selection.select(from: all).map { AccountIdentity($0.item) })
        return items.filter { selected.contains(AccountIdentity($0)) }
    }

    /// What was written, and what to do next. Nothing for standard output: another program reads it.
    private func printOutput(
        _ format: ExportDescription, _ protection: ExportRequest.Protection, _ count: Int?, _ reporter: Reporter
    ) {
        guard output != "-" else { return }
        let title = "Output: "
        guard let count else { return reporter.summary(title, "\(output) (dry run: nothing written)") }
        guard count > 0 else { return reporter.summary(title, "\(output) not created: no accounts to write") }
        reporter.summary(
            title, "\(output) contains \(counted(count, "account")), read back with the same codes")
        reporter.summary("Next:   ", format.importSteps(of: output.quotedForShell))
        if protection == .none {
            reporter.warning(
                "\(output) is not encrypted: anyone who can read it has the accounts. Delete it when you have imported "
                    + "it.")
        }
    }

    /// What the app will do that people should know before they import the file.
    private func printCautions(
        _ format: ExportDescription, _ export: Export, of items: [TOTPItem], _ reporter: Reporter
    ) {
        let leftOut = Set(export.leftOut.map(\.index))
        let written = items.indices.filter { !leftOut.contains($0) }.map { items[$0] }
        for caution in format.capabilities.cautions(for: written) { reporter.summary("Note:   ", caution.text) }
    }

    /// Checks everything that can be checked before anything is read.
    private func checkTargets(_ inputs: [Input], _ format: ExportDescription) throws {
        var kept = try OverwriteGuard(source.otherFiles + [passphrase.file, target.targetPassphraseFile])
        try deletion.check(inputs)
        if output != "-" || report.report != nil || resume.resume != nil { try kept.keep(inputs) }
        try kept.check(output, "--output", mayBeFolder: format.layout == .folder)
        try kept.keep(output)
        try kept.check(report.report, "--report")
        try kept.keep(report.report ?? "-")
        try kept.check(resume.resume, "--resume")
        try kept.keep(resume.resume ?? "-")
        try kept.check(deletion.deleteList, "--delete-list")
        guard output != "-" else { return }
        switch format.layout {
        case .file: try OverwriteGuard.checkFree(output, force: force)
        case .folder: try StagedFolder.checkFree(output)
        }
    }
}

extension ExportDescription {
    /// How to import a file. Of the steps, those that are a command name it.
    fileprivate func importSteps(of file: String) -> String {
        importSteps.split(separator: " ", omittingEmptySubsequences: false)
            .map { $0 == "FILE" ? file : String($0) }.joined(separator: " ")
    }
}

extension ExportOptions.Cipher: ExpressibleByArgument {}

/// A format that can be written.
struct ExportChoice: ExpressibleByArgument, CustomStringConvertible {
    let id: FormatID

    init?(argument: String) { id = FormatID(rawValue: argument.lowercased()) }

    static var ids: [String] { Assembly.current.exportFormats.map(\.description.id.rawValue).sorted() }

    var description: String { id.rawValue }
}
