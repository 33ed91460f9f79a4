import Encodings
import Links
import TOTPDomain

/// An entry of a password manager's export: a login, a note, a card.
///
/// A format fills it in; ``LoginList`` applies the rules that all password managers share.
package struct LoginEntry: Sendable {
    package var title = ""
    package var userName = ""
    /// The first address, or another name in its place, for an entry without a title.
    package var address = ""
    /// In the file's order; empty for an entry without a one-time code.
    package private(set) var keys: [Key] = []
    /// One-time passwords in other places.
    package var customFields = CustomFields()
    /// Set by ``addCustomFields()``.
    package private(set) var codesInNote: CodesInNote?
    package var note = ""
    package var tags: [String] = []
    package var isFavorite = false
    package var isTrashed = false
    /// What users should know about its accounts.
    package var warning: Warning?
    /// Members and columns whose values are of another type, or of a kind that is not known.
    package var unread = UnreadNames()

    /// A one-time password of an entry.
    package enum Key: Sendable {
        /// What the user typed, pasted or scanned: a link, or a base32 secret.
        case text(String)
        /// A link that is read already.
        case link(KeyURI.ParsedLink)
        /// Secret and parameters in members of their own.
        case credential(LoginCredential)
        /// Something else is in the place of a one-time password.
        case rejected(EntryError)
    }

    package init() {}

    /// An entry that cannot be read.
    package init(rejected problem: EntryError) { keys = [.rejected(problem)] }

    /// An entry of a JSON text.
    ///
    /// - Parameter read: reads an object.
    package init(_ value: JSONValue, _ read: (JSONValue) throws(EntryError) -> LoginEntry) {
        do throws(EntryError) {
            guard value.kind == .object else { throw .notAnObject }
            self = try read(value)
            // It is skipped only if nothing in it could be a one-time password.
            if keys.isEmpty { customFields.look(throughout: value, besides: note) }
        } catch { self.init(rejected: error) }
    }

    /// An entry of a table.
    ///
    /// - Parameters: columns in lower case. The first of `userNames` that is filled counts.
    package init(
        _ row: CSVTable.Row, title: String = "title", userNames: [String] = ["username"], address: String? = "url",
        key: String? = nil, note: String
    ) {
        self.title = row[title]
        userName = userNames.lazy.map { row[$0] }.first { !$0.isBlank } ?? ""
        self.address = address.map { row[$0] } ?? ""
        self.note = row[note]
        if let key { add(key: row[key]) }
    }

    /// Adds the one-time passwords of custom fields, if the entry has none of its own: links, or errors for others.
    /// Else a warning names those that differ. Those in the note are only named.
    mutating func addCustomFields() {
        let isLost = keys.isEmpty && customFields.links.isEmpty
        customFields.look(inNote: isLost ? "\(title)\n\(note)" : note, isLost: isLost)
        if customFields.isEmpty { return }
        if isLost, Leftover.Kind(in: title) != nil { title = "" }
        if keys.isEmpty { for link in customFields.links { keys.append(.text(link)) } }
        let secrets = keys.compactMap { try? LoginKey(key: $0, entry: self).keyDraft().secret }
        codesInNote = customFields.inNote(besides: secrets)
        guard let problem = customFields.problem(besides: secrets) else { return }
        if keys.isEmpty {
            keys.append(.rejected(problem))
        } else {
            warning.add(Warning(problem.problem, problem.advice))
        }
    }

    /// Sets the user name unless the entry has a user name.
    package mutating func add(userName: String) {
        if self.userName.isEmpty, !userName.isBlank { self.userName = userName }
    }

    /// Adds a one-time password unless nothing is written.
    package mutating func add(key: String) {
        if !TypedSecret.isNothing(key) { keys.append(.text(key)) }
    }

    /// Adds a one-time password unless it is blank; a value that is not text is damaged.
    package mutating func add(key value: JSONValue?) {
        switch value?.text {
        case nil: break
        case .text(let text): add(key: text)
        case .damaged: add(rejection: EntryError(.fieldDamaged, "the one-time password is not a string"))
        }
    }

    /// Adds a field that people may have named: a one-time password, or a field in which they may have put one.
    package mutating func add(_ value: JSONValue?, named name: String, isKey: Bool) {
        if isKey { add(key: value) } else { customFields.look(at: value.name, named: name) }
    }

    package mutating func add(_ value: String, named name: String, isKey: Bool) {
        if isKey { add(key: value) } else { customFields.look(at: value, named: name) }
    }

    /// Adds the one-time password of several fields, if all say the same: the app uses the first that is filled.
    package mutating func add(oneOf fields: [(name: String, text: String)], in app: String) {
        let filled = fields.filter { !TypedSecret.isNothing($0.text) }
        guard let first = filled.first else { return }
        let account = LoginKey(key: .text(first.text), entry: self).account
        for other in filled.dropFirst() where other.text.trimmingWhitespace != first.text.trimmingWhitespace {
            // One of them may not be readable.
            let second = LoginKey(key: .text(other.text), entry: self).account
            let difference: String? = if let account, let second { account.difference(from: second) } else { "secrets" }
            if let difference {
                return add(rejection: .contradiction(of: first.name, other.name, difference, in: app))
            }
        }
        add(key: first.text)
    }

    package mutating func add(_ link: KeyURI.ParsedLink) { keys.append(.link(link)) }

    package mutating func add(_ credential: LoginCredential) { keys.append(.credential(credential)) }

    package mutating func add(rejection: EntryError) { keys.append(.rejected(rejection)) }

    /// A flag as a text.
    package mutating func flag(_ text: String, named name: String) -> Bool {
        let text = text.trimmingWhitespace.lowercased()
        if ["1", "true", "yes"].contains(text) { return true }
        if !["", "0", "false", "no"].contains(text) { unread.add(name, entries: 1) }
        return false
    }

    /// Rejects the entry as a whole, with nothing in it that could be in the wrong place.
    package mutating func reject(_ problem: EntryError) {
        keys = [.rejected(problem)]
        (note, tags) = ("", [])
        if title.looksLikeSecret { title = "" }
        if userName.looksLikeSecret { userName = "" }
    }

    /// Issuer and name for a key that has none of its own.
    package var names: (issuer: String, name: String) {
        (title.isBlank ? SiteAddress.name(of: address) : title, userName)
    }
}

