import ArgumentParser
import Encodings
import ImportPipeline
import TOTPDomain

/// The output at the end of a run: problems, then totals.
struct RunSummary {
    let ledger: Ledger
    let reporter: Reporter
    /// Whether accounts went into a collection, so that existing accounts matter.
    var isMerge = true
    var isStrict = false
    /// Whether a ``RunEnding`` lists the next steps.
    var hasEnding = false

    /// One line per problem, in input order: `FILE: what is wrong; what to do`.
    func printProblems() {
        var lines = AlikeLines(reporter, remedy: "--verbose or --report shows all")
        for source in ledger.sources {
            if let failure = source.result.failureProblem {
                lines.add(failure, advice: passphraseAdvice(source.result))
            }
            if let copy = source.result.copyOf {
                reporter.detail("copy:", "\(source.result.name.inputName): the same bytes as \(copy.inputName)")
            }
            for entry in source.outcomes.indices { printOutcome(of: entry, in: source, &lines) }
            if source.result.isPlainImage, !reporter.isVerbose { continue }
            let decides = isStrict || decides(source)
            for warning in source.result.warningProblems { lines.add(warning, decides: decides) }
        }
        lines.printRest()
        printPlainImages()
        for batch in ledger.batches {
            for problem in batch.problems { reporter.warning(problem.line, decides: isStrict || problem.isLoss) }
            if batch.isCompletedNow {
                reporter.note("The Google Authenticator export is complete now: all \(batch.size) parts were found.")
            }
        }
        if !hasEnding { printRemedies() }
        printSkipped()
    }

    /// The images without any sign of a QR code, by the folder or archive that contains them: a list of every photo in a
    /// folder would be too long.
    private func printPlainImages() {
        guard !reporter.isVerbose else { return }
        let images = ledger.sources.map(\.result).filter(\.isPlainImage)
        var counts = Dictionary(images.map { ($0.folder ?? "", 1) }, uniquingKeysWith: +)
        for first in images {
            let folder = first.folder ?? ""
            guard let count = counts.removeValue(forKey: folder) else { continue }
            let many = "\(folder.inputName): \(count) images without a QR code (--verbose names them)"
            let lines = count == 1 ? first.warningProblems.map(\.line) : [many]
            for line in lines { reporter.warning(line, decides: isStrict) }
        }
    }

    private func printRemedies() {
        if ledger.unwritten > 0 {
            reporter.note(
                "Accounts that the format cannot store are not in the output: keep them in the old app, or write them in "
                    + "another format as well.")
        }
        if ledger.totals.rejected > ledger.unwritten, rejectsWithoutOwnAdvice {
            reporter.note("Rejected entries cannot be used: \(Advice.correctLink).")
        }
    }

    /// Whether the line of an entry that was read says only why it is not an account.
    private var rejectsWithoutOwnAdvice: Bool {
        ledger.sources.contains { source in
            source.outcomes.indices.contains {
                guard let rejection = source.rejection(of: $0) else { return false }
                return rejection.advice == nil && rejection.usualAdvice == .correctLink
            }
        }
    }

    /// Whether only the warnings of a source say why the exit code is not 0.
    private func decides(_ source: Ledger.Source) -> Bool {
        switch source.result.status {
        case .noCode: !source.result.isPlainImage
        case .partial: source.outcomes.allSatisfy { $0.rejection == nil }
        case .ok: source.result.isExportWithoutAccounts && !ledger.hasAccounts
        case .failed, .skipped: false
        }
    }

    /// The ways to give a passphrase, if it is missing.
    private func passphraseAdvice(_ result: SourceResult) -> Advice? {
        guard let failure = result.failure, failure.code == .passphraseRequired, !failure.isSkippedByUser else {
            return nil
        }
        return .giving(result.isVault ? .vault : .source)
    }

    private func printOutcome(of entry: Int, in source: Ledger.Source, _ lines: inout AlikeLines) {
        if let rejection = source.rejection(of: entry) { return lines.add(rejection) }
        guard isMerge, case .merged(let account, let outcome) = source.outcomes[entry] else { return }
        if let notice = source.mergeNotice(of: entry) {
            // The ending names the accounts that resemble each other.
            if case .added = outcome, hasEnding, !isStrict, !reporter.isVerbose { return }
            return lines.add(notice, decides: isStrict)
        }
        let word = "\(source.outcomes[entry].word):"
        let painted = if case .duplicate = outcome { reporter.style.dim(word) } else { reporter.style.green(word) }
        reporter.detail(painted, "\(source.result.name.inputName): \(account.label)")
    }

    /// Prints the details that the export does not contain, the first of each kind individually.
    func printLosses() {
        var lines = AlikeLines(reporter, remedy: "--verbose or --report shows all")
        for loss in ledger.lossProblems { lines.add(loss, decides: isStrict) }
        lines.printRest()
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

    var status: ExitCode {
        let hasProblems =
            ledger.sources.contains {
                [.failed, .noCode, .partial].contains($0.result.status) && !$0.result.isPlainImage
            }
            || ledger.batches.contains { !$0.missing.isEmpty }
        guard ledger.hasAccounts else {
            let isAboutPassphrase = ledger.sources.contains { $0.result.failure?.isAboutPassphrase == true }
            if isAboutPassphrase { return ExitStatus.passphrase }
            // A vault without accounts is not a problem, and neither is an export whose entries have no one-time codes.
            return hasProblems || ledger.sources.contains(where: \.result.isExportWithoutAccounts)
                || ledger.sources.allSatisfy { $0.result.status == .skipped || $0.result.isPlainImage }
                ? ExitStatus.nothing : ExitStatus.done
        }
        if hasProblems { return ExitStatus.partial }
        return isStrict && hasWarnings ? ExitStatus.partial : ExitStatus.done
    }

    private var hasWarnings: Bool {
        ledger.problems.contains { $0.isWarning }
            || ledger.sources.contains { $0.result.skippedInput?.kind != nil }
            || ledger.sources.contains { source in
                source.outcomes.indices.contains { source.mergeNotice(of: $0) != nil }
            }
    }
}

extension Ledger {
    /// Whether an entry became an account, or is an account that already existed.
    var hasAccounts: Bool { totals.found > totals.rejected }
}

extension Reporter {
    /// One line about everything that was skipped in folders and archives.
    func skipped(_ counts: [SkippedInput: Int]) {
        guard !isVerbose else { return }
        let all = SkippedInput.allCases.compactMap { reason in counts[reason].map { (reason, $0) } }
        let kinds = all.filter { $0.0.kind != nil }, list = all.filter { $0.0.kind == nil }
        if !kinds.isEmpty {
            let isOne = kinds.map(\.1).reduce(0, +) == 1
            note(
                "\(kinds.map { $0.summary($1) }.sentence) \(isOne ? "was" : "were") not looked into; --verbose names "
                    + "\(isOne ? "it" : "them").")
        }
        let total = list.map(\.1).reduce(0, +)
        guard total > 0 else { return }
        let reasons = list.count == 1 ? list[0].0.reason : list.map { $0.summary($1) }.joined(separator: ", ")
        note("Skipped \(counted(total, "file")): \(reasons) (--verbose shows which).")
    }
}
