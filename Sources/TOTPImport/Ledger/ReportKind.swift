package import ImportPipeline
internal import TOTPDomain

/// The outcome of an entry, a QR code or a source, as a color with a word.
package enum ReportKind: String, CaseIterable, Sendable {
    case green, amber, red, gray

    /// The button that shows only these.
    package var filter: String {
        switch self {
        case .green: "Imported or duplicate"
        case .amber: "Reduced or older"
        case .red: "Rejected or unread"
        case .gray: "Other"
        }
    }

    /// The worst thing that happened to the entries of a QR code.
    package static func worst(of entries: [ReportEntry]) -> ReportKind {
        [ReportKind.red, .amber, .green].first { kind in entries.contains { $0.kind == kind } } ?? .gray
    }
}

/// One entry of a source.
package struct ReportEntry: Sendable {
    package var kind: ReportKind
    /// `imported`, `duplicate`, `rejected`, …
    package var word: String
    package var label: String
    /// The problem, or a fact that people should know.
    package var note: String?
    package var position: String?

    /// - Parameter losses: the details of this account that the output format cannot store.
    package init(_ outcome: Ledger.Outcome, losses: [String]) {
        switch outcome {
        case .rejected(let rejection):
            (kind, word, label) = (.red, outcome.word, rejection.label)
            note = rejection.reason
            position = rejection.position.description
        case .merged(let account, .added(let twin)):
            (kind, word) = losses.isEmpty ? (.green, "imported") : (.amber, "reduced")
            label = account.label
            let same = twin.map { "It \($0.note); both are kept." }
            note = (losses + [same].compactMap { $0 }).joined(separator: "; ")
        case .merged(let account, let merged):
            // The account already exists; only a detail of it may be missing.
            (kind, word, label) = (merged.note == nil ? .green : .amber, outcome.word, account.label)
            note = merged.note?.text
        }
        if note?.isEmpty == true { note = nil }
    }
}

extension [ReportEntry] {
    /// The places of the entries to list: all, or problems first.
    package func shown(most: Int) -> [Int] {
        guard count > most else { return [Int](indices) }
        let problems = indices.filter { self[$0].kind != .green }
        let rest = indices.filter { self[$0].kind == .green }
        return (problems + rest).prefix(Swift.max(0, most)).sorted()
    }
}

extension SourceResult {
    /// The outcome of the whole source, in a word.
    package var reportStatus: (kind: ReportKind, word: String) {
        switch status {
        case .ok: (.green, "read")
        case .noCode where hasUnreadCode: (.red, "QR code not read")
        case .partial: (.red, "incomplete")
        case .failed: (.red, "not read")
        case .noCode: isPlainImage ? (.gray, "no QR code found") : (.red, "no account")
        case .skipped: (.gray, "skipped")
        }
    }
}
