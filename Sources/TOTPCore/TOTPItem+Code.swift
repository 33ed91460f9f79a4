public import Platform
public import TOTPDomain

extension TOTPItem {
    /// The one-time code at a time.
    ///
    /// - Parameters:
    ///   - time: ignored for counter-based codes, which depend on the counter in ``parameters``.
    ///   - cryptography: the hash functions.
    /// - Throws: ``CodeError`` if the account has no PIN but its kind needs one, and others.
    public func code(at time: Date, using cryptography: some CodeCryptography) throws(CodeError) -> OTPCode {
        try OneTimeCodes(cryptography).code(for: self, at: time.secondsSince1970)
    }
}

extension Date {
    /// Whole seconds, rounded down; a time that is out of range is the nearest one in range.
    package var secondsSince1970: Int64 {
        Int64(exactly: timeIntervalSince1970.rounded(.down)) ?? (timeIntervalSince1970 < 0 ? .min : .max)
    }
}
