import TOTPDomain

/// A record of an export that is, or may be, an account.
///
/// A format says what the record means; ``ImportedDocument/add(_:at:complete:)`` does the rest.
protocol ExportedAccount: Sendable {
    /// Issuer and name, as far as they can be read: the names of the account, or of the rejected entry.
    var names: (issuer: String, name: String) { get }

    /// Why the record is skipped: it is neither an account nor damaged; nil for an account.
    var skipReason: SkipReason? { get }

    /// The account.
    func draft() throws(EntryError) -> AccountDraft
}

extension ExportedAccount {
    var skipReason: SkipReason? { nil }
}
