import ArgumentParser
import Encodings
import SafeFile
import TOTPImport
import Vault

extension VaultCommand {
    struct Merge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Merge copies of the vault that were changed elsewhere.",
            discussion: """
                For copies of one vault that were changed on several machines, such as the conflict copies of Syncthing, \
                Dropbox and Nextcloud. Merges by account and field: what was added, changed or removed in one copy is \
                so afterwards. If both changed one field, it asks, or keeps the later value and names the other one. Two \
                secrets of one account both stay. The copies are only read.
                """
        )

        @Argument(help: "Another copy of the vault.", completion: .file())
        var copies: [String]

        @Option(
            help: ArgumentHelp(
                .writing, "The vault to merge into.", value: "file",
                manual: "Without this option: TOTP_IMPORT_VAULT, else the [default vault](#the-default-vault)."),
            completion: .file())
        var vault: String?

        @OptionGroup var key: VaultKeyOptions

        @Flag(
            name: [.customShort("n"), .long],
            help: ArgumentHelp(.writing, "Show what would change, and change nothing."))
        var dryRun = false

        @Flag(help: ArgumentHelp(.writing, "Ask nothing: of two changes of one field, keep the later."))
        var yes = false

        @OptionGroup var backups: BackupOptions
        @OptionGroup var messages: OutputOptions

        func validate() throws {
            _ = try ChosenVault(vault)
            if vault == nil { _ = try DefaultVault.existing() }
        }

        func run() async throws {
            try await reporting(messages, vault: ChosenVault(vault)) { reporter, vault in
                // The copies are named for deletion at the end.
                for path in copies where try FileIdentity(path) == FileIdentity(vault) {
                    throw CommandError("\(path): the vault itself, and not another copy", "leave it out")
                }
                let file = try key.open(vault, backups: backups.policy)
                var hasConflict = false, hasChanged = false, isRemoved = false
                for path in copies {
                    let copy = try naming(path) { try open(path, of: file) }
                    let before = try file.items(), plan = try file.report(of: copy)
                    let chosen = try choices(in: plan, reporter)
                    let report =
                        dryRun
                        ? plan
                        : try reporter.progress.during("Saving \(vault.sanitized)") {
                            try file.merge(copy) { chosen.contains($0) }
                        }
                    let lines = VaultDifference.lines(from: before, to: report.items)
                    if !reporter.isQuiet { reporter.list((lines + report.decisions(chosen)).map { [$0] }) }
                    for problem in report.conflictProblems {
                        reporter.warning("\(problem) with totp-import vault remove", decides: true)
                    }
                    let count = "\(counted(lines.count, "account")) \(dryRun ? "would change" : "changed")"
                    reporter.note(
                        lines.isEmpty
                            ? "\(path): nothing new for \(vault)" : "\(vault): \(count), merged with \(path)")
                    if try file.lacksKeys(of: copy) {
                        reporter.warning("\(path): has a passphrase or recovery code that does not open \(vault)")
                    }
                    hasConflict = hasConflict || !report.conflicts.isEmpty
                    hasChanged = hasChanged || !lines.isEmpty
                    isRemoved = isRemoved || !report.removed.isEmpty
                }
                if dryRun {
                    reporter.note("Dry run: \(vault) was not changed.")
                } else {
                    let all = "all of their accounts now\(isRemoved ? ", but those that were removed from it" : "")"
                    let list = copies.map(\.quotedForShell).joined(separator: ", ")
                    reporter.note("\(vault) has \(all). To delete: \(list)")
                    if hasChanged { backups.noteUndo(vault, reporter) }
                }
                return hasConflict ? ExitStatus.partial : ExitStatus.done
            }
        }

        /// Opens a copy with the key of the vault, or with its own, which is then asked for.
        private func open(_ path: String, of file: VaultFile) throws -> VaultCopy {
            if let copy = try file.copy(at: path) { return copy }
            return try key.open(path, isAlwaysAsked: true).copy()
        }

        /// Errors are about the copy.
        private func naming<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
            do { return try work() } catch let error as VaultError {
                if case .file = error { throw error }
                let status = error.isAboutPassphrase ? ExitStatus.passphrase : ExitStatus.nothing
                throw CommandError("\(path): \(error.problem)", error.advice, status: status)
            }
        }

        /// Asks about fields that both copies changed.
        ///
        /// - Returns: those of which the value that is not the later is kept.
        private func choices(in report: CopyReport, _ reporter: Reporter) throws -> Set<CopyChoice> {
            guard !dryRun, !yes, TypedAnswer.isPossible else { return [] }
            var chosen: Set<CopyChoice> = []
            for choice in report.choices where choice.isShown {
                reporter.always("Both copies changed the \(choice.part.rawValue) of \(choice.label):")
                reporter.always("  1  \(CopyChoice.shown(choice.kept)) (later)")
                reporter.always("  2  \(CopyChoice.shown(choice.other))")
                let answer = try AccountQuestions.choice("Which one", "1") { ["1", "2"].contains($0) ? $0 : nil }
                if answer == "2" { chosen.insert(choice) }
            }
            return chosen
        }
    }
}
