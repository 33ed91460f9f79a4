import ArgumentParser
import Encodings
import ImportPipeline
import TOTPDomain

/// Which accounts a command is about.
struct SelectionOptions: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            .showing, "Only accounts whose issuer or name contains this text.", value: "text",
            manual: "Case and accents are ignored. See [selecting accounts](#selecting-accounts)."))
    var search: String?

    @Option(help: ArgumentHelp(.showing, "Only accounts whose issuer contains this text.", value: "text"))
    var issuer: String?

    @Option(help: ArgumentHelp(.showing, "Only accounts with this tag.", value: "text"))
    var tag: String?

    @Option(
        name: .customLong("id"),
        help: ArgumentHelp(
            .showing, "Only this account (see list --verbose); repeatable.",
            manual: "It is named by its row number or its id."))
    var ids: [String] = []

    func validate() throws { _ = try selection() }

    func selection() throws -> AccountSelection {
        var selection = AccountSelection(search: search, issuer: issuer, tag: tag)
        for text in ids {
            guard let place = AccountSelection.Place(text) else {
                throw ValidationError(
                    "\"\(text.sanitized)\" is not a row number or an id; totp-import list --verbose shows both")
            }
            selection.places.append(place)
        }
        return selection
    }
}

/// The accounts of all inputs that were selected.
struct SelectedAccounts {
    var accounts: [NumberedAccount]
    /// The number of accounts that were read.
    var total: Int
    /// Whether every input is a vault, so that accounts keep their ids from run to run.
    var areFromVaults: Bool
    /// The exit code of reading and selecting.
    var status: ExitCode
    /// The inputs, for messages.
    var place: String
    /// The input that each account came from, by row number; empty if they are not known one by one.
    var origins: [String]
    /// Problems that are not printed yet.
    var problems: RunSummary?
    /// What may open the inputs again.
    var passphrases: [Passphrase]

    /// `12 accounts in accounts.json`, or `3 of 12 accounts in accounts.json`.
    var count: String {
        "\(accounts.count == total ? "" : "\(accounts.count) of ")\(counted(total, "account")) in \(place)"
    }
}

extension ReadingCommand {
    /// The accounts of all inputs that are selected. Problems are printed, also that no account is selected.
    ///
    /// - parameter keepsProblems: whether problems of inputs are printed later, below the accounts.
    func accounts(
        _ passphrase: PassphraseOptions, _ selection: AccountSelection, _ reporter: Reporter,
        keepsProblems: Bool = false
    ) async throws -> SelectedAccounts {
        if source.isDefaultVault { reporter.noteDefaultVault(place) }
        let reader = try source.reader(vaultPassphrase: try passphrase.given())
        let run = ImportRun(reader: reader, jobs: source.jobs, policy: .keep)
        let (ledger, items) = try run.collect(try await read(try collectInputs(), with: run, reporter))
        let summary = RunSummary(ledger: ledger, reporter: reporter, isMerge: false)
        if !keepsProblems { summary.printProblems() }
        let status = status(summary.status, of: ledger)
        let areFromVaults = ledger.sources.allSatisfy(\.result.isVault)
        if !areFromVaults, selection.namesIDs {
            throw CommandError("\(place): accounts have an id only in a vault", "use a row number")
        }
        var selected = SelectedAccounts(
            accounts: selection.select(from: items), total: items.count, areFromVaults: areFromVaults,
            status: status, place: place, origins: ledger.origins(of: items.count),
            problems: keepsProblems ? summary : nil, passphrases: reader.knownPassphrases)
        if selected.accounts.isEmpty, !items.isEmpty {
            reporter.error(selection.noMatch(total: items.count, in: place))
            if selected.status == ExitStatus.done { selected.status = ExitStatus.partial }
        }
        if items.isEmpty, status == ExitStatus.done { reporter.note("\(place): no accounts") }
        return selected
    }

    private var place: String {
        source.names.count == 1 ? source.names[0] : counted(source.names.count, "input")
    }
}

extension Ledger {
    /// The names of the inputs that accounts came from, in the order of the accounts; none if some were merged.
    fileprivate func origins(of count: Int) -> [String] {
        let names = sources.flatMap { source in
            source.result.entries.compactMap { entry in
                if case .item = entry.outcome { source.result.name.inputName } else { nil }
            }
        }
        return names.count == count ? names : []
    }
}

/// How much the program prints, and with which colors.
struct OutputOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: ArgumentHelp(.showing, "Show only results, errors and rejections."))
    var quiet = false

    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp(.showing, "Show what happened to every entry and every skipped file."))
    var verbose = false

    @Flag(help: ArgumentHelp(.showing, "No colors (see also NO_COLOR and CLICOLOR)."))
    var noColor = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be used together") }
    }

    var reporter: Reporter {
        Reporter(Console(), verbosity: quiet ? .quiet : verbose ? .verbose : .normal, noColor: noColor)
    }
}
