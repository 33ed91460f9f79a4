import TOTPDomain

/// A vault that was put back to an older version while it was open.
extension VaultFile {
    /// Accounts that it had while it was open, and that the file lacks now without a mark of their removal.
    package var rolledBack: [Account] { gone.withLock { $0.map(\.account) } }

    /// Whoever was told of them has decided.
    package func forgetRolledBack() { gone.withLock { $0 = [] } }

    /// Notes what the file had when it was opened before, with another passphrase, say.
    package func follow(_ before: VaultFile) {
        guard let now = last.withLock({ $0?.document }) else { return }
        let missing = before.missing(from: now)
        gone.withLock { $0 = missing }
    }

    /// The accounts that were known before, and that a later version neither has nor has seen.
    func missing(from now: VaultDocument) -> [CopiedItem] {
        guard let before = last.withLock({ $0?.document }) else { return [] }
        let ids = Set(now.content.items.map(\.id))
        let known = before.content.items.filter { !$0.isDeleted && !ids.contains($0.id) }
            .compactMap { try? before.copied($0) }
        return (gone.withLock { $0 } + known).filter {
            !ids.contains($0.account.id) && !now.seen.mayHaveHad($0.changes.all)
        }
    }
}
