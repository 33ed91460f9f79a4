import Encodings
import ImportPipeline
import TOTPDomain
import Vault

/// The end of an import on a terminal: what was not imported and why, and what to do next.
struct ImportEnding {
    let ledger: Ledger
    let fates: InputFates
    let deletion: DeleteListOptions
    /// The vault on the command line; nil is the default vault.
    let vault: String?
    let store: any VaultStore
    let reporter: Reporter

    /// More names than these are counted by folder: of files to delete, and of others, which need to be found.
    private static let namesShown = 6, keptNamesShown = 50

    func print() {
        guard reporter.console.isErrorTerminal, !reporter.isQuiet else { return }
        let columns = reporter.console.errorColumns ?? 80
        var title = "Left out:"
        for line in leftOut {
            show(reporter.style.bold(title) + " ", indent: 10, line, columns)
            title = "         "
        }
        guard ledger.totals.found > ledger.totals.rejected else { return }
        reporter.console.note("")
        reporter.console.note(reporter.style.bold("Next steps"))
        for (number, step) in steps.enumerated() {
            show("  \(number + 1). ", indent: 5, step.text, columns)
            if let command = step.command { reporter.console.note("     \(command)") }
        }
    }

    private func show(_ start: String, indent: Int, _ text: String, _ columns: Int) {
        reporter.console.note(start + text.withoutLinks.sanitized.wrapped(to: columns, indentation: indent))
    }

    // MARK: - What was not imported

    /// One line per reason, with the files.
    var leftOut: [String] {
        var groups = Groups()
        for source in ledger.sources {
            let name = source.result.name.inputName
            let reasons = source.problems.compactMap { Self.reason($0.kind, source.result.failure) }
            for reason in reasons { groups.add(reason, name) }
            switch source.result.status {
            case .noCode: groups.add(Reason(.input, "no QR code of an account found"), name)
            case .partial where reasons.isEmpty:
                groups.add(Reason(.input, "damaged, or with a QR code that could not be read"), name)
            case .failed, .partial, .ok, .skipped: break
            }
        }
        let parts = ledger.batches.filter { !$0.missing.isEmpty }.map { batch in
            let word = batch.missing.count == 1 ? "part" : "parts"
            return "\(word) \(batch.missingNumbers) of \(batch.size) of a Google Authenticator export: not found"
        }
        return groups.lines + parts
    }

    /// Nil for a warning.
    private static func reason(_ kind: Problem.Kind, _ failure: SourceError?) -> Reason? {
        switch kind {
        case .rejected(.secretNotHex): Reason(.entry, "secret not hexadecimal")
        case .rejected(.migrationDamaged): Reason(.entry, "Google Authenticator export damaged")
        case .rejected(.migrationUnknownValue): Reason(.entry, "unknown value in a Google Authenticator export")
        case .rejected(let code): Reason(.entry, code.rawValue.replacingHyphens)
        case .failed where failure?.isSkippedByUser == true: Reason(.input, "skipped, no passphrase typed")
        case .failed(.passphraseRequired): Reason(.input, "encrypted, no passphrase given")
        case .failed(.wrongPassphrase): Reason(.input, "wrong passphrase")
        case .failed(.unrecognised): Reason(.input, "not an image or a known export")
        case .failed(.corrupt): Reason(.input, "damaged")
        case .failed(.readFailed): Reason(.input, "could not be read")
        case .failed(let code): Reason(.input, code.rawValue.replacingHyphens)
        case .warning, .incompleteExport, .lost: nil
        }
    }

    private struct Reason: Hashable {
        enum Kind { case entry, input }

        let kind: Kind
        let text: String

        init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }

    /// Counts by reason, in the order of the first of each.
    private struct Groups {
        private var order: [Reason] = []
        private var counts: [Reason: Int] = [:]
        private var names: [Reason: [String]] = [:]

        mutating func add(_ reason: Reason, _ name: String) {
            if counts[reason] == nil { order.append(reason) }
            counts[reason, default: 0] += 1
            if names[reason]?.last != name { names[reason, default: []].append(name) }
        }

        var lines: [String] {
            order.map { reason in
                let count = counts[reason] ?? 0
                let what =
                    reason.kind == .entry
                    ? counted(count, "entry", plural: "entries") : counted(count, "input")
                let names = names[reason] ?? []
                let more = names.count > 2 ? " and \(names.count - 2) more" : ""
                return "\(what): \(reason.text) (\(names.prefix(2).joined(separator: ", "))\(more))"
            }
        }
    }

    // MARK: - What to do next

    private struct Step {
        let text: String
        var command: String?
    }

    private var hasRecoveryCode: Bool {
        guard let ids = try? (store as? VaultFile)?.recoveryCodeIDs() else { return false }
        return !ids.isEmpty
    }

    private var steps: [Step] {
        let name = vault.map { " \($0.quotedForShell)" } ?? ""
        var steps = [
            Step(
                text: "Compare some codes with the old app before you remove anything there:",
                command: "totp-import codes\(name)")
        ]
        if !hasRecoveryCode {
            steps.append(
                Step(
                    text: "Add a recovery code: it opens the vault if you forget the passphrase.",
                    command: "totp-import vault recovery add\(name)"))
        }
        if !fates.kept.isEmpty {
            let names = list(fates.kept, most: Self.keptNamesShown)
            steps.append(Step(text: "Keep these until everything in them is imported: \(names)"))
        }
        if !fates.unclear.isEmpty {
            let names = list(fates.unclear, most: Self.keptNamesShown)
            steps.append(
                Step(
                    text: "Look at these before you delete them: no account could be read from them, or they contain "
                        + "something else as well: \(names)"))
        }
        if !fates.done.isEmpty {
            let names = list(fates.done, most: Self.namesShown)
            let tip = deletion.deleteList == nil && fates.done.count > 1 ? " (--delete-list FILE writes a list)" : ""
            steps.append(
                Step(
                    text: "Then delete these files, also on the phone: anyone who can read them has the accounts. "
                        + names + tip,
                    command: deletion.command))
        }
        return steps
    }

    private func list(_ names: [String], most: Int) -> String {
        guard names.count > most, !reporter.isVerbose else {
            return names.map(\.quotedForShell).joined(separator: ", ")
        }
        var folders: [String] = []
        var files: [String: [String]] = [:]
        for name in names {
            let folder = name.parentFolder
            if files[folder] == nil { folders.append(folder) }
            files[folder, default: []].append(name)
        }
        var all: [String: Int] = [:]
        for file in Set(ledger.sources.compactMap(\.result.file)) { all[file.parentFolder, default: 0] += 1 }
        return folders.map { folder in
            let names = files[folder] ?? []
            guard names.count > 2, let first = names.first, let last = names.last else {
                return names.map(\.quotedForShell).joined(separator: ", ")
            }
            let place = folder == "." ? "in this folder" : "in \(folder.quotedForShell)"
            // Between the first and the last there may be others.
            let others = all[folder, default: 0] - names.count
            return others > 0
                ? "\(names.count) of the \(names.count + others) files \(place) (--verbose names them)"
                : "\(names.count) files \(place) (\(first.fileName) to \(last.fileName))"
        }.joined(separator: ", ")
    }
}

extension String {
    fileprivate var replacingHyphens: String { String(map { $0 == "-" ? " " : $0 }) }

    fileprivate var fileName: Substring { split(separator: "/").last ?? self[...] }

    /// This text as one argument of a shell, without control characters.
    var quotedForShell: String {
        let text = sanitized
        let isPlain = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "_-./:@%+,=".contains($0) }
        return isPlain
            ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
