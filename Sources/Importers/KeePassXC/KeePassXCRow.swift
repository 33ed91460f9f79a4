import Encodings
import TOTPDomain

/// A row of a CSV export. Passwords without a link are skipped, and so is the recycle bin.
struct KeePassXCRow: ExportedAccount {
    private let row: CSVTable.Row
    private let link: String
    /// The names of all groups, except the outermost one, which is the database.
    private let groups: [String]

    /// Even a row with a link may be wrong: KeePassXC also writes one for entries in KeePass's own form.
    static let omissions = Warning(
        "KeePassXC's CSV leaves out counters and the codes of KeePass's own fields, and renames accounts; "
            + "the database itself (.kdbx) has them all")

    init(_ row: CSVTable.Row) {
        self.row = row
        link = row[KeePassXCColumn.link].trimmingWhitespace
        groups = row[KeePassXCColumn.group].split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(
            String.init)
    }

    var names: (issuer: String, name: String) {
        (row[KeePassXCColumn.title].trimmingWhitespace, row[KeePassXCColumn.username].trimmingWhitespace)
    }

    var skipReason: SkipReason? {
        if link.isEmpty { return .noOneTimeCode }
        return groups.first == "Recycle Bin" ? .trash : nil
    }

    func draft() throws(EntryError) -> AccountDraft {
        var draft = try AccountDraft(link: Array(link.utf8))
        // The entry's title and user name are also in the link; a steam:// link has neither.
        if let link = draft.names, link.issuer.isEmpty, link.name.isEmpty { draft.names = nil }
        draft.note = row[KeePassXCColumn.notes]
        draft.tags = [groups.last ?? ""]
        return draft
    }
}
