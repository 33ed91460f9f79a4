/// The words of a rule. `Docs/rules.md` is made from them.
public struct RuleDescription: Sendable, Hashable {
    /// Stable; part of the contract. Where it means the same, it is the code of a rejection.
    public var id: String
    public var severity: Severity
    /// What is wrong, one sentence.
    public var message: String
    /// What to do, one sentence.
    public var advice: String
    /// Where it is written.
    public var source: String
    /// Which apps refuse such a link or make other codes from it.
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

/// A part of the catalogue, as its page has it.
public enum RuleGroup: String, Sendable, Hashable, CaseIterable {
    case wholeLink = "The link as a whole"
    case secret = "The secret"
    case names = "Issuer and name"
    case parameters = "The parameters"
    case lists = "Google Authenticator's exports, and links beside each other"
}
