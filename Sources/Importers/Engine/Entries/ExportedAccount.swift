import TOTPDomain

/// A record of an export that is, or may be, an account.
///
/// A format says what the record means; ``ImportedDocument/add(_:at:complete:)`` does the rest.
package protocol ExportedAccount: Sendable {
    /// Issuer and name, as far as they can be read: the names of the account, or of the rejected entry.
    var names: (issuer: String, name: String) { get }

    /// Why the record is skipped: it is neither an account nor damaged; nil for an account.
    var skipReason: SkipReason? { get }

    /// One-time passwords in its note; nil for the records of apps without notes.
    var codesInNote: CodesInNote? { get }

    /// The account.
    func draft() throws(EntryError) -> AccountDraft
}

extension ExportedAccount {
    package var skipReason: SkipReason? { nil }

    package var codesInNote: CodesInNote? { nil }
}

/// An account, or why it cannot be read.
extension Result: ExportedAccount where Success: ExportedAccount, Failure == EntryError {
    private var success: Success? { if case .success(let account) = self { account } else { nil } }

    package var names: (issuer: String, name: String) { success?.names ?? ("", "") }

    package var skipReason: SkipReason? { success?.skipReason }

    package var codesInNote: CodesInNote? { success?.codesInNote }

    package func draft() throws(EntryError) -> AccountDraft { try get().draft() }
}

extension EntryError {
    package static let notAnObject = EntryError(.fieldDamaged, "the entry is not an object")
}
