import Encodings
import FormatEngine
import Links
import TOTPDomain

/// An account as Bitwarden and its authenticator store it.
struct BitwardenEntry {
    let account: Account
    /// The authenticator key: a link.
    let key: String

    /// Bitwarden requires a name, and itself writes this for an item without a name.
    static let noName = "--"

    var name: String { Self.name(account) }
    var username: String { account.name }
    /// Bitwarden's items are in one folder or in none.
    var folder: String? { account.distinctTags.first }

    fileprivate static func name(_ account: Account) -> String { account.title.isEmpty ? noName : account.title }

    /// The most bytes of a name, a user name or a key: Bitwarden's server accepts 1,000 characters, encrypted and in
    /// base64, and refuses a whole import for one longer value (its `CipherLoginModel`).
    private static let maximumCount = 687
    /// The most bytes of notes, of which the server accepts 10,000 characters.
    private static let maximumNoteCount = 7439

    /// A link; without the names, which the item also has, if it would be too long for Bitwarden or be misread.
    fileprivate static func key(_ account: Account) -> String {
        if account.parameters.kind == .steam { return "steam://\(account.secret.base32)" }
        let link = KeyURI.write(account)
        return account.hasSteamLink || link.utf8.count > maximumCount ? account.namelessLink : link
    }

    /// The first value that is longer than Bitwarden's server accepts, for people.
    fileprivate var longValue: String? {
        if name.utf8.count > Self.maximumCount || username.utf8.count > Self.maximumCount { return "the name" }
        if key.utf8.count > Self.maximumCount { return "the secret" }
        if (folder ?? "").utf8.count > Self.maximumCount { return "the tag" }
        if (account.note ?? "").utf8.count > Self.maximumNoteCount { return "the note" }
        return nil
    }
}

extension ExportSelection {
    /// - Parameters:
    ///   - hasServer: whether the app sends the accounts to Bitwarden's server, which has limits.
    ///   - storesTags: whether a tag becomes a folder.
    mutating func bitwardenEntries(hasServer: Bool, storesTags: Bool = true) -> [BitwardenEntry] {
        let keys = links(names: { (BitwardenEntry.name($0), $0.name) }, writing: { BitwardenEntry.key($0.account) })
        let entries = zip(accounts, keys).map { BitwardenEntry(account: $0.account, key: $1) }
        guard hasServer else { return entries }
        if storesTags {
            recordTags("one trimmed tag per account") { Array($0.distinctTags.prefix(1)) }
        } else {
            recordTags("new items in one folder, without tags") { _ in [] }
        }
        recordBlankNotes()
        for (storable, entry) in zip(accounts, entries) {
            guard let value = entry.longValue else { continue }
            lose(
                .unverified, of: storable.index,
                "\(value) may be too long for Bitwarden, which then refuses the whole file")
        }
        return entries
    }
}
