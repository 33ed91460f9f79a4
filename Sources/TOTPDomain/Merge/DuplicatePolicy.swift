/// What to do with an account that already exists (`--on-duplicate`).
public enum DuplicatePolicy: String, Sendable, Hashable, CaseIterable {
    /// Keeps the existing account.
    case skip
    /// Updates the existing account with the spelling, note, tags and higher counter of the new one.
    case update
    /// Keeps both.
    case keep
}

/// What happened to one account.
public enum MergeOutcome: Sendable, Hashable {
    /// - Parameter sameSecretAs: the label of another account with the same secret but another name or other
    ///   parameters: one of them may be a leftover.
    case added(sameSecretAs: String?)
    case updated
    /// - Parameter note: the differences from the existing account, if any.
    case duplicate(note: String?)
}
