import FormatEngine
import TOTPDomain

/// An account of a Stratum backup.
package enum StratumAuthenticator {
    /// A kind's number is its index; 0 is unused.
    package static let kinds: [OTPKind?] = [nil, .hotp, .totp, .motp, .steam, .yandex]
    /// The longest issuer and user name that the app accepts, in UTF-16 units.
    package static let maximumIssuerCount = 32, maximumUsernameCount = 40
    /// The shortest secret of a Mobile-OTP account that the app accepts, in bytes.
    package static let minimumMobileOTPCount = 8

    /// The fewest digits of a code that the app generates.
    package static let fewestDigits = 6

    static let shape = EntryShape(
        issuer: "Issuer", name: "Username", secret: "Secret", kind: .numbered("Type", kinds), doubtsIssuerSteam: true,
        mobileOTPSecret: .hex, algorithm: "Algorithm", algorithms: .numbered, digits: "Digits",
        fewestDigits: fewestDigits, period: "Period", counter: "Counter", pin: "Pin")
}
