/// An account of an andOTP backup.
package struct AndOTPEntry: Decodable, Sendable {
    package var type: LenientText?
    /// Base32; of Mobile-OTP accounts base32 of the hexadecimal text.
    package var secret: LenientText?
    /// Missing in files of old versions, which wrote `issuer - name` into the label.
    package var issuer: LenientText?
    package var label: LenientText?
    package var digits: LenientNumber?
    package var period: LenientNumber?
    package var counter: LenientNumber?
    package var algorithm: LenientText?
    package var tags: Lenient<[LenientText?]>?
}
