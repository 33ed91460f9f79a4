/// The file: entries, or another such file in encrypted form.
package struct ProtonAuthenticatorFile: Decodable {
    /// The version that is read and written.
    package static let version: Int64 = 1
    package static let totp = "Totp", steam = "Steam"

    package var entries: Lenient<JSONList<Entry>>?
    /// Base64.
    package var salt: LenientText?
    /// Base64.
    package var content: LenientText?

    package struct Entry: Decodable, Sendable {
        package var note: LenientText?
        package var content: Lenient<Content>?
    }

    package struct Content: Decodable, Sendable {
        package var uri: LenientText?
        /// `Totp` or `Steam`.
        package var type: LenientText?
        /// The user's name for the account, which may differ from the link's.
        package var name: LenientText?

        enum CodingKeys: String, CodingKey {
            case uri, name
            case type = "entry_type"
        }
    }
}
