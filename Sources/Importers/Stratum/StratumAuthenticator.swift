import TOTPDomain

/// An account of a Stratum backup.
package struct StratumAuthenticator: Decodable, Sendable {
    /// A kind's number is its index; 0 is none.
    package static let kinds: [OTPKind?] = [nil, .hotp, .totp, .motp, .steam, .yandex]
    /// An algorithm's number is its index.
    package static let algorithms: [OTPAlgorithm] = [.sha1, .sha256, .sha512]
    /// The longest issuer and user name that the app accepts, in UTF-16 units.
    package static let maximumIssuerCount = 32, maximumUsernameCount = 40
    /// The shortest secret of a Mobile-OTP account that the app accepts, in bytes.
    package static let minimumMobileOTPCount = 8

    /// See ``kinds``.
    package var type: LenientNumber?
    package var issuer: LenientText?
    package var username: LenientText?
    /// Base32; of Mobile-OTP accounts hexadecimal.
    package var secret: LenientText?
    package var pin: LenientText?
    /// See ``algorithms``.
    package var algorithm: LenientNumber?
    package var digits: LenientNumber?
    package var period: LenientNumber?
    package var counter: LenientNumber?

    enum CodingKeys: String, CodingKey {
        case type = "Type"
        case issuer = "Issuer"
        case username = "Username"
        case secret = "Secret"
        case pin = "Pin"
        case algorithm = "Algorithm"
        case digits = "Digits"
        case period = "Period"
        case counter = "Counter"
    }

    package init(
        type: LenientNumber?, issuer: LenientText?, username: LenientText?, secret: LenientText?, pin: LenientText?,
        algorithm: LenientNumber?, digits: LenientNumber?, period: LenientNumber?, counter: LenientNumber?
    ) {
        self.type = type
        self.issuer = issuer
        self.username = username
        self.secret = secret
        self.pin = pin
        self.algorithm = algorithm
        self.digits = digits
        self.period = period
        self.counter = counter
    }
}
