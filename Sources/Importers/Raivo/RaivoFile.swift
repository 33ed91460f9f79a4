/// An account of Raivo's export. The app writes every member as a string.
package struct RaivoEntry: Decodable, Sendable {
    package var issuer: LenientText?
    package var account: LenientText?
    package var secret: LenientText?
    package var algorithm: LenientText?
    package var digits: LenientNumber?
    /// `TOTP` or `HOTP`.
    package var kind: LenientText?
    /// The period in seconds; also written, without a meaning, for counter-based accounts.
    package var timer: LenientNumber?
    /// Of the next code; also written, without a meaning, for time-based accounts.
    package var counter: LenientNumber?

    package init() {}
}

/// The files of Raivo's archive.
package enum RaivoFile {
    package static let list = "raivo-otp-export.json"
    /// The same accounts for people.
    package static let page = "raivo-otp-export.html"
}
