import ArgumentParser
import Encodings
import SafeFile
import TOTPDomain
import TOTPImport
import Vault

extension VaultCommand {
    struct Merge: VaultReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge",
            abstract: "Merge copies of the vault that were changed elsewhere.",
            discussion: """
                For copies of one vault that were changed on several machines, such as the conflict copies of Syncthing, \
                Dropbox and Nextcloud. Merges by account and field: what was added, changed or removed in one copy is \
                so afterwards. If both changed one field, it asks, or keeps the later value and names the other one. Two \
                secrets of one account both stay. The copies are only read; those that are of no use any more are named.
                """
        )

        @Argument(help: "Another copy of the vault.", completion: .file())
        var copies: [String]

        @Option(
            .writing, "The vault to merge into.", value: "file",
            manual: "Without this option: TOTP_IMPORT_VAULT, else the [default vault](#the-default-vault).")
        var vault: String?

        @OptionGroup var key: VaultKeyOptions
        @OptionGroup var passphrases: SourcePassphraseOptions

        @Flag(name: [.customShort("n"), .long], .writing, "Show what would change, and change nothing.")
        var dryRun = false

        @Flag(.writing, "Ask nothing: of two changes of one field, keep the later.")
        var yes = false

        @OptionGroup var backups: BackupOptions

        @Flag(.showing, "Print what was done as JSON.")
        var json = false

        @OptionGroup var messages: OutputOptions

        func validate() throws {
            try PassphraseOptions.checkStandardInput([key.passphrase.file, key.recoveryFile, passphrases.file])
            _ = try ChosenVault(vault)
            if vault == nil { _ = try DefaultVault.existing() }
        }

        func run(_ reporter: Reporter, _ vault: String) async throws -> ExitCode {
            // The copies are named for deletion at the end.
            for path in copies where try FileIdentity(path) == FileIdentity(vault) {
                throw CommandError("\(path): the vault itself, and not another copy", "leave it out")
            }
            let file = try key.open(vault, backups: backups.policy)
            var merged: [MergedCopy] = []
            for path in copies {
                let state = FileState(path)
                let copy = try naming(path) { try open(path, of: file) }
                let before = try file.items()
                let asked = asks ? try file.report(of: copy).choices.filter(\.isAsked) : []
                let chosen = try chosen(of: asked, reporter)
                let report =
                    dryRun
                    ? try file.report(of: copy)
                    : try reporter.progress.during("Saving \(vault.sanitized)") {
                        try file.merge(copy) { chosen.contains($0) }
                    }
                let one = MergedCopy(
                    path: path, report: report, chosen: chosen,
                    changes: VaultDifference.changes(from: report.renaming(before), to: report.items),
                    deletable: try deletable(path, state, copy, of: file, report, Set(asked)))
                show(one, vault, reporter)
                if try file.lacksKeys(of: copy) {
                    reporter.warning("\(path): has a passphrase or recovery code that does not open \(vault)")
                }
                merged.append(one)
            }
            if json {
                try reporter.output(
                    .object([
                        "vault": .string(vault), "dryRun": .bool(dryRun), "copies": .array(merged.map(\.json)),
                    ]))
            }
            if dryRun {
                reporter.note("Dry run: \(vault) was not changed.")
            } else {
                noteEnd(merged, vault, reporter)
            }
            return merged.allSatisfy(\.report.conflicts.isEmpty) ? ExitStatus.done : ExitStatus.partial
        }

        private var asks: Bool { !dryRun && !yes && !json && TypedAnswer.isPossible }

        /// Shows the result of merging a copy. Values that lost are always shown, and in full: they may be nowhere
        /// else.
        private func show(_ copy: MergedCopy, _ vault: String, _ reporter: Reporter) {
            if !json {
                if !reporter.isQuiet { reporter.list((copy.changes.map(\.line) + copy.report.fates).map { [$0] }) }
                for line in copy.report.losses(copy.chosen) { reporter.always(line, isWhole: true) }
            }
            for problem in copy.report.conflictProblems {
                reporter.warning("\(problem) with totp-import vault remove", decides: true)
            }
            let count = "\(counted(copy.changes.count, "account")) \(dryRun ? "would change" : "changed")"
            reporter.note(
                copy.changes.isEmpty
                    ? "\(copy.path): nothing new for \(vault)" : "\(vault): \(count), merged with \(copy.path)")
        }

        /// Names the copies that are of no use any more, and why others are.
        private func noteEnd(_ merged: [MergedCopy], _ vault: String, _ reporter: Reporter) {
            let isRemoved = merged.contains { !$0.report.removed.isEmpty }
            let all = "all of their accounts now\(isRemoved ? ", but those that were removed from it" : "")"
            let list = merged.filter { $0.deletable.reason == nil }.map(\.path.quotedForShell).joined(separator: ", ")
            reporter.note("\(vault) has \(all).\(list.isEmpty ? "" : " To delete: \(list)")")
            for copy in merged {
                if let reason = copy.deletable.reason {
                    reporter.note("Not to delete: \(copy.path.quotedForShell): \(reason)")
                }
            }
            if merged.contains(where: { !$0.changes.isEmpty }) { backups.noteUndo(vault, reporter) }
        }

        /// Whether all of a copy is in the vault after the merge, and it is of no other use.
        ///
        /// - Parameters:
        ///   - state: the copy before it was read.
        ///   - asked: the parts whose value the user chose.
        private func deletable(
            _ path: String, _ state: FileState?, _ copy: VaultCopy, of file: VaultFile, _ report: CopyReport,
            _ asked: Set<CopyChoice>
        ) throws -> Deletable {
            func objection(_ reason: String?) -> Objection? { reason.map { Objection(.kept, $0) } }
            let otherCode = try file.lacksRecoveryCodes(of: copy) ? "a recovery code opens it, and not the vault" : nil
            return Deletable(
                DeletionProof(
                    entries: objection(report.lost(asking: asked) ?? otherCode),
                    kind: objection(try VaultCopies.use(of: path)), leftovers: Leftovers(), doubt: nil,
                    writing: objection(dryRun ? "nothing was written" : nil),
                    file: FileRead(Set([state].compactMap(\.self)), now: FileState(path))))
        }

        /// Opens a copy with the key of the vault, or with its own, which is then asked for.
        private func open(_ path: String, of file: VaultFile) throws -> VaultCopy {
            if let copy = try file.copy(at: path) { return copy }
            let known = try passphrases.known()
            guard known.text.isEmpty else {
                return try VaultKey.passphrases(known.text + known.bytes + key.passphrase.given.known()).open(path)
                    .copy()
            }
            return try key.open(path, isAlwaysAsked: true).copy()
        }

        /// Errors are about the copy.
        private func naming<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
            do { return try work() } catch let error as VaultError {
                if case .file = error { throw error }
                guard error.isAboutPassphrase else { throw CommandError("\(path): \(error.problem)", error.advice) }
                throw CommandError(
                    "\(path): \(error.problem)", "give its own passphrase with --source-passphrase-file",
                    status: ExitStatus.passphrase)
            }
        }

        /// Asks about fields that both copies changed.
        ///
        /// - Returns: the choices that do not keep the later value.
        private func chosen(of choices: [CopyChoice], _ reporter: Reporter) throws -> Set<CopyChoice> {
            var chosen: Set<CopyChoice> = []
            for choice in choices {
                reporter.always("Both copies changed \(choice.part.name) of \(choice.label):")
                reporter.always("  1  \(choice.shown(choice.kept)) (later)", isWhole: true)
                reporter.always("  2  \(choice.shown(choice.other))", isWhole: true)
                let answer = try AccountQuestions.choice("Which one", "1") { ["1", "2"].contains($0) ? $0 : nil }
                if answer == "2" { chosen.insert(choice) }
            }
            return chosen
        }
    }
}

