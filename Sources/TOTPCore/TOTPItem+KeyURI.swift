internal import Links
public import TOTPDomain

extension TOTPItem {
    /// Reads one `otpauth://`, `motp:/` or `steam://` link.
    ///
    /// A link of Google Authenticator's export contains several accounts: ``LinkReader`` reads it.
    ///
    /// - Parameter keyURI: the link; spaces around it do not matter.
    /// - Throws: ``EntryError`` with a reason for people.
    public init(keyURI: String) throws(EntryError) {
        let bytes = Array(keyURI.utf8)
        self = try KeyURI.read(bytes.span).item
    }

    /// The account as a link: `otpauth://totp/Acme:alice?secret=…`. It contains the secret.
    public var keyURI: String { KeyURI.write(self) }
}
