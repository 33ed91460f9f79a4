/// An account of a 2FAS backup.
package struct TwoFASService: Decodable, Sendable {
    package var name: LenientText?
    /// Base32.
    package var secret: LenientText?
    package var groupId: LenientText?
    package var otp: Lenient<Token>?

    /// Any of it may be missing. Its `label` and `link` are from the scanned code, and may be out of date.
    package struct Token: Decodable, Sendable {
        package var tokenType: LenientText?
        package var issuer: LenientText?
        package var account: LenientText?
        package var digits: LenientNumber?
        package var period: LenientNumber?
        package var algorithm: LenientText?
        package var counter: LenientNumber?
    }
}
