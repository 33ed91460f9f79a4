/// How an account generates its codes.
public enum OTPKind: String, Sendable, Hashable, CaseIterable {
    /// Time-based codes, RFC 6238.
    case totp
    /// Counter-based codes, RFC 4226.
    case hotp
    /// Steam Guard: TOTP with an alphabet of its own, five characters.
    case steam
    /// Mobile-OTP: MD5 over time, secret and PIN, six hexadecimal digits.
    case motp
    /// Yandex Key: HMAC-SHA256 with a PIN, eight letters.
    case yandex

    /// The parameters that the kind prescribes, whatever a file says; nil if the file decides.
    package var fixedParameters: OTPParameters? {
        switch self {
        case .totp, .hotp: nil
        case .steam: OTPParameters(unchecked: .steam, .sha1, digits: 5, .time(period: 30))
        case .motp: OTPParameters(unchecked: .motp, .md5, digits: 6, .time(period: 10))
        case .yandex: OTPParameters(unchecked: .yandex, .sha256, digits: 8, .time(period: 30))
        }
    }
}
