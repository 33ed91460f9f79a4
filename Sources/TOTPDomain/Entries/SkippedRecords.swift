import Encodings

/// How many records of a source were skipped, by reason.
public struct SkippedRecords: Sendable, Hashable {
    /// Only reasons that occurred.
    public private(set) var counts: [SkipReason: Int] = [:]

    package init() {}

    public var total: Int { counts.values.reduce(0, +) }

    /// Whether one of them is of interest to users.
    package var isWorthSaying: Bool { counts.keys.contains(where: \.isWorthSaying) }

    /// Counts records that are skipped for a reason.
    ///
    /// - Parameter count: how many, at least 0.
    package mutating func add(_ reason: SkipReason, count: Int = 1) {
        if count > 0 { counts[reason, default: 0] += count }
    }

    package mutating func add(_ other: SkippedRecords) { counts.merge(other.counts, uniquingKeysWith: +) }

    /// For people, in a fixed order: `260 without a one-time code, 3 comments`; empty if nothing was skipped.
    public var summary: String {
        SkipReason.allCases.compactMap { reason in counts[reason].map { reason.phrase($0) } }.joined(separator: ", ")
    }
}

/// Why a record is skipped: it is neither an account nor damaged. Raw values are part of the report's contract.
public enum SkipReason: String, Sendable, Hashable, CaseIterable {
    /// An entry of a password manager that has no one-time code.
    case noOneTimeCode = "no-one-time-code"
    /// A QR code with other content, such as a web address.
    case notAnAccount = "not-an-account"
    /// A line of text without a link.
    case noLink = "no-link"
    /// A line that belongs to the link before it.
    case restOfLink = "rest-of-link"
    /// An entry in the app's trash, of a format whose page says that such entries stay there.
    case trash
    /// An account that was deleted in a vault, which remembers it.
    case deleted
    case comment
    /// A repeated header of a table, as in several exports in one file.
    case header
    /// An empty line or row.
    case blank

    /// Whether it is of interest to users; empty lines, comments, headers, deleted accounts and parts of links are not.
    package var isWorthSaying: Bool { ![.blank, .comment, .header, .deleted, .restOfLink].contains(self) }

    /// Whether it is something else in an input. Comments and lines without a link are leftovers with their lines.
    package var isSomethingElse: Bool {
        switch self {
        case .noOneTimeCode, .notAnAccount, .trash: true
        case .noLink, .comment, .restOfLink, .deleted, .header, .blank: false
        }
    }

    fileprivate func phrase(_ count: Int) -> String {
        switch self {
        case .noOneTimeCode: "\(count) without a one-time code"
        case .notAnAccount: "\(count) not an account"
        case .noLink: "\(count) without a link"
        case .restOfLink: counted(count, "line") + " of links before them"
        case .trash: "\(count) in the trash"
        case .deleted: "\(count) deleted"
        case .comment: counted(count, "comment")
        case .header: counted(count, "repeated header")
        case .blank: "\(count) empty"
        }
    }
}
