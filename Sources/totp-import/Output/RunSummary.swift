import ArgumentParser
import Encodings
import ImportPipeline
import TOTPDomain

/// The output at the end of a run: problems, then totals.
struct RunSummary {
    let ledger: Ledger
    let reporter: Reporter
    /// Whether accounts went into a collection, so that existing ones matter.
    var isMerge = true
    var isStrict = false

    /// One line per problem, in input order: `FILE: what is wrong; what to do`.
    func printProblems() {
        var lines = AlikeLines(reporter, remedy: "--verbose or --report shows all")
        for source in ledger.sources {
            let name = source.result.name.inputName
            let place = source.result.folder ?? source.result.name
            if let failure = source.result.failure {
                lines.error(
                    "\(name): \(failure.advised)\(advice(failure, source.result.format))", of: failure.code,
                    in: source.result.folder)
            }
            if let copy = source.result.copyOf {
                reporter.detail("copy:", "\(name): the same bytes as \(copy.inputName)")
            }
            for outcome in source.outcomes { printOutcome(outcome, name, in: place, &lines) }
            let decides = isStrict || decides(source)
            for warning in source.result.warnings {
                lines.warning("\(name): \(warning)", like: warning.withoutEntry, in: place, decides: decides)
            }
        }
        lines.printRest()
        for batch in ledger.batches {
            for complaint in batch.complaints {
                reporter.warning(complaint, decides: isStrict || !batch.missing.isEmpty)
            }
            if batch.isCompletedNow {
                reporter.note("The Google Authenticator export is complete now: all \(batch.size) parts were found.")
            }
        }
        if ledger.unwritten > 0 {
            reporter.note(
                "Accounts that the format cannot store are not in the output: keep them in the old app, or write them in "
                    + "another format as well.")
        }
        if ledger.totals.rejected > ledger.unwritten {
            reporter.note(
                "Rejected entries cannot be used: correct the link, or set the account up again with its service.")
        }
        printSkipped()
    }

    /// Whether the warnings of a source are the only ones that say why the exit code is not 0.
    private func decides(_ source: Ledger.Source) -> Bool {
        switch source.result.status {
        case .noCode: true
        case .partial: !source.outcomes.contains { if case .rejected = $0 { true } else { false } }
        case .ok, .failed, .skipped: false
        }
    }

    /// The ways to give a passphrase, if one is missing.
    private func advice(_ failure: SourceError, _ format: String?) -> String {
        guard failure.code == .passphraseRequired, failure != .skippedByUser else { return "" }
        let (flag, variable) =
            format == "totply-vault"
            ? ("--passphrase-file", "TOTP_IMPORT_PASSPHRASE")
            : ("--source-passphrase-file", "TOTP_IMPORT_SOURCE_PASSPHRASE")
        return "; use \(flag) FILE, set \(variable), or run this in a terminal"
    }

    /// - parameter place: the folder or archive of the input, or the input itself.
    private func printOutcome(
        _ outcome: Ledger.Outcome, _ name: String, in place: String, _ lines: inout AlikeLines
    ) {
        switch outcome {
        case .rejected(let rejection):
            let label = rejection.label.isEmpty ? "" : " (\(rejection.label))"
            lines.rejected(
                "\(name), \(rejection.position)\(label): \(rejection.reason)", of: rejection.code, in: place)
        case .merged where !isMerge: break
        case .merged(let item, .added(let twin?)):
            let (kind, what) =
                switch twin {
                case .sameSecret(item.label): ("parameters", "already exists with other parameters; both are kept")
                case .sameSecret(let label): ("secret", "has the same secret as \"\(label)\"; both are kept")
                case .sameName:
                    (
                        "name",
                        "already exists with another secret; both are kept, but one is probably out of date: compare "
                            + "their codes with the old app"
                    )
                }
            lines.warning("\(name): \"\(item.label)\" \(what)", like: kind, in: place, decides: isStrict)
        case .merged(let item, .added):
            reporter.detail(reporter.style.green("added:"), "\(name): \(item.label)")
        case .merged(let item, .updated):
            reporter.detail(reporter.style.green("updated:"), "\(name): \(item.label)")
        case .merged(let item, .duplicate(let note?)):
            lines.warning(
                "\(name): \"\(item.label)\" already exists; \(note) (--on-duplicate update uses the higher one)",
                like: "counter", in: place, decides: isStrict)
        case .merged(let item, .duplicate):
            reporter.detail(reporter.style.dim("duplicate:"), "\(name): \(item.label)")
        }
    }

