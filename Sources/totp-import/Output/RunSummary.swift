import ArgumentParser
import Encodings
import ImportPipeline
import TOTPDomain

/// What a run says at its end: every trouble, then the sum.
struct RunSummary {
    let ledger: Ledger
    let talk: OutputOptions
    let console: Console
    /// Whether accounts went into a collection, so that it matters which were there before.
    var isMerge = true

    /// Rejections of one kind from one source that are printed one by one: a text that is no list of links at all must
    /// not bury the other messages.
    private static let alikeShown = 20

    /// One line for each trouble, in input order: `FILE: what is wrong and what to do`.
    func printProblems() {
        let style = talk.errorStyle(console)
        for source in ledger.sources {
            let name = source.result.name == "-" ? "standard input" : source.result.name.sanitized
            if let failure = source.result.failure {
                console.note(
                    "\(style.red("error:")) \(name): \(failure.message.sanitized)\(advice(failure, source.result.format))"
                )
            }
            var alike: [RejectionCode: Int] = [:]
            for outcome in source.outcomes {
                if case .rejected(let rejection) = outcome, !talk.verbose {
                    alike[rejection.code, default: 0] += 1
                    if alike[rejection.code, default: 0] > Self.alikeShown { continue }
                }
                printOutcome(outcome, name, style)
            }
            for (code, count) in alike.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count > Self.alikeShown {
                console.note(
                    "\(style.red("rejected:")) \(name): \(count - Self.alikeShown) more entries with the same trouble, "
                        + "\(code.rawValue) (--verbose or --report names them)")
            }
            for warning in source.result.warnings { talk.warn("\(name): \(warning)", console) }
        }
        for batch in ledger.batches {
            for complaint in batch.complaints { talk.warn(complaint, console) }
        }
        if ledger.totals.rejected > 0, !talk.quiet {
            console.note(
                "What was rejected was not taken over: correct the link, or set the account up anew at its service.")
        }
        printSkipped()
    }

    /// The ways to give a passphrase, where one is missing.
    private func advice(_ failure: SourceError, _ format: String?) -> String {
        guard failure.code == .passphraseRequired else { return "" }
        let (flag, variable) =
            format == "totply-vault"
            ? ("--passphrase-file", "TOTP_IMPORT_PASSPHRASE")
            : ("--source-passphrase-file", "TOTP_IMPORT_SOURCE_PASSPHRASE")
        return "; give it with \(flag) FILE, in the environment as \(variable), or run this in a terminal to be asked"
    }

    private func printOutcome(_ outcome: Ledger.Outcome, _ name: String, _ style: Style) {
        switch outcome {
        case .rejected(let rejection):
            let label = rejection.label.isEmpty ? "" : " (\(rejection.label.sanitized))"
            console.note(
                "\(style.red("rejected:")) \(name), \(rejection.position)\(label): \(rejection.reason.sanitized)")
        case .merged where !isMerge: break
        case .merged(let item, .added(let twin)):
            if let twin {
                let what =
                    twin == item.label ? "is there already with other parameters" : "has the same secret as “\(twin)”"
                talk.warn("\(name): “\(item.label)” \(what); both are kept", console)
            } else if talk.verbose {
                console.note("\(style.green("added:")) \(name): \(item.label)")
            }
        case .merged(let item, .updated):
            if talk.verbose { console.note("\(style.green("updated:")) \(name): \(item.label)") }
        case .merged(let item, .duplicate(let note)):
            if let note {
                talk.warn(
                    "\(name): “\(item.label)” is there already; \(note) (--on-duplicate update takes it over)", console)
            } else if talk.verbose {
                console.note("\(style.dim("duplicate:")) \(name): \(item.label)")
            }
        }
    }

    private func printSkipped() {
        let skipped = ledger.sources.filter { $0.result.status == .skipped }
        guard !skipped.isEmpty, !talk.quiet else { return }
        if talk.verbose {
            for source in skipped {
                console.note("skipped: \(source.result.name.sanitized): neither a picture nor an export")
            }
        } else {
            let what = skipped.count == 1 ? "1 file that is" : "\(skipped.count) files that are"
            console.note("Skipped \(what) neither a picture nor an export (--verbose names them).")
        }
    }

    /// The sum, on two lines.
    ///
    /// - parameter words: what “added” and “duplicate” mean here.
    func printTotals() {
        guard !talk.quiet else { return }
        let totals = ledger.totals
        let style = talk.errorStyle(console)
        func number(_ count: Int, _ noun: String) -> String { "\(count) \(noun)" }
        let read = ledger.sources.count { [.ok, .partial].contains($0.result.status) }
        let failed = ledger.sources.count { $0.result.status == .failed }
        let empty = ledger.sources.count { $0.result.status == .noCode }
        console.note(
            style.bold("Inputs:  ")
                + [
                    number(read, "read"), number(failed, "failed"), number(empty, "without an account"),
                    number(ledger.sources.count - read - failed - empty, "skipped"),
                ].joined(separator: ", "))
        console.note(
            style.bold("Entries: ")
                + "\(totals.found) found = \(totals.added) added + \(totals.updated) updated + "
                + "\(totals.duplicates) duplicates + \(totals.rejected) rejected")
    }

    /// The exit code that the ledger asks for.
    ///
    /// - parameter isStrict: warnings count as errors.
    func status(isStrict: Bool) -> ExitCode {
        let totals = ledger.totals
        let isTroubled =
            ledger.sources.contains { [.failed, .noCode, .partial].contains($0.result.status) }
            || ledger.batches.contains { !$0.missing.isEmpty }
        guard totals.found > totals.rejected else {
            let isAboutPassphrase = ledger.sources.contains { $0.result.failure?.isAboutPassphrase == true }
            if isAboutPassphrase { return ExitStatus.passphrase }
            // A vault or an export without accounts is no trouble.
            return isTroubled || ledger.sources.allSatisfy { $0.result.status == .skipped }
                ? ExitStatus.nothing : ExitStatus.done
        }
        if isTroubled { return ExitStatus.partial }
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
        } || ledger.batches.contains { !$0.complaints.isEmpty }
    }
}
