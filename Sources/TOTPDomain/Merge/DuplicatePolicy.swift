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

        /// For people, after the new account: `has the same secret as "Acme: alice"`.
        public var note: String {
            switch self {
            case .sameSecret(let label): "has the same secret as \"\(label)\""
            case .sameName: "has the same issuer and name as an account with another secret"
            }
        }
    }
}
