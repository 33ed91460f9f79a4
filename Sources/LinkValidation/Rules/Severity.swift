/// How bad a finding is.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Style: every app of today makes right codes from the link.
    case info
    /// Some apps refuse the link, or make other codes from it.
    case warning
    /// No app makes right codes from it.
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
