import TOTPDomain

/// The file: entries, or another such file in encrypted form.
package struct ProtonAuthenticatorFile: Decodable {
    private var version: LenientNumber?
    package var entries: Lenient<[Lenient<Entry>]>?
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

    package func checkVersion() throws(SourceError) {
        guard version == nil || version.whole == 1 else {
            throw SourceError(
                .unsupportedVersion, "a Proton Authenticator export of an unknown version; this program reads version 1"
            )
        }
    }
}
