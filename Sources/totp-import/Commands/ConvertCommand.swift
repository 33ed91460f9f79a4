import ArgumentParser
import Encodings
import ImportPipeline
import SafeFile
import TOTPDomain
import TOTPImport

struct ConvertCommand: ReportingCommand, ReadingCommand {
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
        completion: .list(FormatID.writable), transform: FormatID.ofTarget)
    var to: FormatID

    @Option(
        name: [.customShort("o"), .customLong("output")], .writing,
        "The file or the new folder to write; - is standard output.", value: "file|folder",
        manual: """
            A folder is for formats of several files, and must be new or empty; on standard output they are a tar \
            archive. If there is no account, nothing is created. Without this option, standard output is taken; if \
            it is a terminal, a prompt asks for a name.
            """,
        completion: .file())
    var file: String?

    private var output: String { file ?? "-" }

    @Flag(name: .shortAndLong, .writing, "Overwrite the output file if it exists.", manual: "Never a folder.")
    var force = false

    @OptionGroup var options: TargetOptions
    @OptionGroup var into: IntoOptions
    @OptionGroup var target: TargetPassphraseOptions
    @OptionGroup var passphrase: PassphraseOptions

    @Option(
        .writing, "What to do with an account that was found already.", value: "policy",
        manual: """
            With `keep`, it is written twice; else once: with `fill`, with the note, PIN, tags, favorite flag and \
            token that the other readings add; with `skip`, as it was read first; with `update`, with what was read last.
            """)
    var onDuplicate = DuplicatePolicy.fill

    @Flag(
        name: [.customShort("n"), .long], .writing, "Dry run: read everything, write nothing.",
        manual: "Only `--report` is written.")
    var dryRun = false

    @Flag(.showing, "Treat warnings and losses as errors: exit with 1.")
    var strict = false

    @OptionGroup var files: RunOptions
    @OptionGroup var messages: OutputOptions

    var emptiness: EmptyOptions? { files.empty }

    func validate() throws {
        guard let format = exportFormat else {
            if let unwritable = AppSearch.unwritable(to.rawValue) { throw ValidationError(unwritable.message) }
            throw FormatEntry.unknown(to, among: FormatID.writable, is: "a format that can be written")
        }
        try target.validate(for: format.description)
        _ = try options.options(for: format.description)
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
        Assembly.current.exportFormats.first { $0.description.id == to }
    }

    func run(_ reporter: Reporter) async throws -> ExitCode {
        guard let format = exportFormat else { return ExitStatus.nothing }
        let inputs = try files.resume.without(collectInputs(report: files.report))
        var output = output
        if file == nil, !dryRun, reporter.console.isOutputTerminal {
            if let status = try await stopIfMissing(inputs, reporter) { return status }
            output = try askForFile(format.description)
        }
        return try await Conversion(command: self, format: format, output: output, reporter: reporter).run(inputs)
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
}
