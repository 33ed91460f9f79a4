import SafeFile
import TOTPDomain

/// What can be done with the files of a run: delete those from which everything was taken, and keep those that may have
/// more. An archive is one file.
package struct InputFates: Sendable {
    /// Everything in them was taken, and anyone can read them.
    package private(set) var done: [String] = []
    /// An account may still be in them.
    package private(set) var kept: [String] = []
    /// They have other content, or were named although no account could be read from them.
    package private(set) var unclear: [String] = []

    /// The worst of a file's parts counts.
    private enum Fate: Int { case done, encrypted, unclear, kept }

    package init(_ ledger: Ledger) {
        let losses = Set(ledger.losses.map(\.label))
        let incomplete = Set(ledger.batches.filter { !$0.missing.isEmpty }.flatMap(\.sources))
        var files: [String] = []
        var fates: [String: Fate] = [:]
        for source in ledger.sources {
            guard let file = source.result.file,
                let fate = Self.fate(of: source, isIncomplete: incomplete.contains(source.result.name), losses)
            else { continue }
            if fates[file] == nil { files.append(file) }
            fates[file] = [fates[file] ?? fate, fate].max { $0.rawValue < $1.rawValue }
        }
        for file in files {
            switch fates[file] {
            // A pipe cannot be read again, and is not a copy of anything.
            case .done?: if case .file = FolderListing.kind(of: file) { done.append(file) }
            case .unclear?: unclear.append(file)
            case .kept?: kept.append(file)
            case .encrypted?, nil: break
            }
        }
    }

    /// - Parameters:
    ///   - isIncomplete: whether it has parts of a Google Authenticator export of which others are missing.
    ///   - losses: the accounts that were written without some details.
    /// - Returns: nil if nothing can be said about the file.
    private static func fate(of source: Ledger.Source, isIncomplete: Bool, _ losses: Set<String>) -> Fate? {
        let result = source.result
        switch result.status {
        case .partial: if !result.isWholeThoughDamaged { return .kept }
        case .failed: return fate(of: result.failure)
        // Nobody needs to look at photos; but in an archive, they would be deleted with it.
        case .noCode where result.isPlainImage: return result.isMember ? .unclear : nil
        case .noCode: return result.doubts.isEmpty ? .unclear : .kept
        // In an archive, the other files would be deleted with it.
        case .skipped: return result.isMember && result.skippedInput != .hidden ? .unclear : nil
        case .ok: break
        }
        let hasMore = source.outcomes.contains { outcome in
            switch outcome {
            case .rejected: true
            // With a higher counter, for example.
            case .merged(_, .duplicate(.some)): true
            case .merged(let item, _): losses.contains(item.label)
            }
        }
        if isIncomplete || hasMore { return .kept }
        let skipped = result.skipped.counts.keys
        if skipped.contains(.trash) || skipped.contains(.noLink) || skipped.contains(.noOneTimeCode) { return .unclear }
        if source.outcomes.isEmpty { return nil }
        return result.isEncrypted ? .encrypted : .done
    }

    private static func fate(of failure: SourceError?) -> Fate? {
        switch failure?.code {
        case .notFound, .emptyFile, .emptyFolder: nil
        case .unrecognised: .unclear
        default: .kept
        }
    }
}
