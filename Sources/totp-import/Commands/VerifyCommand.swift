import ArgumentParser
import Encodings
import ImportPipeline
import Platform
import TOTPDomain

struct VerifyCommand: ReportingCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that two inputs generate the same codes.",
        usage: """
            totp-import verify <first> <second> [<options>]
            totp-import verify [<options>] <first> ... -- <second> ...
            """,
        discussion: """
            Accounts are paired by their secret, whatever their names are. Parameters and the codes at five instants \
            are compared. The exit code is 0 only if no account is missing, extra or different.
            """
    )

    @OptionGroup var source: SourceOptions

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            .reading, "An input for the second side; repeatable.", value: "input",
            manual: "Same as an input after `--`."),
        completion: .file())
    var against: [String] = []

    @OptionGroup var passphrase: PassphraseOptions

    @Flag(.showing, "Print JSON.")
    var json = false

    @OptionGroup var strictness: StrictOptions
    @OptionGroup var messages: OutputOptions

    /// ArgumentParser does not report which arguments came after `--`, so these arguments become values of `--against`.
    /// Without an input before `--`, both sides come after it.
    static func arguments(_ arguments: [String]) -> [String] {
        guard arguments.first == configuration.commandName, let end = arguments.firstIndex(of: "--") else {
            return arguments
        }
        let before = Array(arguments[1..<end]), after = arguments[(end + 1)...].map { "--against=\($0)" }
        // Only the parser knows which arguments are values of options.
        func isComplete(_ more: [String]) -> Bool { (try? parse(before + more + ["--against=x"])) != nil }
        let lacksInput = !isComplete([]) && isComplete(["x"])
        return lacksInput ? arguments : arguments[..<1] + before + after
    }

    func validate() throws {
        try source.validateInputs()
        guard !against.isEmpty || (source.inputs.count == 2 && source.list.filesFrom == nil) else {
            throw ValidationError("verify compares two inputs; put -- between them if there are several on one side")
        }
        try PassphraseOptions.checkStandardInput([passphrase.file] + source.stdinCandidates + against)
    }

    func run(_ reporter: Reporter) async throws -> ExitCode {
        // The list belongs to the first side.
        let sides: [(names: [String], inputs: [Input])] =
            against.isEmpty
            ? try source.inputs.map { ([$0.inputName], try .named([$0])) }
            : [
                (source.names, try source.collect()),
                (against.map(\.inputName), try .named(against)),
            ]
        let reader = try source.reader(
            for: Self.commandName, reporter, vaultPassphrases: try passphrase.given.known())
        var lists: [[Account]] = []
        var statuses: [ExitCode] = []
        var warnings: [String] = []
        let run = ImportRun(reader: reader, jobs: source.jobs)
        var results: [SourceResult] = []
        for side in sides {
            let read = try await read(side.inputs, with: run, reporter, isAll: false)
            results += read
            let (ledger, items) = try run.collect(read)
            let summary = RunSummary(
                ledger: ledger, reporter: reporter, isMerge: false, isStrict: strictness.strict)
            summary.printProblems()
            lists.append(items)
            warnings += ledger.warningLines
            statuses.append(summary.status)
        }
        try source.checkSecretEncoding(results, reporter)
        // Inputs that could not be read cannot be compared.
        if let failed = statuses.first(where: { $0 == ExitStatus.passphrase || $0 == ExitStatus.nothing }) {
            return failed
        }
        let result = Comparison(
            lists[0], lists[1], names: sides.map { $0.names.map(\.sanitized).joined(separator: ", ") },
            warnings: warnings)
        try reporter.output(json ? result.json.utf8 + [ASCII.newline] : Array(result.text.utf8))
        guard result.comparison.isSame else {
            reporter.error("not the same: \(result.summary)")
            return ExitStatus.partial
        }
        reporter.summary("Same:   ", result.summary)
        return statuses.contains(ExitStatus.partial) ? ExitStatus.partial : ExitStatus.done
    }

    /// A comparison in words and as JSON.
    private struct Comparison {
        let comparison: AccountComparison
        private let first: [Account]
        private let second: [Account]
        private let names: [String]
        /// The warnings of both sides.
        private let warnings: [String]

        init(_ first: [Account], _ second: [Account], names: [String], warnings: [String]) {
            (self.first, self.second, self.names, self.warnings) = (first, second, names, warnings)
            comparison = AccountComparison(
                first, second, generator: Assembly.current.generator,
                time: Int64(Date.wholeSecondNow.timeIntervalSince1970))
        }

        /// One line for each finding; empty if everything is the same.
        var text: String { comparison.findings.map { line($0) + "\n" }.joined() }

        private func line(_ finding: AccountComparison.Finding) -> String {
            switch finding {
            case .missing(let index): "missing:   \"\(first[index].label)\" is not in \(names[1])"
            case .extra(let index): "extra:     \"\(second[index].label)\" is not in \(names[0])"
            case .different(let one, let other, let what):
                "different: \(pair(one, other)): \(what.joined(separator: ", "))"
            case .renamed(let one, let other): "renamed:   \(pair(one, other)): \(AccountComparison.sameCodes)"
            }
        }

        private func pair(_ one: Int, _ other: Int) -> String {
            AccountComparison.pair(first[one].label, second[other].label)
        }

        private func count(_ isCounted: (AccountComparison.Finding) -> Bool) -> Int {
            comparison.findings.count(where: isCounted)
        }

        private var counts: (missing: Int, extra: Int, different: Int) {
            (
                count { if case .missing = $0 { true } else { false } },
                count { if case .extra = $0 { true } else { false } },
                count { if case .different = $0 { true } else { false } }
            )
        }

        var summary: String {
            let counts = counts
            let same = "\(counted(comparison.same, "account")) with the same codes"
            guard !comparison.isSame else { return same }
            return "\(same), \(counts.missing) missing, \(counts.extra) extra, \(counts.different) different"
        }

        var json: OrderedJSON {
            .object([
                "same": .integer(comparison.same),
                "findings": .array(comparison.findings.map(json)),
                "warnings": warnings.isEmpty ? nil : .array(warnings.map { .string($0) }),
            ])
        }

        private func json(_ finding: AccountComparison.Finding) -> OrderedJSON {
            switch finding {
            case .missing(let index): .object(["finding": .string("missing"), "first": names(first[index])])
            case .extra(let index): .object(["finding": .string("extra"), "second": names(second[index])])
            case .different(let one, let other, let what):
                .object([
                    "finding": .string("different"), "first": names(first[one]), "second": names(second[other]),
                    "what": .array(what.map { .string($0) }),
                ])
            case .renamed(let one, let other):
                .object(["finding": .string("renamed"), "first": names(first[one]), "second": names(second[other])])
            }
        }

        private func names(_ account: Account) -> OrderedJSON {
            .object(["issuer": .string(account.issuer), "name": .string(account.name)])
        }
    }
}
