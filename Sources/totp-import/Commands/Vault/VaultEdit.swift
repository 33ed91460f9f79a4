import ArgumentParser
import Encodings
import Platform
import TOTPDomain
import TOTPImport
import Vault

extension VaultCommand {
    struct Edit: VaultReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change names, notes, tags or parameters of accounts.",
            discussion: """
                Shows what would change and asks. Without an option of a change, asks for the fields of one account on \
                the terminal. The version before the change is kept: vault undo takes it back.
                """
        )

        @OptionGroup var vault: VaultTargetOptions
        @OptionGroup var changes: EditOptions
        @OptionGroup var confirmation: ConfirmationOptions
        @OptionGroup var backups: BackupOptions
        @OptionGroup var messages: OutputOptions

        func validate() throws { try vault.validateSelection() }

        func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode {
            let file = try self.vault.key.open(vault, backups: backups.policy)
            let accounts = try self.vault.accounts(in: file, vault, reporter)
            let edit = try changes.edit.isEmpty ? typedEdit(accounts, reporter) : changes.edit
            let now = Date.wholeSecondNow
            var changed: [NumberedAccount] = []
            var lines: [[String]] = []
            for numbered in accounts {
                let old = numbered.account, new = try Self.applied(edit, to: old, at: now)
                guard new != old else { continue }
                changed.append(numbered)
                let warning = old.parameters != new.parameters ? ["The one-time codes change as well."] : []
                lines.append(
                    ["\(numbered.number)  \(old.label)"]
                        + (AccountDifference.lines(old, new) + warning).map { "   \($0)" })
            }
            guard !changed.isEmpty else {
                reporter.note("\(vault): nothing to change")
                return ExitStatus.done
            }
            try confirmation.confirm(lines, "Change \(counted(changed.count, "account")) in \(vault)?", reporter)
            try backups.change(changed, in: file, "changed", reporter) { try Self.applied(edit, to: $0, at: now) }
            return ExitStatus.done
        }

        private static func applied(_ edit: AccountEdit, to account: Account, at time: Date) throws -> Account {
            do throws(EntryError) { return try edit.applied(to: account, at: time) } catch {
                throw CommandError("\"\(account.label)\": \(error.reason)")
            }
        }

        private func typedEdit(_ accounts: [NumberedAccount], _ reporter: Reporter) throws -> AccountEdit {
            guard let numbered = accounts.first, accounts.count == 1 else {
                reporter.list(reporter.lines(accounts))
                throw CommandError(
                    "\(counted(accounts.count, "account")) match",
                    "select one, or say what to change with --set-issuer, --add-tag and the like")
            }
            guard TypedAnswer.isPossible else {
                throw CommandError(
                    "there is no terminal to ask for changes", "use --set-issuer, --set-name and the like")
            }
            reporter.list(reporter.lines([numbered]))
            reporter.always("Enter keeps a value; - empties it.")
            return try AccountQuestions.edit(numbered.account)
        }
    }
}

/// The changes that `vault edit` makes.
struct EditOptions: ParsableArguments {
    @Option(.correcting, "The new issuer.", value: "text")
    var setIssuer: String?

    @Option(.correcting, "The new account name.", value: "text")
    var setName: String?

    @Option(.correcting, "The new note; empty for none.", value: "text")
    var setNote: String?

    @Option(.correcting, "Whether it is a favorite.", value: "yes|no")
    var setFavorite: YesOrNo?

    @Option(.correcting, "Add a tag; repeatable.", value: "text")
    var addTag: [String] = []

    @Option(.correcting, "Remove a tag; repeatable.", value: "text")
    var removeTag: [String] = []

    @Option(.correcting, "The new algorithm.", value: "name", manual: "Wrong parameters generate wrong codes.")
    var setAlgorithm: OTPAlgorithm?

    @Option(.correcting, "The new number of digits.", value: "n")
    var setDigits: Int64?

    @Option(.correcting, "The new period.", value: "seconds")
    var setPeriod: Int64?

    @Option(.correcting, "The counter of the next code (hotp).", value: "n")
    var setCounter: Int64?

    var edit: AccountEdit {
        var edit = AccountEdit()
        (edit.issuer, edit.name, edit.note) = (setIssuer, setName, setNote)
        edit.isFavorite = setFavorite.map { $0 == .yes }
        (edit.addedTags, edit.removedTags) = (addTag, removeTag)
        (edit.algorithm, edit.digits, edit.period, edit.counter) = (setAlgorithm, setDigits, setPeriod, setCounter)
        return edit
    }
}

extension OTPAlgorithm: ExpressibleByArgument {
    public init?(argument: String) {
        guard let algorithm = try? OTPAlgorithm(named: argument), algorithm != .md5 else { return nil }
        self = algorithm
    }

    public static var allValueStrings: [String] { [OTPAlgorithm.sha1, .sha256, .sha512].map(\.rawValue) }
}

extension VaultCommand {
    struct Remove: VaultReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove accounts from the vault.",
            discussion: """
                Shows the accounts and asks. The version before the change is kept: vault undo takes it back. An \
                account that an app has synchronized is marked as deleted, so that the app removes it as well.
                """
        )

        @OptionGroup var vault: VaultTargetOptions
        @OptionGroup var confirmation: ConfirmationOptions
        @OptionGroup var backups: BackupOptions
        @OptionGroup var messages: OutputOptions

        func validate() throws { try vault.validateSelection() }

        func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode {
            let file = try self.vault.key.open(vault, backups: backups.policy)
            let accounts = try self.vault.accounts(in: file, vault, reporter)
            try confirmation.confirm(
                reporter.lines(accounts), "Remove \(counted(accounts.count, "account")) from \(vault)?", reporter)
            try backups.remove(accounts, from: file, reporter)
            return ExitStatus.done
        }
    }
}
