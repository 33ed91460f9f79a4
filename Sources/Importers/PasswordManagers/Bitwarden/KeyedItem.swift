import Encodings
import FormatEngine
import TOTPDomain

/// An item of a password manager that keeps at most one key per item: with a key, it is an account. Logins without a
/// key, notes, cards and identities are skipped, and so is the trash.
struct KeyedItem: ExportedAccount {
    /// The names of the item, not the names in the link.
    let names: (issuer: String, name: String)
    /// A link, or base32; nil without a key.
    let key: LenientText?
    /// Whether the key can only be a link, and which of its names count.
    var isLink = false
    let note: String
    var tags: [String] = []
    var isFavorite = false
    var isInTrash = false
    private(set) var customFields = CustomFields()
    /// Why the item has no key, although it should.
    var problem: EntryError?

    /// - Parameters:
    ///   - key: nothing if only a word for that is written. A damaged key is a key.
    ///   - look: looks at the fields of the item.
    ///   - throughout: looks at the rest, if it has no key: it is skipped only if nothing in it could be a one-time
    ///     password.
    init<Failure: Error>(
        names: (issuer: String, name: String), key: LenientText?, note: String,
        look: (inout CustomFields) throws(Failure) -> Void, throughout: (inout CustomFields) -> Void
    ) throws(Failure) {
        (self.names, self.note) = (names, note)
        self.key = if case .text(let text) = key, TypedSecret.isNothing(text) { nil } else { key }
        try look(&customFields)
        customFields.look(inNote: note, isLost: self.key == nil && customFields.links.isEmpty)
        if self.key == nil { throughout(&customFields) }
    }

    var skipReason: SkipReason? {
        let isAccount = key != nil || problem != nil
        if isInTrash { return isAccount ? .trash : .noOneTimeCode }
        return isAccount || customFields.problem(besides: []) != nil ? nil : .noOneTimeCode
    }

    var codesInNote: CodesInNote? {
        customFields.isEmpty || isInTrash ? nil : customFields.inNote(beside: try? draft())
    }

    func draft() throws(EntryError) -> AccountDraft {
        // A link is the same in any field.
        guard let text = try key.checked("the authenticator key") ?? customFields.links.first else {
            throw customFields.problem(besides: []) ?? problem
                ?? EntryError(.secretMissing, "the item has no authenticator key")
        }
        var draft =
            isLink ? try AccountDraft(link: Array(text.utf8)) : try AccountDraft(authenticatorKey: text, of: names)
        if isLink { draft.addNames(of: names) }
        if !isLink, let problem = customFields.problem(besides: [draft.secret]) {
            draft.warning.add(Warning(problem.problem, problem.advice))
        }
        draft.note = note
        draft.tags = tags
        draft.isFavorite = isFavorite
        return draft
    }
}

extension KeyedItem {
    /// An item of Bitwarden's JSON.
    ///
    /// - Parameter groups: the names of folders and collections by their ids.
    init(_ item: JSONObject, _ groups: [String: String]) throws(EntryError) {
        let login = try item.object("login"), note = try item.value("notes").name
        try self.init(
            names: (try item.value("name").name.withoutNull, try (login?.value("username")).name),
            key: try login?.text("totp"), note: note
        ) { (fields) throws(EntryError) in
            for field in try item.list("fields") ?? [] {
                fields.look(at: try field["value"].name, named: try field["name"].name)
            }
        } throughout: {
            $0.look(throughout: item.value, besides: note)
        }
        if login == nil, try item.value("login") != nil {
            problem = EntryError(.fieldDamaged, "the login is not an object")
        }
        isFavorite = try item.flag("favorite") ?? false
        let ids = [try item.text("folderId").orEmpty] + (try item.list("collectionIds") ?? []).compactMap(\.string)
        tags = ids.compactMap { groups[$0] }
    }

    /// A row of Bitwarden's CSV.
    ///
    /// - Parameters:
    ///   - key: the authenticator key, if it need not be in its column: then a row without a key is still an account,
    ///     as in an app that stores only keys.
    ///   - name: the account's name, if it need not be in its column.
    init(_ row: CSVTable.Row, key: String? = nil, name: String? = nil) {
        let note = row[BitwardenColumn.notes]
        let names = (
            (name ?? row[BitwardenColumn.name].trimmingWhitespace).withoutNull,
            row[BitwardenColumn.username].trimmingWhitespace
        )
        self.init(names: names, key: .text(key ?? row[BitwardenColumn.key].trimmingWhitespace), note: note) {
            $0.look(inLines: row[BitwardenColumn.fields])
        } throughout: {
            $0.look(throughout: row, besides: note)
        }
        if key != nil, self.key == nil {
            problem = EntryError(.secretMissing, "the row has no authenticator key")
        }
        // An organization's rows have collections instead of a folder.
        tags = [row[BitwardenColumn.folder]] + row["collections"].split(separator: ",").map(String.init)
        isFavorite = row[BitwardenColumn.favorite].trimmingWhitespace == "1"
    }
}

extension String {
    /// An item's name without that of an account that has none: Bitwarden Authenticator writes `GitHub:null`.
    fileprivate var withoutNull: String { hasSuffix(":null") ? String(dropLast(":null".count)) : self }
}
