package import Links

/// Something that can be wrong with a link.
public struct LinkRule: Sendable, Hashable, Identifiable {
    /// Its stable name: `secret-short`.
    public let id: String
    public let severity: Severity
    /// The problem, one sentence.
    public let summary: String
    /// The advice, one sentence.
    public let advice: String

    /// How bad it is.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// Style: every current app generates the right codes from the link.
        case info
        /// Some apps refuse the link, or generate different codes from it.
        case warning
        /// No app generates the right codes from the link.
        case error
    }

    package init(_ description: RuleDescription) {
        id = description.id
        severity =
            switch description.severity {
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
        summary = description.message
        advice = description.advice
    }

    init(_ rule: Rule) { self.init(rule.description) }

    /// Every rule, in the order of the catalog.
    public static let all = Rule.allCases.map(LinkRule.init)
}
