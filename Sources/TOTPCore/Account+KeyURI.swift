internal import Links
public import Platform
public import TOTPDomain

extension Account {
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

extension Account {
    /// Returns the one-time code at a time.
    ///
    /// - Parameters:
    ///   - time: ignored for counter-based codes, which depend on the counter in ``parameters``.
    ///   - cryptography: the hash functions.
    /// - Throws: ``CodeError`` if the account has no PIN but its kind needs one, and others.
    public func code(at time: Date, using cryptography: some CodeCryptography) throws(CodeError) -> OTPCode {
        try OneTimeCodes(cryptography).code(for: self, at: time.secondsSince1970)
    }
}

extension Date {
    /// Whole seconds, rounded down; a time that is out of range is the nearest one in range.
    package var secondsSince1970: Int64 {
        Int64(exactly: timeIntervalSince1970.rounded(.down)) ?? (timeIntervalSince1970 < 0 ? .min : .max)
    }
}
