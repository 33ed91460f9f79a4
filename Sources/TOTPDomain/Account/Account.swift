import Encodings
public import Platform

/// One account: the data that codes are generated from, its names, and its place in a vault.
///
/// The fields have the same meanings as in the vault's plaintext (`Docs/vault-format`).
public struct Account: Sendable, Hashable, Identifiable {
    public var id: UUID
    /// The site or company that the account belongs to, trimmed; empty if the source has none.
    public var issuer: String
    /// The account name, most often an e-mail address, trimmed; empty if the source has none.
    public var name: String
    public var secret: OTPSecret
    public var parameters: OTPParameters
    /// The PIN of motp and yandex accounts, if the source has it.
    public var pin: OTPPin?
    public var note: String?
    public var tags: [String]
    public var isFavorite: Bool
    /// The hardware token that generates the codes, if the source names it.
    public var token: Token?
    /// Where the account came from, and when.
    public var source: Source?
    public var createdAt: Date
    public var updatedAt: Date
    /// Whether the account was deleted; kept so that apps that sync learn about it.
    public var isDeleted: Bool
    public var syncedAt: Date?
    /// The domain of the service, if the link names a domain beside the issuer. It finds the login of the account; no
    /// vault stores it.
    package var matchDomain: String?

    public struct Source: Sendable, Hashable {
        public var format: FormatID
        public var importedAt: Date

        public init(format: FormatID, importedAt: Date) {
            (self.format, self.importedAt) = (format, importedAt)
        }
    }

    /// - Parameters:
    ///   - id: random if nil.
    ///   - createdAt: now, in whole seconds, if nil.
    ///   - updatedAt: `createdAt` if nil.
    public init(
        id: UUID? = nil, issuer: String, name: String, secret: OTPSecret, parameters: OTPParameters, pin: OTPPin? = nil,
        note: String? = nil, tags: [String] = [], isFavorite: Bool = false, token: Token? = nil, source: Source? = nil,
        createdAt: Date? = nil, updatedAt: Date? = nil, isDeleted: Bool = false, syncedAt: Date? = nil
    ) {
        self.id = id ?? .random()
        (self.issuer, self.name, self.secret, self.parameters) = (issuer, name, secret, parameters)
        (self.pin, self.note, self.tags) = (pin, note, tags)
        (self.isFavorite, self.token, self.source) = (isFavorite, token, source)
        self.createdAt = createdAt ?? .wholeSecondNow
        self.updatedAt = updatedAt ?? self.createdAt
        (self.isDeleted, self.syncedAt) = (isDeleted, syncedAt)
    }

    /// Issuer and name on one line, such as `Example: alice`: never empty, without control characters.
    public var label: String { AccountLabel.text(issuer: issuer, name: name) }
}

extension Date {
    /// Now, without the fraction: the vault's times have whole seconds.
    package static var wholeSecondNow: Date {
        Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
    }
}

extension Account {
    /// Refuses an account if a text of it was limited when it was read: it would be imported with another name.
    ///
    /// - Parameter advice: how to change it.
    /// - Throws: ``EntryError`` with `field-damaged`.
    package func checkMarks(advice: StaticString = "change it in the app and export again") throws(EntryError) {
        // Without a list of the texts: every link is checked.
        let field: StaticString? =
            if issuer.hasTooManyMarks {
                "issuer"
            } else if name.hasTooManyMarks {
                "name"
            } else if note?.hasTooManyMarks == true {
                "note"
            } else if pin?.text.hasTooManyMarks == true {
                "PIN"
            } else if token?.texts.contains(where: \.hasTooManyMarks) == true {
                "token"
            } else if tags.contains(where: \.hasTooManyMarks) {
                "tag"
            } else {
                nil
            }
        guard let field else { return }
        throw EntryError(
            .fieldDamaged,
            "its \(field) has more than \(Limit.combiningMarks) combining marks in a row, which no "
                + "language has", "\(advice)")
    }
}

extension Account {
    /// Returns the record that a vault keeps after the account is removed.
    ///
    /// - Returns: nil if the account exists only in this vault; otherwise the account, marked as deleted.
    package func removed(at time: Date) -> Account? {
        guard syncedAt != nil else { return nil }
        var account = self
        account.isDeleted = true
        account.updatedAt = time
        return account
    }
}

extension UUID {
    /// A random UUID (version 4, RFC 9562). `UUID()` opens a device for each on Linux, which takes longer than to read
    /// an account.
    package static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        var halves = (generator.next(), generator.next())
        return withUnsafeMutableBytes(of: &halves) { bytes in
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
            return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
        }
    }
}

/// Issuer and name: how they are split, and how they are shown.
package enum AccountLabel {
    /// Trims both and removes the issuer from the start of the name.
    ///
    /// With issuer `Acme`, the name `Acme: alice` becomes `alice`. An empty field stays empty.
    package static func normalized(issuer: String, name: String) -> (issuer: String, name: String) {
        let issuer = issuer.trimmingWhitespace
        let name = name.trimmingWhitespace
        guard !issuer.isEmpty, name.utf8.starts(with: issuer.utf8) else { return (issuer, name) }
        let rest = name.utf8.dropFirst(issuer.utf8.count)
        guard rest.first == ASCII.colon else { return (issuer, name) }
        return (issuer, String(rest.dropFirst())?.trimmingWhitespace ?? name)
    }

    /// One line for people. Control characters are shown as `�`, so that a name cannot move the cursor or fake a line.
    package static func text(issuer: String, name: String) -> String {
        switch (issuer.isEmpty, name.isEmpty) {
        case (true, true): "(no name)"
        case (true, false): name.printable(limit: Limit.shownName)
        case (false, true): issuer.printable(limit: Limit.shownName)
        case (false, false): "\(issuer.printable(limit: Limit.shownName)): \(name.printable(limit: Limit.shownName))"
        }
    }

    /// The names of an entry; "" if it has none.
    package static func text(of label: (issuer: String, name: String)) -> String {
        let issuer = label.issuer.trimmingWhitespace, name = label.name.trimmingWhitespace
        return issuer.isEmpty && name.isEmpty ? "" : text(issuer: issuer, name: name)
    }
}
