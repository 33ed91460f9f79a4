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
        let reader = try source.reader(for: Self.commandName, reporter, vaultPassphrases: try passphrase.given.known())
        var lists: [[Account]] = []
        var statuses: [ExitCode] = []
        var warnings: [String] = []
        let run = ImportRun(reader: reader, jobs: source.jobs)
        var results: [SourceResult] = []
        for side in sides {
            let read = try await read(side.inputs, with: run, reporter, isAll: false)
            results += read
            let (ledger, items) = try run.collect(read)
            let summary = RunSummary(ledger: ledger, reporter: reporter, isMerge: false, isStrict: strictness.strict)
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
        if json { try reporter.output(result.json) } else { try reporter.output(result.text) }
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

        /// A finding, with the accounts of both sides as far as they have it, and what differs.
        private typealias Difference = (word: String, first: Account?, second: Account?, what: [String])

        private var differences: [Difference] {
            comparison.findings.map { finding in
                switch finding {
                case .missing(let index): ("missing", first[index], nil, [])
                case .extra(let index): ("extra", nil, second[index], [])
                case .different(let one, let other, let what): ("different", first[one], second[other], what)
                case .renamed(let one, let other): ("renamed", first[one], second[other], [])
                }
            }
        }

        /// One line for each finding; empty if everything is the same.
        var text: String {
            differences.map { "\($0.word):".padded(to: 11) + words($0) + "\n" }.joined()
        }

        private func words(_ difference: Difference) -> String {
            guard let first = difference.first, let second = difference.second else {
                let label = (difference.first ?? difference.second)?.label ?? ""
                return "\"\(label)\" is not in \(names[difference.first == nil ? 0 : 1])"
            }
            let what = difference.what.isEmpty ? AccountComparison.sameCodes : difference.what.joined(separator: ", ")
            return "\(AccountComparison.pair(first.label, second.label)): \(what)"
        }

        var summary: String {
            let same = "\(counted(comparison.same, "account")) with the same codes"
            guard !comparison.isSame else { return same }
            let words = differences.map(\.word)
            let counts = ["missing", "extra", "different"].map { word in "\(words.count { $0 == word }) \(word)" }
            return ([same] + counts).joined(separator: ", ")
        }

        var json: OrderedJSON {
            .object([
                "same": .integer(comparison.same),
                "findings": .array(
                    differences.map { word, first, second, what in
                        .object([
                            "finding": .string(word), "first": first.map(names), "second": second.map(names),
                            "what": what.isEmpty ? nil : .array(what.map { .string($0) }),
                        ])
                    }),
                "warnings": warnings.isEmpty ? nil : .array(warnings.map { .string($0) }),
            ])
        }

        private func names(_ account: Account) -> OrderedJSON {
            .object(["issuer": .string(account.issuer), "name": .string(account.name)])
        }
    }
}
