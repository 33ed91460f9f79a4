/// Computes the codes of an account of any kind.
package protocol TOTPGenerator: Sendable {
    /// The code at a point in time.
    ///
    /// - Parameter time: seconds since 1970-01-01 UTC; ignored for counter-based codes.
    /// - Throws: ``CodeError`` if the account has no PIN but its kind needs one, and others.
    func code(for item: TOTPItem, at time: Int64) throws(CodeError) -> OTPCode
}
