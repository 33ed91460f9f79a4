import ArgumentParser
import Encodings
import ImportPipeline
import Links
import SafeFile
import TOTPDomain

struct ValidateCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check otpauth links.",
        discussion:
            "Finds links in texts of any size, JSON, a column of CSV, a member of JSON Lines and QR codes. Shows no secrets."
    )

    @Argument(
        help: "Texts, images, folders or archives; - is standard input.",
        completion: .file())
    var inputs: [String] = []

    @Option(
        .validating, "Read texts as CSV with links in this column.", value: "name|number",
        manual: """
            It is named as in the first line, or numbered if there is no header. Without this option, the column \
            of a CSV file with a header is found by its links, and named in a message.
            """)
    var csvField: String?

    @Option(.validating, "Read texts as JSON Lines with links in this member.", value: "name")
    var jsonField: String?

    @Flag(.showing, "Print JSON Lines, one object per link.")
    var json = false

    @Flag(
        .validating, "With --json: leave out links without a finding.",
        manual: "Findings that `--severity` hides do not count.")
    var findingsOnly = false

    @Flag(.validating, "Print the report as SARIF 2.1.0.")
    var sarif = false

    @Flag(.validating, "Print the report as CSV, one row per finding.")
    var csv = false

    @Flag(
        .validating, "Print the input with all links in normal form.",
        manual: """
            Secrets are included. A link whose codes would change stays as it is. CSV with a header or \
            `--csv-field`, JSON and JSON Lines stay as they are, except for the links.
            """)
    var fix = false

    @Option(name: .shortAndLong, .writing, "The file to write; - is standard output.", value: "file")
    var output = "-"

    @Flag(name: .shortAndLong, .writing, "Overwrite the output file if it exists.", manual: "Never a folder.")
    var force = false

    @Flag(.validating, "List the rules, or all about them (--json).")
    var rules = false

    @Option(
        help: ArgumentHelp(.validating, "Skip a rule (see --rules); repeatable.", value: "rule"),
        completion: .list(Rule.allCases.map(\.id)), transform: Rule.named)
    var disable: [Rule] = []

    @Option(.validating, "Show findings of this severity or worse.", value: "level", manual: "The others still count.")
    var severity = Severity.info

    @OptionGroup var characters: EncodingOptions
    @OptionGroup var strictness: StrictOptions

    @OptionGroup var work: JobsOptions
    @OptionGroup var fingerprints: FingerprintOptions
    @OptionGroup var list: InputListOptions
    @OptionGroup var resume: ResumeOptions
    @OptionGroup var empty: EmptyOptions
    @OptionGroup var messages: OutputOptions

    func validate() throws {
        if rules {
            if sarif || csv || fix { throw ValidationError("--rules can be used only with --json") }
            return
        }
        if !empty.allowEmpty { try list.validate(inputs) }
        try PassphraseOptions.checkStandardInput(inputs + [list.filesFrom, fingerprints.fingerprintKeyFile])
        if findingsOnly, !json { throw ValidationError("--findings-only can be used only with --json") }
        if fingerprints.fingerprints == "-", output == "-", json || sarif || csv || fix {
            throw ValidationError(
                "The report and --fingerprints - would both write to standard output; name a file for one")
        }
        guard [json, sarif, csv, fix].count(where: { $0 }) <= 1 else {
            throw ValidationError("--json, --sarif, --csv and --fix cannot be used together")
        }
        if csvField != nil, jsonField != nil {
            throw ValidationError("--csv-field and --json-field cannot be used together")
        }
        if let csvField, let number = Int(csvField), number < 1 {
            throw ValidationError("--csv-field must be a name or a number from 1")
        }
    }

    func run(_ reporter: Reporter) async throws -> ExitCode {
        let assembly = Assembly.current
        if rules {
            if json { try reporter.output(RuleList.json) } else { try reporter.output(RuleList.table) }
            return ExitStatus.done
        }
        let inputs = try resume.without(list.collect(inputs))
        reporter.warnAboutLinks(among: inputs)
        let replaced = try replacedInput(inputs)
        try checkTargets(inputs, isReplacing: replaced != nil)
        let checker = ChunkChecker(
            checker: LinkChecker(), output: checkOutput(reporter),
            fingerprints: try fingerprints.fingerprinter(), disabled: RuleSet.all(of: disable), severity: severity)
        let reader = assembly.reader(characters.settings, memory: try resume.memory(reporter))
        let run = ValidationRun(
            ValidationInputs(inputs.readingPastedText(), reader, field: field), checker,
            output: try target(output, replacing: replaced, reporter),
            fingerprints: try fingerprints.fingerprints.map { try target($0, reporter) }, empty: empty, reporter)
        try await run.run(jobs: work.jobs)
        ValidationSummary.print(run.totals, isFixed: fix, reporter)
        return status(of: run.totals, reporter)
    }

    /// The name of the only input, if it is fixed in place.
    ///
    /// - Throws: ``CommandError`` if that is not possible.
    private func replacedInput(_ inputs: [Input]) throws -> String? {
        guard fix, output != "-", inputs.count == 1, inputs[0].folder == nil,
            case .file(let path) = inputs[0].location, try FileIdentity(path) == FileIdentity(output)
        else { return nil }
        guard force else {
            throw CommandError(
                "--output \(output) is the input",
                "choose another name, or add --force to fix it in place", status: ExitCode.validationFailure)
        }
        var start = [UInt8](repeating: 0, count: 8)
        let reader = try OpenFile.reading(path)
        let count = try start.withUnsafeMutableBytes { bytes throws(FileError) in try reader.read(into: bytes) }
        guard !Compression.all.contains(where: { start[..<count].starts(with: $0.signature) }) else {
            throw ValidationOutput.cannotReplace(output)
        }
        return inputs[0].name
    }

    /// Checks everything that can be checked before anything is read.
    private func checkTargets(_ inputs: [Input], isReplacing: Bool) throws {
        var kept = try OverwriteGuard([list.filesFrom, fingerprints.fingerprintKeyFile])
        let targets = [(output, "--output"), (fingerprints.fingerprints ?? "-", "--fingerprints")]
        if !isReplacing, targets.contains(where: { $0.0 != "-" }) { try kept.keep(inputs) }
        for (target, option) in targets {
            try kept.check(target, option)
            try OverwriteGuard.checkFree(target, force: force)
            try kept.keep(target)
        }
        try SideFile.fingerprints.check(fingerprints.fingerprints, "--fingerprints")
        try kept.check(resume.resume, "--resume")
    }

    private func target(
        _ path: String, replacing input: String? = nil, _ reporter: Reporter
    ) throws -> ValidationOutput {
        ValidationOutput(
            reporter: reporter, path: path, file: path == "-" ? nil : try StreamedFile(path), isForced: force,
            replacedInput: input)
    }

    private var field: ValidationInputs.Field {
        if let csvField { return .csv(csvField) }
        return jsonField.map { .json($0) } ?? .line
    }

    private func checkOutput(_ reporter: Reporter) -> CheckOutput {
        if json { return .report(JSONReport(showsEveryLink: !findingsOnly)) }
        if sarif { return .report(SARIFReport()) }
        if csv { return .report(CSVReport()) }
        if fix { return .correctedInput }
        if fingerprints.fingerprints == "-", output == "-" { return .nothing }
        let isTerminal = reporter.console.isOutputTerminal && output == "-"
        return .report(
            TextReport(
                style: Style(isTerminal: isTerminal, isForbidden: messages.noColor),
                columns: isTerminal ? reporter.console.outputColumns : nil))
    }

    private func status(of totals: ValidationTotals, _ reporter: Reporter) -> ExitCode {
        guard totals.links > 0 else {
            if totals.failedInputs == 0 {
                if empty.allowEmpty { return ExitStatus.done }
                let place = jsonField.map { " in the member \"\($0.printable(limit: 60))\"" } ?? ""
                let advice =
                    jsonField == nil
                    ? "check that the inputs are the right ones" : "name another one, or omit --json-field"
                reporter.error("no link was found\(place); \(advice)")
            }
            return ExitStatus.nothing
        }
        // The totals say why, if they are printed.
        func partial(_ reason: String) -> ExitCode {
            if reporter.isQuiet { reporter.error(reason) }
            return ExitStatus.partial
        }
        if totals.error > 0 {
            return partial(counted(totals.error, "link has errors", plural: "links have errors"))
        }
        if totals.failedInputs > 0 { return ExitStatus.partial }
        guard strictness.strict else { return ExitStatus.done }
        if totals.warning > 0 {
            return partial(counted(totals.warning, "link has warnings", plural: "links have warnings"))
        }
        return totals.incompleteExports > 0
            ? partial("a Google Authenticator export is incomplete") : ExitStatus.done
    }
}

extension Severity: ExpressibleByArgument {}

extension Rule {
    @Sendable
    fileprivate static func named(_ id: String) throws -> Rule {
        guard let rule = Rule(id: id) else {
            throw ValidationError("Unknown rule; totp-import validate --rules lists them")
        }
        return rule
    }
}
