/// The words of a rule. `Docs/rules.md` is made from them.
public struct RuleDescription: Sendable, Hashable {
    /// Stable; part of the contract. The same as the code of a rejection that means the same.
    public var id: String
    public var severity: Severity
    /// What is wrong, one sentence.
    public var message: String
    /// What to do, one sentence.
    public var advice: String
    /// The document that says so.
    public var source: String
    /// Apps that refuse such a link or make other codes from it.
    public var peers: String

    init(_ id: String, _ severity: Severity, _ message: String, advice: String, source: String, peers: String) {
        self.id = id
        self.severity = severity
        self.message = message
        self.advice = advice
        self.source = source
        self.peers = peers
    }
}

/// A section of the catalogue.
public enum RuleGroup: String, Sendable, Hashable, CaseIterable {
    case wholeLink = "The link as a whole"
    case secret = "The secret"
    case names = "Issuer and name"
    case parameters = "The parameters"
    case lists = "Google Authenticator exports, and several links"
}
