internal import Encodings
internal import Links
public import Platform
public import TOTPDomain

extension Account {
    /// Reads one `otpauth://`, `motp:/` or `steam://` link.
    ///
    /// A link of Google Authenticator's export contains several accounts: ``LinkReader`` reads it.
    ///
    /// - Parameters:
    ///   - keyURI: the link; spaces around it do not matter.
    ///   - warn: called with a remark, for example if a part of the link is not read.
    /// - Throws: ``EntryError`` with a reason for users, also if there is other text around the link.
    public init(keyURI: String, warn: (String) -> Void = { _ in }) throws(EntryError) {
        let bytes = Array(keyURI.trimmingWhitespace.utf8)
        let link = try KeyURI.read(bytes.span)
        guard let (scheme, start) = KeyURIScheme.find(in: bytes.span), start == 0,
            KeyURI.place(ofLinkIn: bytes.span, scheme, start).count == bytes.count
        else { throw EntryError(.notALink, "there is text around the link", "read a text with LinkReader") }
        if let warning = link.warning { warn(warning.message) }
        self = link.account
    }

    /// The account as a link: `otpauth://totp/Acme:alice?secret=…`. It contains the secret.
    public var keyURI: String { KeyURI.write(self) }
}

extension Account {
    /// Returns the one-time code for a point in time.
    ///
    /// - Parameters:
    ///   - time: ignored for counter-based codes, which depend on the counter in ``parameters``.
    ///   - cryptography: the hash functions.
    /// - Throws: ``CodeError``, for example if the kind of the account needs a PIN and the account has no PIN.
    public func code(at time: Date, using cryptography: some CodeCryptography) throws(CodeError) -> OTPCode {
        try OneTimeCodes(cryptography).code(for: self, at: time.secondsSince1970)
    }
}

extension Account {
    /// Whether both accounts generate the same codes, whatever their names: even their counters are equal.
    public func hasSameCodes(as other: Account) -> Bool {
        secret == other.secret && parameters == other.parameters && pin == other.pin
    }
}

extension Date {
    /// Whole seconds, rounded down; a time out of range becomes the nearest value in range.
    package var secondsSince1970: Int64 {
        Int64(exactly: timeIntervalSince1970.rounded(.down)) ?? (timeIntervalSince1970 < 0 ? .min : .max)
    }
}
