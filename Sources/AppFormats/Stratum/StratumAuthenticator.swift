/// An account of a Stratum backup.
package struct StratumAuthenticator: Decodable, Sendable {
    /// 1 hotp, 2 totp, 3 motp, 4 steam, 5 yandex.
    package var type: LenientNumber?
    package var issuer: LenientText?
    package var username: LenientText?
    /// Base32; of Mobile-OTP accounts hexadecimal.
    package var secret: LenientText?
    package var pin: LenientText?
    /// 0 SHA1, 1 SHA256, 2 SHA512.
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
