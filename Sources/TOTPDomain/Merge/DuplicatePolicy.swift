/// What happens to an account that is there already (`--on-duplicate`).
public enum DuplicatePolicy: String, Sendable, Hashable, CaseIterable {
    /// The one that is there stays as it is.
    case skip
    /// The one that is there takes over the spelling, note, tags and counter of the new one.
    case update
    /// Both stand side by side.
    case keep
}

/// What became of one account.
public enum MergeOutcome: Sendable, Hashable {
    /// - parameter sameSecretAs: the label of another account that has the same secret under another name or with other
    ///   parameters: worth a look, since one of them may be a leftover.
    case added(sameSecretAs: String?)
    case updated
    /// - parameter note: what differs from the one that is there, where something does.
    case duplicate(note: String?)
}
