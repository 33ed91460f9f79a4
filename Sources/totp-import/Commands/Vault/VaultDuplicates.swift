import ArgumentParser
import Encodings
import Platform
import TOTPDomain
import TOTPImport
import Vault

extension VaultCommand {
    struct Duplicates: VaultReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "duplicates",
            abstract: "Show duplicates and ask which accounts to keep.",
            discussion: """
                Shows the accounts with one secret, and those with one name and several secrets, which are often an old \
                and a new setup. Compare their codes with the service before you remove one. The version before the \
                change is kept: vault undo takes it back.
                """
        )

        @OptionGroup var vault: VaultArgument

        @OptionGroup var key: VaultKeyOptions

        @Flag(name: [.customShort("n"), .long], .writing, "Show the duplicates and change nothing.")
        var dryRun = false

        @OptionGroup var backups: BackupOptions
        @OptionGroup var messages: OutputOptions

        func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode {
            let file = try key.open(vault, backups: backups.policy)
            let accounts = AccountSelection().select(from: try file.items().filter { !$0.isDeleted })
            let groups = DuplicateGroup.groups(of: accounts.map(\.account))
            guard !groups.isEmpty else {
                reporter.note("\(vault): no duplicates")
                return ExitStatus.done
            }
            let removed = try removed(of: accounts, groups, reporter)
            guard !removed.isEmpty else {
                reporter.note("\(vault): nothing was changed")
                return ExitStatus.done
            }
            reporter.always("To remove:")
            reporter.list(reporter.lines(removed))
            guard TypedAnswer.isYes("Remove \(counted(removed.count, "account")) from \(vault)?") == true else {
                reporter.answeredNo("nothing was changed")
                return ExitStatus.partial
            }
            try backups.remove(removed, from: file, reporter)
            return ExitStatus.done
        }

        /// Shows each group, and asks unless this is a dry run.
        ///
        /// - Returns: the accounts to remove, in their order.
        private func removed(
            of accounts: [NumberedAccount], _ groups: [DuplicateGroup], _ reporter: Reporter
        ) throws -> [NumberedAccount] {
            var removed: Set<Int> = []
            let items = accounts.map(\.account)
            for (number, group) in groups.enumerated() {
                // Earlier answers may have settled it.
                guard let group = group.without(removed, of: items) else { continue }
                let members = group.places.map { accounts[$0] }
                let reason = group.reason == .sameSecret ? "one secret" : "one name and several secrets"
                reporter.always("\(number + 1) of \(groups.count): \(counted(members.count, "account")) with \(reason)")
                // All accounts, because the others are removed.
                for (lines, numbered) in zip(reporter.lines(members), members) {
                    for line in lines + [Self.details(of: numbered.account)] { reporter.always(line) }
                }
                guard !dryRun else { continue }
                let kept = try kept(of: members, reporter)
                for (place, numbered) in zip(group.places, members) where !kept.contains(numbered.number) {
                    removed.insert(place)
                }
            }
            return removed.sorted().map { accounts[$0] }
        }

        /// The details that distinguish twins with the same names.
        private static func details(of account: Account) -> String {
            let code = AccountCode(account, at: Int64(Date().timeIntervalSince1970))
            let start = code.text == nil ? "" : "code \(code.grouped), "
            return "    \(start)added \(LocalTime.text(account.createdAt).prefix(10))"
        }

        /// The row numbers that are typed; Enter keeps all.
        private func kept(of members: [NumberedAccount], _ reporter: Reporter) throws -> Set<Int> {
            guard TypedAnswer.isPossible else {
                throw CommandError(
                    "nothing was changed: there is no terminal to ask which accounts to keep",
                    "add --dry-run, or use vault remove")
            }
            let rows = try reporter.chosenRows(
                of: members, "Keep which?", enter: "all", unanswered: "nothing was changed")
            return rows.isEmpty ? Set(members.map(\.number)) : rows
        }
    }
}