    /// What the export does not contain, the first of each kind one by one.
    func printLosses() {
        var alike: [ExportLoss.Code: [Ledger.Loss]] = [:]
        for loss in ledger.losses {
            alike[loss.loss.code, default: []].append(loss)
            if !reporter.isVerbose, alike[loss.loss.code, default: []].count > AlikeLines.shown { continue }
            reporter.warning("\"\(loss.label)\": \(loss.loss.what)", decides: isStrict)
        }
        guard !reporter.isVerbose else { return }
        for (code, losses) in alike.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard losses.count > AlikeLines.shown else { continue }
            let more = counted(losses.count - AlikeLines.shown, "more account")
            reporter.warning(
                "\(more) with the same loss, \(code.rawValue) (--verbose or --report shows all)", decides: isStrict)
        }
    }

    private func printSkipped() {
        var counts: [SkippedInput: Int] = [:]
        for result in ledger.sources.map(\.result) {
            guard let skipped = result.skippedInput else { continue }
            counts[skipped, default: 0] += 1
            reporter.detail("skipped:", "\(result.name.inputName): \(skipped.reason)")
        }
        reporter.skipped(counts)
    }

    /// Inputs, entries, and the skipped records that people should know about.
    func printTotals() {
        let totals = ledger.totals
        let read = ledger.sources.count { [.ok, .partial].contains($0.result.status) }
        let failed = ledger.sources.count { $0.result.status == .failed }
        let empty = ledger.sources.count { $0.result.status == .noCode }
        reporter.summary(
            "Inputs: ",
            "\(read) read, \(failed) failed, \(empty) without an account, "
                + "\(ledger.sources.count - read - failed - empty) skipped\(copies)")
        if totals.skipped.isWorthSaying {
            let entries = counted(totals.found, "entry", plural: "entries")
            reporter.summary(
                "Records:",
                "\(totals.records) = \(entries) + \(totals.skipped.total) skipped (\(totals.skipped.summary))")
        }
        reporter.summary(
            "Entries:",
            "\(totals.found) found = \(totals.added) added + \(totals.updated) updated + "
                + "\(counted(totals.duplicates, "duplicate")) + \(totals.rejected) rejected")
    }

    /// Images that were read only once, for the line about inputs.
    private var copies: String {
        let copies = ledger.sources.count { $0.result.copyOf != nil }
        return copies == 0 ? "" : "; \(counted(copies, "image")) \(copies == 1 ? "is a copy" : "are copies") of another"
    }

    /// The exit code of the run.
    var status: ExitCode {
        let totals = ledger.totals
        let hasProblems =
            ledger.sources.contains { [.failed, .noCode, .partial].contains($0.result.status) }
            || ledger.batches.contains { !$0.missing.isEmpty }
        guard totals.found > totals.rejected else {
            let isAboutPassphrase = ledger.sources.contains { $0.result.failure?.isAboutPassphrase == true }
            if isAboutPassphrase { return ExitStatus.passphrase }
            // A vault or an export without accounts is not a problem.
            return hasProblems || ledger.sources.allSatisfy { $0.result.status == .skipped }
                ? ExitStatus.nothing : ExitStatus.done
        }
        if hasProblems { return ExitStatus.partial }
        return isStrict && hasWarnings ? ExitStatus.partial : ExitStatus.done
    }

    private var hasWarnings: Bool {
        ledger.sources.contains { source in
            !source.result.warnings.isEmpty
                || source.outcomes.contains {
                    switch $0 {
                    case .merged(_, .added(.some)), .merged(_, .duplicate(.some)): true
                    default: false
                    }
                }
        } || ledger.batches.contains { !$0.complaints.isEmpty } || !ledger.losses.isEmpty
    }
}

extension Reporter {
    /// One line about everything that was skipped in folders and archives.
    func skipped(_ counts: [SkippedInput: Int]) {
        let total = counts.values.reduce(0, +)
        guard total > 0, !isVerbose else { return }
        let list = SkippedInput.allCases.compactMap { reason in counts[reason].map { (reason, $0) } }
        let reasons = list.count == 1 ? list[0].0.reason : list.map { $0.summary($1) }.joined(separator: ", ")
        note("Skipped \(counted(total, "file")): \(reasons) (--verbose shows which).")
    }
}

extension String {
    /// An input's name in messages.
    var inputName: String { self == "-" || hasPrefix("-:") ? "standard input\(dropFirst())" : self }
}
