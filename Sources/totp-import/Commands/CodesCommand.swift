import ArgumentParser
import Encodings
import Links
import Platform
import SafeFile
import TOTPDomain
import TOTPImport
import Vault

struct CodesCommand: AccountsCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes",
        abstract: "Show current one-time codes.",
        usage: """
            totp-import codes [<input> ...] [<name>] [<options>]
            """,
        discussion: """
            Reads a vault or any known export. A last argument that is not a file is a text to search for. If the \
            output is not a terminal, exactly one account must match it, and only its code is printed; one --id does \
            the same. The code of a counter-based account (hotp) is the next one; showing it does not advance the \
            counter. --copy asks whether to advance it in the vault.
            """
    )

    @OptionGroup var accounts: AccountOptions

    @Flag(
        .showing, "Print the codes of all accounts that match NAME.", manual: "On a terminal they are printed anyway.")
    var all = false

    @Flag(
        .showing, "Copy the code of the one account that matches.",
        manual: "The clipboard is cleared after 45 seconds if it still has the code.")
    var copy = false

    @Flag(
        .showing, "Show live codes; q quits.",
        manual: "They are refreshed every second. `/` searches as you type, `c` copies a code. Needs a terminal.")
    var watch = false

    @Flag(.showing, "With --watch: hide codes until a key is pressed.")
    var mask = false

    @Flag(
        .showing, "No spaces within codes, for screen readers.",
        manual: "They would read `954 515` as two numbers. Only a terminal gets spaces at all.")
    var noSpaces = false

    @Flag(.showing, "Print JSON Lines, one object per account.")
    var json = false

    @OptionGroup var strictness: StrictOptions
    @OptionGroup var messages: OutputOptions

    private var name: String? { accounts.name }

    mutating func validate() throws {
        try accounts.check(takesName: true)
        if watch, json { throw ValidationError("--watch and --json cannot be used together") }
        if copy, watch || json {
            throw ValidationError("--copy and \(watch ? "--watch" : "--json") cannot be used together")
        }
        if all, copy || watch || name == nil {
            throw ValidationError(
                name == nil
                    ? "--all can be used only with a NAME: without one, all codes are printed"
                    : "--all and \(copy ? "--copy" : "--watch") cannot be used together")
        }
        if mask, !watch { throw ValidationError("--mask can be used only with --watch") }
    }

    func run(_ reporter: Reporter) async throws -> ExitCode {
        if watch, !reporter.console.isOutputTerminal || Console.environment("TERM") == "dumb" {
            let reason = reporter.console.isOutputTerminal ? " that can draw a screen, and TERM is dumb" : ""
            throw CommandError("--watch needs a terminal\(reason)", "omit it")
        }
        if watch { return try await show(reporter) }
        let selected = try await read(reporter)
        let items = selected.accounts.map(\.account)
        guard !items.isEmpty else { return selected.status }
        if copy {
            let copied = try await copy(selected.accounts, reporter)
            if let vault = vaultOfCounters(selected), let counter = copied.account.parameters.counter,
                counter < Int64.max,
                TypedAnswer.isYes("Advance the counter to \(counter + 1) in \(vault)?") == true
            {
                let next = try advance(copied.account, in: vault, selected.passphrases)
                reporter.note("\(vault): the counter is \(next) now")
            }
            return selected.status
        }
        if name != nil, items.count > 1, !all, !reporter.console.isOutputTerminal {
            reporter.error(selected.accounts.ambiguity("no code is printed: use more of a name, or --all").message)
            return ExitStatus.partial
        }
        let codes = CurrentCodes(selected, at: Int64(Date().timeIntervalSince1970))
        if json {
            try reporter.output(codes.json)
        } else if items.count == 1, name != nil || accounts.selection.ids.count == 1,
            !reporter.console.isOutputTerminal
        {
            try reporter.output(codes.bare(reporter) + "\n")
        } else {
            let isChoice = name != nil && items.count > 1 && reporter.console.isOutputTerminal
            try reporter.output(codes.table(isGrouped: isGrouped(reporter.console), hasRows: isChoice))
            if isChoice { reporter.note("--id ROW shows one of them, --copy copies one") }
            for problem in codes.problems { reporter.warning(problem) }
        }
        return selected.status
    }

    /// Screen readers read two groups of digits as two numbers.
    private func isGrouped(_ console: Console) -> Bool {
        console.isOutputTerminal && !noSpaces && Console.environment("TERM") != "dumb"
    }

    /// Returns the vault whose counters can be advanced; nil unless all accounts are from one vault.
    private func vaultOfCounters(_ selected: SelectedAccounts) -> String? {
        selected.areFromVaults && source.files.count == 1 && source.names.count == 1 ? source.files[0] : nil
    }

    /// Advances the counter of an hotp account in its vault: a service that was given a code expects the next code.
    ///
    /// - Parameters:
    ///   - account: as it was read; only its id and its counter matter.
    ///   - passphrases: if the vault was not unlocked, one of them opened it before.
    /// - Returns: the counter of the next code.
    /// - Throws: ``CommandError`` if another program changed the account or the passphrase.
    private func advance(_ account: Account, in vault: String, _ passphrases: [Passphrase]) throws -> Int64 {
        for key in [VaultKey.unlocked, .passphrases(passphrases)] {
            do { return try key.open(vault).advanceCounter(of: account) } catch let error as VaultError {
                guard error.isAboutPassphrase else { throw error }
            } catch is VaultConflict { break }
        }
        throw CommandError("\(vault): another program changed the vault meanwhile", "run this again")
    }

    /// Copies the code of the only account that matches, or of the account that the user chooses, and returns the
    /// account.
    private func copy(_ accounts: [NumberedAccount], _ reporter: Reporter) async throws -> NumberedAccount {
        let meant =
            accounts.count == 1
            ? accounts
            : try reporter.chosen(
                of: accounts, "Copy which?", isOne: true,
                advice: "--copy copies one code: use more of a name, or --id", unanswered: "nothing was copied")
        guard let numbered = meant.first else { throw ExitStatus.partial }
        let account = numbered.account
        var code = AccountCode(account, at: Int64(Date().timeIntervalSince1970))
        if let left = code.secondsLeft, left < CodeCopy.fewSeconds {
            reporter.note("The code changes in \(left) s; waiting for the next one")
            try await Task.sleep(for: .seconds(left))
            code = AccountCode(account, at: Int64(Date().timeIntervalSince1970))
        }
        guard var copy = CodeCopy(account, code) else {
            throw CommandError("\"\(account.label)\" has no code: \(code.problem ?? "")")
        }
        guard copy.copy(to: { ControllingTerminal()?.write($0) ?? false }) else {
            throw CommandError("no clipboard: install wl-clipboard, xclip or xsel, or run this in a terminal")
        }
        reporter.note(copy.message)
        return numbered
    }

    /// The screen may stay for days: it is shown with nothing in memory but what it shows.
    private func show(_ reporter: Reporter) async throws -> ExitCode {
        let selected = try await read(reporter)
        guard !selected.accounts.isEmpty else { return selected.status }
        reporter.sayWhy(selected.status)
        try WatchedCodes(
            items: selected.accounts.map(\.account), title: selected.place, files: source.files, isMasked: mask,
            isGrouped: isGrouped(reporter.console), status: selected.status
        ).handOver(noColor: messages.noColor)
    }
}
