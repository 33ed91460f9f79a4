internal import CryptoPrimitives
public import Platform
public import TOTPDomain

extension TOTPItem {
    /// The one-time code at a time.
    ///
    /// - Parameter time: now, if it is left out; ignored for counter-based codes, which depend on the counter in
    ///   ``parameters``.
    /// - Throws: ``CodeError`` if the account has no PIN but its kind needs one, and others.
    public func code(at time: Date = Date()) throws(CodeError) -> OTPCode {
        try OneTimeCodes().code(for: self, at: time.secondsSince1970)
    }
}
