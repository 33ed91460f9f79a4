/// 2FAuth's JSON: its own export, and the answer of its API, whose accounts are links.
package struct TwoFAuthFile: Decodable {
    /// What the name of the app and its version start with.
    package static let appPrefix = "2fauth_"
    /// The newest schema.
    package static let schema: Int64 = 1
    package static let totp = "totp", hotp = "hotp", steam = "steamtotp"
    /// The app generates Steam codes for every account of this service, ignoring case.
    package static let steamService = "Steam"

    package var data: Lenient<JSONList<Account>>?

    package struct Account: Decodable, Sendable {
        /// `totp`, `hotp` or `steamtotp`.
        package var type: LenientText?
        package var account: LenientText?
        package var service: LenientText?
        /// Base32 with padding.
        package var secret: LenientText?
        package var digits: LenientNumber?
        /// In lower case.
        package var algorithm: LenientText?
        /// Seconds.
        package var period: LenientNumber?
        package var counter: LenientNumber?
        /// A link; the API writes nothing else.
        package var uri: LenientText?

        enum CodingKeys: String, CodingKey {
            case account, service, secret, digits, algorithm, period, counter, uri
            case type = "otp_type"
        }
    }
}
