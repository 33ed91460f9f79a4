/// Makes the codes of an account, of whatever kind it is.
public protocol TOTPGenerator: Sendable {
    /// The code at a point in time.
    ///
    /// - parameter time: seconds since 1970-01-01 UTC; of no effect for counter-based codes.
    /// - throws: ``CodeError`` where the account lacks a PIN that its kind needs.
    func code(for item: TOTPItem, at time: Int64) throws(CodeError) -> OTPCode
}

/// One code and how long it is good for.
public struct OTPCode: Sendable, Hashable {
    public var text: String
    /// Seconds until the next code, nil for counter-based codes.
    public var secondsLeft: Int?

    public init(text: String, secondsLeft: Int?) {
        self.text = text
        self.secondsLeft = secondsLeft
    }
}

/// Why an account has no code.
public enum CodeError: Error, Sendable, Hashable, CustomStringConvertible {
    case pinMissing
    /// HOTP and TOTP take four bytes from a place that the hash itself names; MD5's 16 bytes may end before.
    case hashTooShort
    case cryptographyFailed

    public var description: String {
        switch self {
        case .pinMissing: "needs its PIN, which the export did not hold"
        case .hashTooShort: "has no code now: RFC 4226 does not define codes from so short a hash as MD5"
        case .cryptographyFailed: "the hash function is not available on this system"
        }
    }
}
