import ArgumentParser
import CWiping
import Encodings
import ImageDecode
import Links
import Platform
import SafeFile
import TOTPDomain
import TOTPImport

struct CodesCommand: AsyncParsableCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes",
        abstract: "Show current one-time codes.",
        usage: """
            totp-import codes [<input> ...] [<name>] [<options>]
            """,
        discussion: """
            Reads a vault or any known export. A last argument that is not a file is a text to search for. If the \
            output is not a terminal, exactly one account must match it, and only its code is printed. The code of a \
            counter-based account (hotp) is the next one; showing it does not advance the counter.
            """
    )

    @OptionGroup var source: SourceOptions
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var selection: SelectionOptions

    @Flag(
        help: ArgumentHelp(
            .showing, "Print the codes of all accounts that match NAME.",
            manual: "On a terminal they are printed anyway."))
    var all = false

    @Flag(
        help: ArgumentHelp(
            .showing, "Copy the code of the one account that matches.",
            manual: "The clipboard is cleared after 45 seconds if it still has the code."))
    var copy = false

    @Flag(
        help: ArgumentHelp(
            .showing, "Show live codes; q quits.",
            manual: "They are refreshed every second. `/` searches as you type, `c` copies a code. Needs a terminal."))
    var watch = false

    @Flag(help: ArgumentHelp(.showing, "With --watch: hide codes until a key is pressed."))
    var mask = false

    @Flag(help: ArgumentHelp(.showing, "Print JSON Lines, one object per account."))
    var json = false

    @OptionGroup var messages: OutputOptions

    /// The text to search for, from the arguments.
    private var name: String?

    private enum CodingKeys: String, CodingKey {
        case source, passphrase, selection, all, copy, watch, mask, json, messages
    }

    mutating func validate() throws {
        name = try source.takeName(unless: selection)
        try source.validateInputsOrDefaultVault()
        try passphrase.validate(with: source)
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

    func run() async throws {
        try await reporting(messages) { reporter in
            if watch, !reporter.console.isOutputTerminal {
                throw CommandError("--watch needs a terminal", "omit it")
            }
            if watch { return try await show(reporter) }
            let selected = try await self.selected(reporter)
            let items = selected.accounts.map(\.item)
            guard !items.isEmpty else { return selected.status }
            if copy {
                try copy(selected.accounts, reporter)
                return selected.status
            }
            if name != nil, items.count > 1, !all, !reporter.console.isOutputTerminal {
                reporter.error(selected.accounts.ambiguity("no code is printed: use more of a name, or --all").message)
                return ExitStatus.partial
            }
            let codes = CurrentCodes(items, at: Int64(Date().timeIntervalSince1970))
            if json {
                try reporter.output(codes.json)
            } else if name != nil, items.count == 1, !reporter.console.isOutputTerminal {
                try reporter.output(codes.bare(reporter) + "\n")
            } else {
                try reporter.output(
                    codes.table(isGrouped: reporter.console.isOutputTerminal)
                        .text(width: reporter.outputColumns, style: reporter.outputStyle))
                for problem in codes.problems { reporter.warning(problem) }
            }
            return selected.status
        }
    }

    private func selected(_ reporter: Reporter) async throws -> SelectedAccounts {
        var selection = try selection.selection()
        if let name { selection.search = name }
        return try await accounts(passphrase, selection, reporter)
    }

    /// Copies the code of the only account that matches, or of the one that is chosen.
    private func copy(_ accounts: [NumberedAccount], _ reporter: Reporter) throws {
        let meant =
            accounts.count == 1
            ? accounts
            : try reporter.chosen(
                of: accounts, "Copy which?", isOne: true,
                advice: "--copy copies one code: use more of a name, or --id", unanswered: "nothing was copied")
        guard let item = meant.first?.item else { return }
        let code = AccountCode(item, at: Int64(Date().timeIntervalSince1970))
        guard var copy = CodeCopy(item, code) else {
            throw CommandError("\"\(item.label)\" has no code: \(code.problem ?? "")")
        }
        guard copy.copy(to: { ControllingTerminal()?.write($0) ?? false }) else {
            throw CommandError("no clipboard: install wl-clipboard, xclip or xsel, or run this in a terminal")
        }
        reporter.note(copy.message)
    }

    /// The screen may stay for days: only what it needs for the codes stays in memory.
    private func show(_ reporter: Reporter) async throws -> ExitCode {
        cwiping_start()
        let (made, status) = try await screen(reporter)
        PassphraseVariable.forget()
        PassphraseFile.forget()
        PNGDecoder.releaseKeptMemory()
        await ThreadStacks.wipe()
        guard var screen = made else { return status }
        try screen.run()
        return status
    }

    /// - returns: no screen if there is no account.
    private func screen(_ reporter: Reporter) async throws -> (screen: CodesScreen?, status: ExitCode) {
        let selected = try await self.selected(reporter)
        guard !selected.accounts.isEmpty else { return (nil, selected.status) }
        let items = selected.accounts.map { account in
            var item = account.item
            item.secret = item.secret.locked
            // Not shown, and it may contain a link.
            item.note = nil
            return item
        }
        return (CodesScreen(items, title: selected.place, isMasked: mask, reporter: reporter), selected.status)
    }
}
