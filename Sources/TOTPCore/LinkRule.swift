package import Links
public import TOTPDomain

/// Something that can be wrong with a link.
public struct LinkRule: Sendable, Hashable, Identifiable {
    /// Its stable name: `secret-short`.
    public let id: String
    public let severity: Severity
    /// The problem, one sentence.
    public let summary: String
    /// The advice, one sentence.
    public let advice: String

    package init(_ description: RuleDescription) {
        id = description.id
        severity = description.severity
        summary = description.message
        advice = description.advice
    }

    init(_ rule: Rule) { self.init(rule.description) }

    /// Every rule, in the order of the catalog.
    public static let all = Rule.allCases.map(LinkRule.init)
}
