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
        var proofs = ledger.proofs
        var files: [String] = []
        var parts: [String: FileParts] = [:]
        for (source, proof) in zip(ledger.sources, proofs) {
            let objection = proof.objection
            guard let file = source.result.file, objection.map({ $0.weight != nil }) ?? true else { continue }
            if parts[file] == nil { files.append(file) }
            parts[file, default: FileParts()].add(objection, source.result.fileState)
        }
        for file in files { parts[file]?.compare(with: file) }
        for (index, source) in ledger.sources.enumerated() {
            guard let whole = source.result.file.flatMap({ parts[$0] }) else { continue }
            proofs[index].file = whole.file
            guard var worst = whole.worst else { continue }
            if source.result.isMember { worst.reason = "another part of the same file must stay: \(worst.reason)" }
            proofs[index].otherParts = worst
        }
        deletables = proofs.map(Deletable.init)
        let proved = Set(zip(ledger.sources, deletables).lazy.filter { $1.reason == nil }.compactMap(\.0.result.file))
        for file in files {
            if proved.contains(file) {
                done.append(file)
                continue
            }
            switch parts[file]?.objection?.weight {
            case .more?: more.append(file)
            case .unclear?: unclear.append(file)
            case .kept?: kept.append(file)
            case .silent?, nil: break
            }
        }
        let named = Set(more)
        let sources = ledger.sources.filter { $0.result.file.map(named.contains) ?? false }
        keepsakes = Set(sources.flatMap(\.result.keepsakes)).sorted { $0.phrase < $1.phrase }
    }
}

/// The facts about a file from all of its parts.
private struct FileParts {
    private var states: Set<FileState> = []
    private(set) var worst: Objection?
    private(set) var file = FileRead.inMemory

    var objection: Objection? { worst ?? file.objection }

    /// - Parameter state: the file before the part was read.
    mutating func add(_ objection: Objection?, _ state: FileState?) {
        if let state { states.insert(state) }
        if let objection, worst.flatMap(\.weight) ?? .silent < objection.weight ?? .silent || worst == nil {
            worst = objection
        }
    }

    /// Compares the file with what it was, if nothing else is against it.
    mutating func compare(with path: String) {
        guard worst == nil else { return }
        guard case .file = FolderListing.kind(of: path) else { return file = .notAFile }
        file = FileState.isLink(path) ? .link : FileRead(states, now: FileState(path))
    }
}

extension Ledger {
    /// The facts about each source, in their order, apart from its file.
    fileprivate var proofs: [DeletionProof] {
        // Names as accounts are compared by: a duplicate may be spelled in another way.
        let losses = Set((losses.map(\.label) + replacedLabels).map { FoldedName.of($0) })
        let incomplete = Set(batches.filter { !$0.complaints.isEmpty }.flatMap(\.sources))
        return sources.map { source in
            DeletionProof(
                entries: source.objection(isIncomplete: incomplete.contains(source.result.name), losses),
                kind: source.result.keepsakes.isEmpty
                    ? nil
                    : Objection(.more, source.result.keepsakes.map(\.reason).sorted().joined(separator: "; ")),
                leftovers: source.result.allLeftovers, doubt: source.doubt,
                writing: whyAllStay.map { Objection(.silent, $0) })
        }
    }

    /// The accounts whose details were replaced by details of another input.
    private var replacedLabels: [String] {
        sources.flatMap(\.outcomes).compactMap { outcome in
            guard case .merged(let account, let merged) = outcome, merged.note?.isReplacement == true else {
                return nil
            }
            return account.label
        }
    }
}

extension Ledger.Source {
    /// The objection to deleting it if something in it was not imported.
    ///
    /// - Parameters:
    ///   - isIncomplete: whether it contains parts of an incomplete or ambiguous Google Authenticator export.
    ///   - losses: the accounts that were written without some details.
    fileprivate func objection(isIncomplete: Bool, _ losses: Set<String>) -> Objection? {
        switch result.status {
        case .partial:
            if !result.isWholeThoughDamaged { return Objection(.kept, "not everything in it was taken") }
        case .failed: return Self.objection(to: result.failure)
        // Photos need no attention; but in an archive, they would be deleted with it.
        case .noCode:
            let isPhoto = result.isPlainImage && !result.isMember
            return Objection(
                isPhoto ? nil : result.isPlainImage || result.doubts.isEmpty ? .unclear : .kept,
                "no account was read from it")
        // In an archive, the other files would be deleted with it.
        case .skipped:
            return Objection(result.isMember && !result.isAddedBySystem ? .unclear : nil, "it was not looked into")
        case .ok: break
        }
        if isIncomplete { return Objection(.kept, "parts of a Google Authenticator export are missing") }
        if !result.doubts.isEmpty { return Objection(.kept, "a QR code may be missing") }
        for outcome in outcomes {
            switch outcome {
            case .rejected: return Objection(.kept, "not everything in it was taken")
            case .merged(let account, let merged):
                if let note = merged.note, !note.isReplacement {
                    return Objection(.kept, "not everything in it was taken: \(note)")
                }
                if !losses.isEmpty, losses.contains(FoldedName.of(account.label)) {
                    return Objection(.kept, "what was written lacks a detail of its accounts")
                }
            }
        }
        return nil
    }

    private static func objection(to failure: SourceError?) -> Objection {
        let reason = "it was not read"
        return switch failure?.code {
        case .notFound, .emptyFile, .emptyFolder: Objection(nil, reason)
        case .unrecognised: Objection(.unclear, reason)
        default: Objection(.kept, reason)
        }
    }

    /// The objection to deleting it although all of its accounts were imported.
    fileprivate var doubt: Objection? {
        if result.skipped.counts.keys.contains(where: \.isSomethingElse) {
            return Objection(.unclear, "it has something else as well: \(result.skipped.summary)")
        }
        let isWarned = result.warnings.contains { $0.topic != .secretLength }
        if isWarned || result.newerVersion != nil { return Objection(.unclear, "a warning is about it") }
        if outcomes.isEmpty { return Objection(nil, "no account was read from it") }
        if outcomes.contains(where: { if case .merged(_, let merged) = $0 { merged.hasTwin } else { false } }) {
            return Objection(.unclear, "an account in it resembles another one")
        }
        return result.isEncrypted ? Objection(.silent, "it is encrypted, and may stay as a backup") : nil
    }
}
