/// How bad a finding about a link is.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Style: every current app generates the right codes from the link.
    case info
    /// Some apps refuse the link, or generate different codes from it.
    case warning
    /// No app generates the right codes from the link.
    case error

    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .error: 2
        }
    }
}
