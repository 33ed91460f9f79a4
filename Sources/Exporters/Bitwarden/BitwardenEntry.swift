import Encodings
import Links
import TOTPDomain

/// An account as Bitwarden and its authenticator store it.
struct BitwardenEntry {
    let item: Account
    /// The authenticator key: a link.
    let key: String

    /// Bitwarden requires a name, and itself writes this for an item without a name.
    static let noName = "--"

    var name: String { Self.name(item) }
    var username: String { item.name }
    /// Bitwarden's items are in one folder or in none.
    var folder: String? { Self.folder(item) }

    fileprivate static func name(_ item: Account) -> String { item.title.isEmpty ? noName : item.title }

    fileprivate static func folder(_ item: Account) -> String? { item.distinctTags.first }

    /// The most bytes of a name, a user name or a key: Bitwarden's server accepts 1,000 characters, encrypted and in
    /// base64, and refuses a whole import for one longer value (its `CipherLoginModel`).
    private static let maximumCount = 687
    /// The most bytes of notes, of which the server accepts 10,000 characters.
    private static let maximumNoteCount = 7439

    /// A link; without the names, which the item also has, if it would be too long for Bitwarden or be misread.
    fileprivate static func key(_ item: Account) -> String {
        if item.parameters.kind == .steam { return "steam://\(item.secret.base32)" }
        let link = KeyURI.write(item)
        return item.hasSteamLink || link.utf8.count > maximumCount ? item.namelessLink : link
    }

    /// The first value that is longer than Bitwarden's server accepts, for people.
    fileprivate var longValue: String? {
        if name.utf8.count > Self.maximumCount || username.utf8.count > Self.maximumCount { return "the name" }
        if key.utf8.count > Self.maximumCount { return "the secret" }
        if (folder ?? "").utf8.count > Self.maximumCount { return "the tag" }
        if (item.note ?? "").utf8.count > Self.maximumNoteCount { return "the note" }
        return nil
    }
}

extension ExportSelection {
    /// - Parameters:
    ///   - hasServer: whether the app sends the accounts to Bitwarden's server, which has limits.
    ///   - storesTags: whether a tag becomes a folder.
    mutating func bitwardenEntries(hasServer: Bool, storesTags: Bool = true) -> [BitwardenEntry] {
        let keys = links(names: { (BitwardenEntry.name($0), $0.name) }, writing: { BitwardenEntry.key($0.item) })
        let entries = zip(accounts, keys).map { BitwardenEntry(item: $0.item, key: $1) }
        guard hasServer else { return entries }
        if storesTags {
            recordTags("one trimmed tag per account") { BitwardenEntry.folder($0).map { [$0] } ?? [] }
        } else {
            recordTags("new items in one folder, without tags") { _ in [] }
        }
        recordBlankNotes()
        for (account, entry) in zip(accounts, entries) {
            guard let value = entry.longValue else { continue }
            lose(
                .unverified, of: account.index,
                "\(value) may be too long for Bitwarden, which then refuses the whole file")
        }
        return entries
    }
}
