/// How a text contains the bytes of a secret.
package enum SecretEncoding: String, Sendable, Hashable, CaseIterable {
    case base32, hex, base64
    /// The bytes of the text itself.
    case text
}