/// The fields of an entry that has a list of them, each with a type and a value.
package struct LoginFields {
    private var values: [String: String] = [:]

    package init() {}

    /// - Returns: its type.
    package mutating func add(_ field: JSONValue) throws(EntryError) -> String {
        let type = try field["type"].name, value = try field["value"].name
        if !value.isBlank { values[type] = values[type] ?? value }
        return type
    }

    /// Tries the types in their order.
    ///
    /// - Returns: the first value that is not blank; an empty text if all are blank.
    package func first(_ types: String...) -> String { types.lazy.compactMap { values[$0] }.first ?? "" }
}

/// A secret with its parameters and names in members of their own.
package struct LoginCredential: Sendable {
    package var secret: LenientText?
    package var algorithm: LenientText?
    package var digits: LenientNumber?
    package var period: LenientNumber?
    package var issuer: String
    package var name: String
    package var kind: OTPKind
    package var counter: LenientNumber?
    package var encoding: SecretEncoding
    /// Only some kinds have it.
    package var pin: String?
    /// Whether a person may have typed words in place of the secret.
    package var isTyped: Bool
    package var knowsSteamByIssuer: Bool

    package init(
        secret: LenientText? = nil, algorithm: LenientText? = nil, digits: LenientNumber? = nil,
        period: LenientNumber? = nil, issuer: String = "", name: String = "", kind: OTPKind = .totp,
        counter: LenientNumber? = nil, encoding: SecretEncoding = .base32, pin: String? = nil, isTyped: Bool = true,
        knowsSteamByIssuer: Bool = false
    ) {
        (self.secret, self.algorithm, self.digits, self.period) = (secret, algorithm, digits, period)
        (self.issuer, self.name, self.kind, self.counter, self.encoding) = (issuer, name, kind, counter, encoding)
        (self.pin, self.isTyped, self.knowsSteamByIssuer) = (pin, isTyped, knowsSteamByIssuer)
    }
}

/// One key of an entry.
package struct LoginKey: ExportedAccount {
    package let key: LoginEntry.Key
    package let entry: LoginEntry

    package init(key: LoginEntry.Key, entry: LoginEntry) { (self.key, self.entry) = (key, entry) }

    package var names: (issuer: String, name: String) {
        let names = entry.names
        guard case .credential(let own) = key else { return names }
        return (own.issuer.isBlank ? names.issuer : own.issuer, own.name.isBlank ? names.name : own.name)
    }

    package func draft() throws(EntryError) -> AccountDraft {
        var draft = try keyDraft()
        draft.note = entry.note
        draft.tags = entry.tags
        draft.isFavorite = entry.isFavorite
        if let warning = entry.warning { draft.warning.add(warning) }
        return draft
    }

    fileprivate func keyDraft() throws(EntryError) -> AccountDraft {
        switch key {
        case .text(let text):
            let text = text.trimmingWhitespace
            // A link in the middle of other text is not what the app generates codes from.
            if let (_, start) = KeyURIScheme.find(in: Array(text.utf8).span), start > 0 {
                throw EntryError(.notALink, "the one-time password is not a link, although it contains one")
            }
            return try AccountDraft(authenticatorKey: text, of: entry.names)
        case .link(let reading):
            var draft = AccountDraft(reading)
            draft.complete(names: entry.names)
            return draft
        case .credential(let own):
            let secret = try own.secret.checked("the secret")
            if let secret, own.isTyped, own.encoding == .base32, own.kind == .totp || own.kind == .hotp {
                try TypedSecret.check(secret)
            }
            var draft = try AccountDraft(kind: own.kind, secret: secret, in: own.encoding, isTyped: own.isTyped)
            try draft.take(
                algorithm: own.algorithm, digits: own.digits, period: own.period, counter: own.counter)
            draft.startAtZero()
            if own.kind.hasPIN { draft.pin = own.pin }
            draft.knowsSteamByIssuer = own.knowsSteamByIssuer
            return draft
        case .rejected(let problem): throw problem
        }
    }
}

extension AccountDraft {
    /// Reads an authenticator key, as Bitwarden calls it: a link, or just a base32 secret.
    ///
    /// - Parameter names: the names of the item that the key belongs to, for a link without names.
    package init(authenticatorKey text: String, of names: (issuer: String, name: String)) throws(EntryError) {
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
    package mutating func complete(names: (issuer: String, name: String)) {
        guard let link = self.names else { return }
        let hasName = !link.name.isEmpty && link.name != "null"
        self.names = (link.issuer.isEmpty ? names.issuer : link.issuer, hasName ? link.name : names.name)
    }
}
