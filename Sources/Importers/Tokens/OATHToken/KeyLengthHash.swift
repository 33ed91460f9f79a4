/// The hash of a token whose seed list does not name it: privacyIDEA and LinOTP take the hash with as many bytes as the
/// key.
package enum KeyLengthHash {
    private static let names = [28: "SHA224", 32: "SHA256", 48: "SHA384", 64: "SHA512"]

    /// - Parameter count: the number of bytes.
    package static func name(ofKeyOf count: Int) -> String { names[count] ?? "SHA1" }
}
