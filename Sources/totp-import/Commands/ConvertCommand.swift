import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain
import TOTPImport

struct ConvertCommand: AsyncParsableCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write accounts in another format, for another app.",
        discussion: """
            An account found twice is written once, as in a vault. A format that can be encrypted is encrypted, unless \
            --plain is given. What was written is read back, and its codes are compared. With --into, codes go into the \
            logins of an export that exists, and a new export is written (see --dry-run).
            """
    )

    @OptionGroup var source: SourceOptions
    @OptionGroup var selection: SelectionOptions

    @Option(
        help: ArgumentHelp(.writing, "The format to write (see totp-import formats).", value: "format"),
        completion: .list(ExportChoice.ids))
    var to: ExportChoice

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            .writing, "The file or the new folder to write; - is standard output.", value: "file|folder",
            manual: """
                A folder is for formats of several files, and must be new or empty; on standard output they are a tar \
                archive. If there is no account, nothing is created. Without this option, standard output is taken; if \
                it is a terminal, a prompt asks for a name.
                """),
        completion: .file())
    var file: String?

    private var output: String { file ?? "-" }

    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp(
            .writing, "Overwrite the output file if it exists.",
            manual: "Never a folder."))
    var force = false

    @OptionGroup var options: TargetOptions
    @OptionGroup var into: IntoOptions
    @OptionGroup var target: TargetPassphraseOptions
    @OptionGroup var passphrase: PassphraseOptions

    @Option(
        help: ArgumentHelp(
            .writing, "What to do with an account that was found already.", value: "policy",
            manual: """
                With `keep`, it is written twice; else once: with `fill`, with the note, PIN, tags, favorite flag and \
                token that the other readings add; with `skip`, as it was read first; with `update`, with what was read last.
                """))
    var onDuplicate = DuplicatePolicy.fill

    @Flag(
        name: [.customShort("n"), .long],
        help: ArgumentHelp(
            .writing, "Dry run: read everything, write nothing.",
            manual: "Only `--report` is written."))
    var dryRun = false

    @Flag(help: ArgumentHelp(.showing, "Treat warnings and losses as errors: exit with 1."))
    var strict = false

    @OptionGroup var files: RunOptions
    @OptionGroup var messages: OutputOptions

    func ignores(_ result: SourceResult) -> Bool { files.empty.ignores(result) }
    func status(_ status: ExitCode, of ledger: Ledger) -> ExitCode { files.empty.status(status, of: ledger) }

    func validate() throws {
        guard let format = exportFormat else {
            if let unwritable = AppSearch.unwritable(to.description) { throw ValidationError(unwritable.message) }
            throw FormatEntry.unknown(to.id, among: ExportChoice.ids, is: "a format that can be written")
        }
        try target.validate(for: format.description)
        try options.validate(for: format.description)
        try into.validate(for: format, cipher: options.cipher)
        try source.validateInputs()
        try PassphraseOptions.checkStandardInput(
            [passphrase.file, target.targetPassphraseFile] + source.stdinCandidates)
        if files.deletion.deleteList != nil {
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
        if files.report.json, output == "-" {
            throw ValidationError("--json and --output - would both write to standard output; name a file for one")
        }
    }

    private var exportFormat: (any ExportFormat)? {
        Assembly.current.exportFormats.first { $0.description.id == to.id }
    }

    func run() async throws {
        try await reporting(messages) { reporter in
            guard let format = exportFormat else { return ExitStatus.nothing }
            let inputs = try files.resume.without(collectInputs(report: files.report))
            var output = output
            if file == nil, !dryRun, reporter.console.isOutputTerminal {
                if let status = try await stopIfMissing(inputs, allowsEmpty: files.empty.allowEmpty, reporter) {
                    return status
                }
                output = try askForFile(format.description)
            }
            return try await Conversion(command: self, format: format, output: output, reporter: reporter).run(inputs)
        }
    }

    /// Asks for the output: secrets do not appear on a terminal unasked.
    private func askForFile(_ format: ExportDescription) throws -> String {
        let proposal = format.exampleOutput
        let what = format.layout == .folder ? "New folder" : "File"
        guard let answer = TypedAnswer.line("\(what) to write [\(proposal)]: ")?.trimmingWhitespace else {
            throw CommandError(
                "the secrets would appear on the terminal",
                .text("name a \(what.lowercased()) with --output, or use --output -"),
                status: ExitCode.validationFailure)
        }
        return answer.isEmpty ? proposal : answer
    }

    private func convert(
        _ inputs: [Input], to format: any ExportFormat, _ reporter: Reporter
    ) async throws -> ExitCode {
        try checkTargets(inputs, format.description)
        if into.into == nil, target.isAsked(for: format.description),
            let status = try await stopIfMissing(inputs, allowsEmpty: files.empty.allowEmpty, reporter)
        {
            return status
        }
        let reader = try source.reader(
            for: Self.commandName, reporter, vaultPassphrases: try passphrase.given.known(),
            exportPassphrases: into.into == nil ? [] : target.given.known(),
            drawsPictures: files.report.isPage, memory: try files.resume.memory(reporter))
        let opened = try await into.open(format, target, reader, isDryRun: dryRun)
        let protection = try opened?.protection ?? target.protection(for: format.description, output)
        let run = ImportRun(reader: reader, jobs: source.jobs, policy: onDuplicate)
        let results = try await read(
            inputs, with: run, reporter,
            untouched: files.resume.untouched(
                output == "-" ? "nothing was written" : "\(output) was not written"))
        try files.checkSiblings(of: reader, output: output)
        var (ledger, items) = try run.collect(results)
        let found = items.count
        items = try select(items, of: results, reader)
        ledger.whyAllStay = whyAllStay(isSelection: items.count < found)
        if items.count < found { reporter.summary("Selected:", "\(items.count) of \(counted(found, "account"))") }
        if items.isEmpty, found > 0 {
            throw CommandError(
                try selection.selection().noMatch(total: found, in: source.names.joined(separator: ", ")),
                status: ExitStatus.partial)
        }
        var options = ExportOptions()
        if let count = perCode.accountsPerCode { options.accountsPerCode = count }
        if let cipher { options.cipher = cipher }
        options.isCompatible = pskcCompatible
        options.serialPrefix = serialPrefix
        let request = ExportRequest(
            items: items, protection: protection, options: options, now: .wholeSecondNow,
            random: Assembly.current.random)
        let plan = try opened.map { try into.plan(for: items, in: $0) }
        // Some formats derive a key, which takes seconds.
        let export = try reporter.progress.during("Preparing \(output.inputName.sanitized)") { () throws in
            try plan?.export(request) ?? format.write(request)
        }
        ledger.take(export, of: plan?.written ?? items)
        plan?.record(export, in: &ledger)
        let hasEnding = !dryRun && output != "-" && RunEnding.isShown(reporter)
        let summary = RunSummary(ledger: ledger, reporter: reporter, isStrict: strict, hasEnding: hasEnding)
        summary.printProblems()
        summary.printLosses()
        try plan?.printTable(export, isResult: dryRun && !files.report.json && files.report.report != "-", reporter)
        if !dryRun {
            let writer = ExportWriter(
                format: format, output: output, force: force, jobs: source.jobs, request: request)
            Interruption.note(
                output == "-"
                    ? "interrupted; the output is not complete"
                    : "interrupted; \(output) is complete or was not written")
            ledger.verified = try await reporter.progress.during("Writing \(output.inputName.sanitized)") {
                if let plan { return try await plan.write(export, with: writer, reporter) }
                return try await writer.write(export, reporter)
            }
        }
        let written = WrittenExport(
            name: output, format: format.description, count: ledger.verified ?? 0, isEncrypted: protection != .none)
        if output != "-" { reporter.headline(headline(written, plan, isWritten: ledger.verified != nil)) }
        summary.printTotals()
        plan?.printSummary(export, reporter)
        if output != "-" || dryRun { printCautions(format.description, export, of: items, reporter) }
        // A hyphen at the start would make an option of it.
        let file = (output.hasPrefix("-") ? "./" + output : output).quotedForShell
        let fates = InputFates(ledger)
        if written.count > 0, output != "-" {
            if !hasEnding {
                let missing = ledger.decisions(fates).first { $0.kind == .missingPart }?.text
                reporter.summary("Next:   ", missing ?? plan?.next ?? written.next(file))
                if format.description.use == .kept { reporter.summary("Then:   ", format.description.ending) }
            }
            if let warning = plan.map({ $0.warning(output) }) ?? written.warning { reporter.warning(warning) }
        }
        if hasEnding {
            RunEnding(
                ledger: ledger, fates: fates, deletionCommand: files.deletion.command, reporter: reporter,
                steps: written.count > 0
                    ? RunEnding.Step.ofFile(file, plan?.next ?? written.step(file), of: format.description) : []
            ).print()
        }
        try files.write(ledger, fates, command: "convert", reporter)
        return status(summary.status, of: ledger)
    }

    /// Why no input may be deleted, whatever was read.
    private func whyAllStay(isSelection: Bool) -> String? {
        if dryRun { return "nothing was written" }
        if isSelection { return "only some of the accounts were written" }
        return output == "-" ? "the accounts went to another program" : nil
    }

    /// Returns the selected accounts. Row numbers are the same as in `list`, which shows duplicates as well.
    private func select(
        _ items: [Account], of results: [SourceResult], _ reader: SourceReader
    ) throws -> [Account] {
        let selection = try selection.selection()
        guard !selection.isEmpty else { return items }
        let all = try ImportRun(reader: reader, jobs: source.jobs, policy: .keep).collect(results).items
        try selection.checkPlaces(among: all, in: source.names.joined(separator: ", "))
        let selected = selection.select(from: all).map(\.account), identities = Set(selected.map(AccountIdentity.init))
        // Accounts without a PIN may have taken the PIN of a duplicate.
        let withoutPIN = Set(selected.filter { $0.pin == nil }.map(AccountIdentity.init))
        return items.filter {
            identities.contains(AccountIdentity($0)) || withoutPIN.contains(AccountIdentity.withoutPIN($0))
        }
    }

    /// Returns a sentence about the written files; empty for standard output: another program reads it.
    private func headline(_ written: WrittenExport, _ plan: IntoPlan?, isWritten: Bool) -> String {
        guard isWritten else { return "Dry run: nothing written to \(output)." }
        guard written.count > 0 else {
            return "\(output) not created: no \(plan == nil ? "accounts to write" : "codes to add")."
        }
        return "\(plan?.result(output, written.count) ?? written.result)."
    }

    /// Prints warnings about how the app treats the file, for users to read before they import it.
    private func printCautions(
        _ format: ExportDescription, _ export: Export, of items: [Account], _ reporter: Reporter
    ) {
        let leftOut = Set(export.leftOut.map(\.index))
        let written = items.indices.filter { !leftOut.contains($0) }.map { items[$0] }
        for caution in format.capabilities.cautions(for: written) { reporter.summary("Note:   ", caution.text) }
    }

    /// Checks everything that can be checked before anything is read.
    private func checkTargets(_ inputs: [Input], _ format: ExportDescription) throws {
        try target.given.check("--target-passphrase-file", isNotAmong: inputs)
        try files.check(
            inputs,
            keeping: OverwriteGuard(source.otherFiles + [passphrase.file, target.targetPassphraseFile, into.into]),
            output: output, mayBeFolder: format.layout == .folder)
        guard output != "-" else { return }
        switch format.layout {
        case .file: try checkFree(output, format)
        case .folder: try StagedFolder.checkFree(output)
        }
    }

    private func checkFree(_ output: String, _ format: ExportDescription) throws {
        do { try OverwriteGuard.checkFree(output, force: force) } catch let error as FileError
            where error.kind == .exists && format.id == "keepass"
        {
            // A database has more than accounts.
            throw FileError(
                .exists, path: output, detail: "",
                advice: .text(
                    "choose another name and merge the two in KeePass, or add the codes with --into; --force replaces "
                        + "the whole database"))
        }
    }
}

extension ExportOptions.Cipher: ExpressibleByArgument {}

/// A format that can be written.
struct ExportChoice: ExpressibleByArgument, CustomStringConvertible {
    let id: FormatID

    /// An id, or the name of an app: `google`.
    init?(argument: String) {
        let exact = FormatID(rawValue: argument.lowercased())
        let matches = Self.ids.contains(exact.rawValue) ? [] : AppSearch.targets(called: argument)
        id = matches.count == 1 ? matches[0].id : exact
    }

    static var ids: [String] { Assembly.current.exportFormats.map(\.description.id.rawValue).sorted() }

    var description: String { id.rawValue }
}
