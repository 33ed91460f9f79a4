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
    case added(Twin?)
    case updated
    /// - Parameter note: the differences from the existing account, if any.
    case duplicate(note: String?)

    /// Another account that is so similar that one of the two may be a leftover.
    public enum Twin: Sendable, Hashable {
        /// The label of one with the same secret, but another name or other parameters.
        case sameSecret(String)
        /// One with the same issuer and name, but another secret.
        case sameName
    }
}
