#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Times of the plaintext: ISO 8601 in UTC with whole seconds, such as `2026-11-21T09:30:00Z`.
enum VaultTime {
    /// The time, or nil for any other spelling.
    static func date(_ text: String) -> Date? {
        guard let date = try? Date(text, strategy: .iso8601), self.text(date) == text else { return nil }
        return date
    }

    static func text(_ date: Date) -> String { date.formatted(.iso8601) }

    /// The same time as it is read back: the plaintext has no fractions of seconds.
    static func wholeSecond(_ date: Date) -> Date {
        Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }
}
