import Encodings
import Links
import TOTPDomain

/// An item with an authenticator key is an account. Logins without a key, notes, cards and identities are skipped.
extension BitwardenItem: ExportedAccount {
    var names: (issuer: String, name: String) { (name.orEmpty.withoutNull, (login?.username).orEmpty) }

    var skipReason: SkipReason? {
        guard customFields.problem(besides: []) == nil else { return nil }
        return !hasLogin || login?.hasKey == false ? .noOneTimeCode : nil
    }

    var codesInNote: CodesInNote? { customFields.isEmpty ? nil : customFields.inNote(beside: try? draft()) }

    func draft() throws(EntryError) -> AccountDraft {
        if hasLogin, login == nil { throw EntryError(.fieldDamaged, "the login is not an object") }
        // A link is the same in any field.
        var key = customFields.links.first ?? ""
        if login?.hasKey == true { key = try (login?.totp).checked("the authenticator key") ?? "" }
        if key.isEmpty, let problem = customFields.problem(besides: []) { throw problem }
        var draft = try AccountDraft(authenticatorKey: key, of: names)
        if let problem = customFields.problem(besides: [draft.secret]) {
            draft.warning.add(Warning(problem.problem, problem.advice))
        }
        draft.note = notes.orEmpty
        draft.tags = tags
        draft.isFavorite = isFavorite
        return draft
    }
}

extension BitwardenItem.Login {
    /// Also true for a damaged key.
    var hasKey: Bool {
        if case .text(let text) = totp { !TypedSecret.isNothing(text) } else { totp != nil }
    }
}

/// A row of a CSV export.
struct BitwardenRow: ExportedAccount {
    /// The names of the item, not the names in the link.
    let names: (issuer: String, name: String)
    /// The authenticator key, trimmed.
    let key: String
    private let row: CSVTable.Row
    /// Whether a row without a key is still an account, as in an app that stores only keys.
    private let needsKey: Bool

    init(_ row: CSVTable.Row) {
        self.row = row
        names = (
            row[BitwardenColumn.name].trimmingWhitespace.withoutNull, row[BitwardenColumn.username].trimmingWhitespace
        )
        let key = row[BitwardenColumn.key].trimmingWhitespace
        self.key = TypedSecret.isNothing(key) ? "" : key
        needsKey = false
    }

    /// - Parameters:
    ///   - key: the authenticator key, which need not be in its column.
    ///   - name: the account's name, which need not be in its column.
    init(_ row: CSVTable.Row, key: String, name: String) {
        self.row = row
        names = (name.withoutNull, row[BitwardenColumn.username].trimmingWhitespace)
        self.key = key
        needsKey = true
    }

    var skipReason: SkipReason? {
        key.isEmpty && !needsKey && customFields.problem(besides: []) == nil ? .noOneTimeCode : nil
    }

    private var customFields: CustomFields {
        var fields = CustomFields()
        fields.look(inLines: row[BitwardenColumn.fields])
        fields.look(inNote: row[BitwardenColumn.notes], isLost: key.isEmpty && fields.links.isEmpty)
        if key.isEmpty { fields.look(throughout: row, besides: row[BitwardenColumn.notes]) }
        return fields
    }

    var codesInNote: CodesInNote? { customFields.isEmpty ? nil : customFields.inNote(beside: try? draft()) }

    func draft() throws(EntryError) -> AccountDraft {
        let fields = customFields, key = key.isEmpty ? fields.links.first ?? "" : key
        guard !key.isEmpty else {
            throw fields.problem(besides: []) ?? EntryError(.secretMissing, "the row has no authenticator key")
        }
        var draft = try AccountDraft(authenticatorKey: key, of: names)
        if let problem = fields.problem(besides: [draft.secret]) {
            draft.warning.add(Warning(problem.problem, problem.advice))
        }
        draft.note = row[BitwardenColumn.notes]
        // An organization's rows have collections instead of a folder.
        draft.tags = [row[BitwardenColumn.folder]] + row["collections"].split(separator: ",").map(String.init)
        draft.isFavorite = row[BitwardenColumn.favorite].trimmingWhitespace == "1"
        return draft
    }
}

extension AccountDraft {
    /// Reads an authenticator key, as Bitwarden calls it: a link, or just a base32 secret.
    ///
    /// - Parameter names: the names of the item that the key belongs to, for a link without names.
    init(authenticatorKey text: String, of names: (issuer: String, name: String)) throws(EntryError) {
        let bytes = Array(text.trimmingWhitespace.utf8)
        guard KeyURIScheme.find(in: bytes.span) != nil else {
            guard !bytes.contains(ASCII.colon) else {
                throw EntryError(.notALink, "the authenticator key is a link of an unknown kind")
            }
            try TypedSecret.check(text)
            try self.init(base32: text, isTyped: true)
            return
        }
        try self.init(link: bytes)
        complete(names: names)
    }

    /// Takes the names that a link lacks from its entry. Entries of Bitwarden Authenticator have `null` for no name.
    mutating func complete(names: (issuer: String, name: String)) {
        guard let link = self.names else { return }
        let hasName = !link.name.isEmpty && link.name != "null"
        self.names = (link.issuer.isEmpty ? names.issuer : link.issuer, hasName ? link.name : names.name)
    }
}

extension String {
    /// An item's name without that of an account that has none: Bitwarden Authenticator writes `GitHub:null`.
    fileprivate var withoutNull: String { hasSuffix(":null") ? String(dropLast(":null".count)) : self }
}
