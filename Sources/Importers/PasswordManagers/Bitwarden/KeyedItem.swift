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
