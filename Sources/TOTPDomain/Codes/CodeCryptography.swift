/// The hash functions that one-time codes are computed with: the only cryptography that `TOTPCore` needs.
///
/// On iOS and macOS, CryptoKit has all of them. `TOTPImport` uses libcrypto.
public protocol CodeCryptography: Sendable {
    /// The hash of bytes. Mobile-OTP needs MD5, Yandex Key needs SHA-256.
    ///
    /// - Throws: ``CodeError/cryptographyFailed`` if the function is not available.
    func hash(_ bytes: [UInt8], with algorithm: OTPAlgorithm) throws(CodeError) -> [UInt8]

    /// The HMAC of a message, RFC 2104.
    ///
    /// - Parameters:
    ///   - message: the eight bytes of a counter or of a time step.
    ///   - key: the secret of an account, 1 to ``OTPSecret/maximumByteCount`` bytes.
    /// - Throws: ``CodeError/cryptographyFailed`` if the function is not available.
    func hmac(of message: [UInt8], key: [UInt8], with algorithm: OTPAlgorithm) throws(CodeError) -> [UInt8]
}
