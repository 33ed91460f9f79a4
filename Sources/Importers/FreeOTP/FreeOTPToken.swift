/// A token as FreeOTP and FreeOTP+ describe it.
package struct FreeOTPToken: Decodable, Sendable {
    /// The app generates Steam codes for every token of this issuer.
    package static let steamIssuer = "Steam"

    package var type: LenientText?
    /// Signed bytes; missing in backups of FreeOTP 2, which keep secrets elsewhere.
    package var secret: Lenient<[Int]>?
    package var label: LenientText?
    /// The issuer that the app shows.
    package var issuerExt: LenientText?
    /// The issuer of the link that was scanned.
    package var issuerInt: LenientText?
    package var algo: LenientText?
    package var digits: LenientNumber?
    package var period: LenientNumber?
    package var counter: LenientNumber?
}
