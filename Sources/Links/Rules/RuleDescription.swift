import TOTPDomain

/// Everything about a rule except its check. `Docs/rules.md` is made from it.
package struct RuleDescription: Sendable, Hashable {
    package var rule: Rule
    /// Stable; part of the contract. Equal to the code of a rejection with the same meaning.
    package var id: String
    package var severity: Severity
    package var group: RuleGroup
    /// Where in a link findings point to.
    var place: RulePlace
    /// The problem, one sentence.
    package var message: String
    /// The advice, one sentence.
    package var advice: String
    /// The document that says so.
    package var source: String
    /// Apps that refuse such a link or make other codes from it.
    package var peers: String
    /// The case that a variant is for, in words; empty for a rule of the catalog.
    package internal(set) var when = ""

    /// - Parameter peers: if it is not given, all apps for an error, and none for any other rule.
    init(
        _ rule: Rule, _ id: String, _ severity: Severity, _ group: RuleGroup, at place: RulePlace, _ message: String,
        advice: String, source: String, peers: String? = nil
    ) {
        (self.rule, self.id, self.severity, self.group) = (rule, id, severity, group)
        (self.place, self.message, self.advice, self.source) = (place, message, advice, source)
        self.peers = peers ?? (severity == .error ? "all" : "none")
    }

    /// In the order in which people read them.
    static let catalog = wholeLink + secret + names + parameters + lists
    /// With the variants, in the order of the rules' numbers.
    static let all = (catalog + variants).sorted { $0.rule.rawValue < $1.rule.rawValue }
}

/// A section of the catalog.
package enum RuleGroup: String, Sendable, Hashable, CaseIterable {
    case wholeLink = "The link as a whole"
    case secret = "The secret"
    case names = "Issuer and name"
    case parameters = "The parameters"
    case lists = "Google Authenticator exports, and several links"
}

/// A part of a link that a finding points to; its start if the link does not have the part.
enum RulePlace: Sendable, Hashable {
    case link, type, label, issuer, secret, algorithm, digits, period, counter, pin, fragment
    /// Digits, period or counter, whichever is there.
    case firstNumber
    case unknownParameter, repeatedParameter, emptyParameter
}
