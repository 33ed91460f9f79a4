import Encodings
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

/// One-time passwords in the note of an entry.
package struct CodesInNote: Sendable {
    package let warning: Warning
    /// The secrets of those that are links; nil for a link that cannot be read.
    package let links: [OTPSecret?]
}

extension ImportedDocument {
    /// Names the entry of one-time passwords in a note.
    package mutating func add(_ codes: CodesInNote?, at position: EntryPosition, label: (issuer: String, name: String))
    {
        guard let codes else { return }
        let text = AccountLabel.text(of: label)
        warnings.append(codes.warning.at(text.isEmpty ? "\(position)" : "\(position) (\(text))"))
        namedLinks += codes.links
    }
}

/// The names of an app's groups, folders or labels by their identifiers, which the entries have. An identifier that no group
/// has is named by its member: the tag is missing from the account.
package struct TagNames {
    private let names: [String: String]
    package private(set) var unread = UnreadNames()

    package init(_ names: [String: String]) { self.names = names }

    /// - Parameter member: of the entry, which has the identifiers.
    package mutating func tags(_ identifiers: some Sequence<String>, in member: String) -> [String] {
        let tags = identifiers.map { names[$0] }
        if tags.contains(nil) { unread.add(member, entries: 1) }
        return tags.compactMap(\.self)
    }
}
