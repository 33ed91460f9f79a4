/// One code and how long it is valid.
public struct OTPCode: Sendable, Hashable {
    public var text: String
    /// Seconds until the next code, nil for counter-based codes.
    public var secondsLeft: Int?

    package init(text: String, secondsLeft: Int?) {
        self.text = text
        self.secondsLeft = secondsLeft
    }
}

/// Why an account has no code.
public enum CodeError: Error, Sendable, Hashable, CustomStringConvertible {
    case pinMissing
    /// HOTP and TOTP use four bytes at an offset in the hash; the 16 bytes of MD5 may end before.
    case hashTooShort
    case cryptographyFailed

    public var description: String {
        switch self {
        case .pinMissing: "needs its PIN, which the export did not contain"
        case .hashTooShort: "has no code now: RFC 4226 does not define codes from so short a hash as MD5"
        case .cryptographyFailed: "the hash function is not available on this system"
        }
    }
}
