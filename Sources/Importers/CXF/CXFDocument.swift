/// The Credential Exchange Format: what its documents contain in the places that are read and written here.
package enum CXFDocument {
    /// The version that is read and written.
    package static let majorVersion: Int64 = 1, minorVersion: Int64 = 0

    /// The types of credentials that matter here.
    package enum Credential: String, Sendable {
        case totp, note
        case login = "basic-auth"
        case customFields = "custom-fields"
    }

    /// In place of an algorithm: how Bitwarden writes Steam accounts. Other apps must ignore them.
    package static let steam = "steam"

    /// The type of a field whose value is text.
    package static let text = "string"
}