/// The result of merging a copy of a vault.
private struct MergedCopy {
    let path: String
    let report: CopyReport
    /// The choices for which the user did not choose the later value.
    let chosen: Set<CopyChoice>
    let changes: [VaultDifference.Change]
    let deletable: Deletable

    var json: OrderedJSON {
        .object([
            "file": .string(path),
            "changes": .array(
                changes.map { change in
                    .object([
                        "change": .string(change.kind.rawValue), "account": .string(change.label),
                        "fields": .array(change.details.map { .string($0) }),
                    ])
                }),
            "kept": Self.list(report.kept),
            "removed": Self.list(report.removed),
            "conflicts": Self.list(report.conflicts),
            "lost": .array(report.choices.map { json(of: $0) }),
            "toDelete": .bool(deletable.reason == nil),
            "reasonToKeep": deletable.reason.map { .string($0) },
        ])
    }

    private func json(of choice: CopyChoice) -> OrderedJSON {
        let (kept, lost) = chosen.contains(choice) ? (choice.other, choice.kept) : (choice.kept, choice.other)
        return .object([
            "account": choice.account == nil ? .null : .string(choice.label), "field": .string(choice.part.field),
            "kept": .string(kept), "lost": .string(lost),
        ])
    }

    private static func list(_ labels: [String]) -> OrderedJSON { .array(labels.map { .string($0) }) }
}
