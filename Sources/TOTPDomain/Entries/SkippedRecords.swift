/// How many records of a source were skipped, by reason.
public struct SkippedRecords: Sendable, Hashable {
    /// Only reasons that occurred.
    public private(set) var counts: [SkipReason: Int] = [:]

    public init() {}

    public var total: Int { counts.values.reduce(0, +) }

    /// Counts records that are skipped for a reason.
    ///
    /// - parameter count: how many, at least 0.
    public mutating func add(_ reason: SkipReason, count: Int = 1) {
        if count > 0 { counts[reason, default: 0] += count }
    }

    public mutating func add(_ other: SkippedRecords) {
        counts.merge(other.counts, uniquingKeysWith: +)
    }
}

/// Why a record is no account, and no fault either. Raw values are part of the report's contract.
public enum SkipReason: String, Sendable, Hashable, CaseIterable {
    /// An empty line or row.
    case blank
    case comment
    /// A line of text without a link.
    case noLink = "no-link"
    /// An entry of a password manager that has no one-time code.
    case noOneTimeCode = "no-one-time-code"
    /// A QR code with other content, such as a web address.
    case notAnAccount = "not-an-account"
    /// In the app's trash, where the format's page says that it stays there.
    case trash

    /// Whether people want to know of it: empty lines and comments are nobody's accounts.
    public var isWorthSaying: Bool { self != .blank && self != .comment }
}
