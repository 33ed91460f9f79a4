import Encodings
import TOTPDomain

/// Something that went wrong in a run, or that people should know: for terminals and pages.
package struct RunProblem: Sendable, Advised {
    /// The common feature of problems of one kind.
    package enum Kind: Sendable, Hashable {
        /// A whole input cannot be read.
        case failed(SourceError.Code)
        /// An entry is not an account, or not written.
        case rejected(RejectionCode)
        /// The text, without where it is.
        case warning(String)
        /// Parts of a Google Authenticator export are missing.
        case incompleteExport
        /// A detail of an account is not written.
        case lost(ExportLoss.Code)
    }

    package let kind: Kind
    /// The input in the ledger; nil if it concerns several.
    package private(set) var source: Int?
    /// The input's name, and the place in it.
    package var place = ""
    /// The folder, archive or input whose problems of one kind are shown together.
    package var group = ""
    package let problem: String
    package let advice: Advice?
    /// The advice for most problems of this kind, which need not be repeated for each.
    package var usualAdvice: Advice?
    /// Whether something may not be imported.
    package var isLoss = true

    /// The advice.
    package var remedy: Advice? { advice ?? usualAdvice }

    /// Whether no entry or input is missing because of it alone.
    package var isWarning: Bool {
        switch kind {
        case .failed, .rejected: false
        case .warning, .incompleteExport, .lost: true
        }
    }

    /// Place and message.
    package var line: String { place.isEmpty ? message : "\(place): \(message)" }

    fileprivate func of(source: Int) -> RunProblem {
        var problem = self
        problem.source = source
        return problem
    }
}

extension SourceResult {
    /// Why it cannot be read.
    package var failureProblem: RunProblem? {
        failure.map {
            RunProblem(
                kind: .failed($0.code), place: name.inputName, group: folder ?? "", problem: $0.problem,
                advice: $0.remedy)
        }
    }

    package var warningProblems: [RunProblem] {
        warnings.map { warning in
            RunProblem(
                kind: .warning(warning.text), place: name.inputName + (warning.place.map { ": \($0)" } ?? ""),
                group: folder ?? name, problem: warning.problem, advice: warning.advice,
                isLoss: status != .ok && status != .skipped)
        }
    }
}

extension Ledger.Source {
    /// In the order of the entries; problems that concern no entry come first or last.
    package var problems: [RunProblem] {
        [result.failureProblem].compactMap { $0 } + outcomes.indices.compactMap { rejection(of: $0) }
            + result.warningProblems
    }

    /// Nil if the entry is not rejected.
    package func rejection(of entry: Int) -> RunProblem? {
        guard case .rejected(let rejection) = outcomes[entry] else { return nil }
        let label = rejection.label.isEmpty ? "" : " (\(rejection.label))"
        // A rejected entry that was an account was rejected by the output format.
        let wasAccount = result.entries.indices.contains(entry) && result.entries[entry].isAccount
        return RunProblem(
            kind: .rejected(rejection.code), place: "\(result.name.inputName), \(rejection.position)\(label)",
            group: result.folder ?? result.name, problem: rejection.problem, advice: rejection.advice,
            usualAdvice: wasAccount ? .keepInOldApp : .correctLink)
    }

    /// Returns a notice that an added account resembles an existing account, or of how a duplicate differs from it.
    package func mergeNotice(of entry: Int) -> RunProblem? {
        guard case .merged(let account, let outcome) = outcomes[entry] else { return nil }
        let (kind, text): (String, String)
        switch outcome {
        case .added(.sameSecret(account.label)):
            (kind, text) = ("parameters", "already exists with other parameters; both are kept")
        case .added(.sameSecret(let label)):
            (kind, text) = ("secret", "has the same secret as \"\(label)\"; both are kept")
        case .added(.sameName):
            kind = "name"
            text =
                "already exists with another secret; both are kept, but one is probably out of date: compare their codes "
                + "with the old app"
        case .duplicate(let note?): (kind, text) = (note.hint, "already exists; \(note.text) (\(note.hint))")
        case .updated(let note?): (kind, text) = (note.hint, "was updated, but \(note.text) (\(note.hint))")
        case .added(nil), .updated(nil), .duplicate(nil): return nil
        }
        return RunProblem(
            kind: .warning(kind), place: result.name.inputName, group: result.folder ?? result.name,
            problem: "\"\(account.label)\" \(text)", advice: nil, isLoss: false)
    }
}

extension Ledger {
    /// The problems that need action, in input order.
    package var problems: [RunProblem] {
        sources.indices.flatMap { index in sources[index].problems.map { $0.of(source: index) } }
            + batches.flatMap(\.problems) + lossProblems
    }

    package var lossProblems: [RunProblem] {
        // A file has thousands of tokens, which lose the same: one line names the first.
        let ofTokens = losses.lazy.filter { $0.loss.code == .detail(.token) }
        var tokens = Dictionary(ofTokens.map { ($0.loss.problem, 1) }, uniquingKeysWith: +)
        return losses.compactMap { loss in
            var place = "\"\(loss.label)\""
            if loss.loss.code == .detail(.token) {
                guard let count = tokens.removeValue(forKey: loss.loss.problem) else { return nil }
                if count > 1 { place += " and \(counted(count - 1, "other account"))" }
            }
            return RunProblem(
                kind: .lost(loss.loss.code), place: place, problem: loss.loss.problem, advice: loss.loss.advice,
                usualAdvice: "write it down, or keep the old app", isLoss: false)
        }
    }
}

extension MigrationBatch {
    package var problems: [RunProblem] {
        complaints.map {
            RunProblem(kind: .incompleteExport, problem: $0.problem, advice: $0.advice, isLoss: !missing.isEmpty)
        }
    }
}

extension Advice {
    package static let correctLink = text("correct the link, or set the account up again with its service")
    package static let keepInOldApp = text("keep the account in the old app, or write it in another format as well")
}
