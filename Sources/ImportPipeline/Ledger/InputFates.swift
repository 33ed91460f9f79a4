import SafeFile
import TOTPDomain

/// The decisions about the files of a run: delete files from which everything was taken, and keep files that may
/// contain more. An archive is one file.
package struct InputFates: Sendable {
    /// Everything in them was taken, anyone can read them, and they are copies that were made for moving.
    package private(set) var done: [String] = []
    /// An account may still be in them.
    package private(set) var kept: [String] = []
    /// They have other content, or were named although no account could be read from them.
    package private(set) var unclear: [String] = []
    /// They are more than copies of accounts, although all accounts were taken.
    package private(set) var more: [String] = []
    /// The reasons to keep these files, each once.
    package private(set) var keepsakes: [Keepsake] = []
    /// Whether each source of the ledger may be deleted, in its order. Parts of an archive cannot be deleted alone: all
    /// parts share the worst.
    package private(set) var deletables: [Deletable] = []

    package init(_ ledger: Ledger) {
        let verdicts = ledger.verdicts
        var files: [String] = []
        var worst: [String: Verdict] = [:]
        var states: [String: Set<FileState>] = [:]
        for (source, verdict) in zip(ledger.sources, verdicts) {
            guard let file = source.result.file, let fate = verdict.fate else { continue }
            if let state = source.result.fileState { states[file, default: []].insert(state) }
            guard let other = worst[file] else {
                files.append(file)
                worst[file] = verdict
                continue
            }
            if let known = other.fate, known < fate { worst[file] = verdict }
        }
        for file in files {
            if worst[file]?.fate == .done {
                if case .file = FolderListing.kind(of: file) {
                    if FileState(file).map({ states[file] == [$0] }) != true {
                        worst[file] = Verdict(.unclear, "it changed after it was read")
                    }
                } else {
                    // A pipe cannot be read again, and is not a copy of anything.
                    worst[file] = Verdict(.silent, "it is not a file")
                }
            }
            switch worst[file]?.fate {
            case .done?: if ledger.whyAllStay == nil { done.append(file) }
            case .more?: more.append(file)
            case .unclear?: unclear.append(file)
            case .kept?: kept.append(file)
            case .silent?, nil: break
            }
        }
        let named = Set(more)
        for source in ledger.sources where source.result.file.map(named.contains) ?? false {
            for keepsake in source.result.keepsakes where !keepsakes.contains(keepsake) { keepsakes.append(keepsake) }
        }
        keepsakes.sort { $0.phrase < $1.phrase }
        deletables = zip(ledger.sources, verdicts).map { source, verdict in
            if let reason = verdict.reason { return .no(reason: reason) }
            if let reason = ledger.whyAllStay { return .no(reason: reason) }
            guard let file = source.result.file else { return .yes }
            guard let whole = worst[file]?.reason else { return .yes }
            return .no(reason: source.result.isMember ? "another part of the same file must stay: \(whole)" : whole)
        }
    }
}

/// The decision about an input or a file, and why it cannot be deleted.
struct Verdict: Sendable {
    /// The worst of a file's parts counts.
    enum Fate: Int, Comparable {
        /// `silent`: deleting it is unnecessary, and it is not mentioned.
        case done, silent, unclear, more, kept

        static func < (a: Fate, b: Fate) -> Bool { a.rawValue < b.rawValue }
    }

    /// Nil if it says nothing about the file that contains it.
    var fate: Fate?
    /// Nil if it may be deleted.
    var reason: String?

    static let done = Verdict(fate: .done)

    private init(fate: Fate) { self.fate = fate }

    init(_ fate: Fate?, _ reason: String) { (self.fate, self.reason) = (fate, reason) }
}

extension Ledger {
    /// The decision about each source, in their order.
    var verdicts: [Verdict] {
        // Names as accounts are compared by: a duplicate may be spelled in another way.
        let losses = Set((losses.map(\.label) + replacedLabels).map { FoldedName.of($0) })
        let incomplete = Set(batches.filter { !$0.complaints.isEmpty }.flatMap(\.sources))
        return sources.map { source in
            Self.verdict(of: source, isIncomplete: incomplete.contains(source.result.name), losses)
        }
    }

    /// The accounts of which details were replaced by those of another input.
    private var replacedLabels: [String] {
        sources.flatMap(\.outcomes).compactMap { outcome in
            guard case .merged(let item, let merged) = outcome, merged.note?.isReplacement == true else { return nil }
            return item.label
        }
    }

    /// - Parameters:
    ///   - isIncomplete: whether it holds parts of an incomplete or ambiguous Google Authenticator export.
    ///   - losses: the accounts that were written without some details.
    private static func verdict(of source: Source, isIncomplete: Bool, _ losses: Set<String>) -> Verdict {
        let result = source.result
        switch result.status {
        case .partial:
            if !result.isWholeThoughDamaged { return Verdict(.kept, "not everything in it was taken") }
        case .failed: return verdict(of: result.failure)
        // Photos need no attention; but in an archive, they would be deleted with it.
        case .noCode:
            let isPhoto = result.isPlainImage && !result.isMember
            return Verdict(
                isPhoto ? nil : result.isPlainImage || result.doubts.isEmpty ? .unclear : .kept,
                "no account was read from it")
        // In an archive, the other files would be deleted with it.
        case .skipped:
            return Verdict(result.isMember && !result.isAddedBySystem ? .unclear : nil, "it was not looked into")
        case .ok: break
        }
        if isIncomplete { return Verdict(.kept, "parts of a Google Authenticator export are missing") }
        if !result.doubts.isEmpty { return Verdict(.kept, "a QR code may be missing") }
        var resembles = false
        for outcome in source.outcomes {
            switch outcome {
            case .rejected: return Verdict(.kept, "not everything in it was taken")
            case .merged(let item, let merged):
                if let note = merged.note, !note.isReplacement {
                    return Verdict(.kept, "not everything in it was taken: \(note)")
                }
                if !losses.isEmpty, losses.contains(FoldedName.of(item.label)) {
                    return Verdict(.kept, "what was written lacks a detail of its accounts")
                }
                if case .added(.some) = merged { resembles = true }
            }
        }
        if !result.keepsakes.isEmpty {
            return Verdict(.more, result.keepsakes.map(\.reason).sorted().joined(separator: "; "))
        }
        if let leftover = result.leftovers.all.first { return Verdict(.unclear, leftover.reason) }
        let skipped = result.skipped.counts.keys
        let others: [SkipReason] = [.trash, .noOneTimeCode, .notAnAccount]
        if others.contains(where: skipped.contains) {
            return Verdict(.unclear, "it has something else as well: \(result.skipped.summary)")
        }
        let isWarned = result.warnings.contains { $0.topic != .secretLength }
        if isWarned || result.newerVersion != nil { return Verdict(.unclear, "a warning is about it") }
        if source.outcomes.isEmpty { return Verdict(nil, "no account was read from it") }
        if resembles { return Verdict(.unclear, "an account in it resembles another one") }
        return result.isEncrypted ? Verdict(.silent, "it is encrypted, and may stay as a backup") : .done
    }

    private static func verdict(of failure: SourceError?) -> Verdict {
        let reason = "it was not read"
        return switch failure?.code {
        case .notFound, .emptyFile, .emptyFolder: Verdict(nil, reason)
        case .unrecognised: Verdict(.unclear, reason)
        default: Verdict(.kept, reason)
        }
    }
}
