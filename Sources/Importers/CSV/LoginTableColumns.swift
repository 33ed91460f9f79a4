import Encodings
import TOTPDomain

/// What the columns of a table contain, by their names (``AccountPart``) or as users say.
///
/// Indices of columns; those of titles, user names and addresses in the order in which they count, others in that of
/// the table.
struct LoginTableColumns: Sendable {
    let header: [String]
    private let parts: [AccountPart: [Int]]
    /// One-time passwords, by a name that means nothing else.
    let keys: [Int]
    /// One-time passwords, if all their cells look like it; also beside passwords.
    let ambiguousKeys: [Int]
    let addresses, passwords, notes, tags, favorites: [Int]
    /// Columns that say whether a tool could decrypt the row.
    let statuses: [Int]
    /// Columns of one-time passwords that count.
    private let counterKeys: Set<Int>
    /// Whether it is the table that this program writes.
    let isOwn: Bool
    /// Whether the table has only one column of names, which contains issuer, name or both.
    let hasOneName: Bool

    init(_ header: [String]) {
        self.header = header
        let names = header.map(AccountPart.folded)
        func indices(_ sought: [String]) -> [Int] {
            sought.flatMap { name in names.indices.filter { names[$0] == name } }
        }
        var parts: [AccountPart: [Int]] = [:]
        for index in names.indices {
            if let part = AccountPart(named: names[index]) { parts[part, default: []].append(index) }
        }
        for (part, found) in parts where found.count > 1 {
            let order = part.names
            parts[part] = found.sorted {
                (order.firstIndex(of: names[$0]) ?? 0, $0) < (order.firstIndex(of: names[$1]) ?? 0, $1)
            }
        }
        self.parts = parts
        let keys = [AccountPart.key, .hexKey, .base64Key].flatMap { parts[$0] ?? [] }.sorted()
        self.keys = keys
        ambiguousKeys = names.indices.filter { Self.ambiguousKeyNames.contains(names[$0]) }
        let addresses = indices(Self.addressNames), passwords = indices(Self.passwordNames)
        self.addresses = addresses
        self.passwords = passwords
        notes = indices(Self.noteNames)
        tags = names.indices.filter { Self.tagNames.contains(names[$0]) }
        favorites = indices(Self.favoriteNames)
        statuses = names.indices.filter { names[$0] == "status" }
        counterKeys = Set(keys.filter { names[$0].hasPrefix("hotp") || names[$0].hasPrefix("hmacotp") })
        isOwn = names == LoginColumn.allCases.map { AccountPart.folded($0.rawValue) }
        personalTitles = Set((parts[.title] ?? []).filter { Self.personalTitleNames.contains(names[$0]) })
        let titles = parts[.title] ?? []
        hasOneName =
            titles.count + (parts[.account] ?? []).count == 1 && (parts[.issuer] ?? []).isEmpty
            && (parts[.user] ?? []).isEmpty && addresses.isEmpty && passwords.isEmpty
    }

    subscript(part: AccountPart) -> [Int] { parts[part] ?? [] }

    /// How a key is written, by the name of its column.
    func encoding(ofKeyAt index: Int) -> SecretEncoding {
        self[.hexKey].contains(index) ? .hex : self[.base64Key].contains(index) ? .base64 : .base32
    }

    /// Whether the name of a column of one-time passwords says that they count.
    func isCounterKey(_ index: Int) -> Bool { counterKeys.contains(index) }

    /// Whether there are other columns of logins or accounts.
    var hasLogin: Bool {
        !(self[.issuer] + self[.title] + self[.user] + self[.account] + addresses + passwords).isEmpty
    }

    /// Whether it is a table of logins, with or without one-time passwords.
    var isOfLogins: Bool { !passwords.isEmpty && !(self[.title] + self[.user] + addresses).isEmpty }

    /// How many columns have a known name.
    var knownCount: Int {
        Set(parts.values.joined()).union(ambiguousKeys).union(addresses).union(passwords).union(notes).union(tags).count
    }

    /// Columns that say something of an account, but are not read: parameters that another column has already, and
    /// possible secrets that are not known to be some.
    func unread(keys: some Sequence<Int>) -> [Int] {
        let keys = Set(keys)
        let second: [AccountPart] = [.kind, .algorithm, .digits, .period, .counter]
        let further = header.indices.filter { AccountPart.isFurtherKey(named: header[$0]) }
        return
            (second.flatMap { self[$0].dropFirst() } + self[.possibleKey].filter { !keys.contains($0) } + further)
            .sorted()
    }

    /// Columns of which nothing is known: neither what they say, nor that they say nothing of an account.
    var unknown: [Int] {
        let known = Set(
            parts.values.joined() + ambiguousKeys + addresses + passwords + notes + tags + favorites + statuses)
        return header.indices.filter { index in
            let name = AccountPart.folded(header[index])
            return !known.contains(index) && !Self.otherNames.contains(name)
                && !AccountPart.isFurtherKey(named: header[index])
        }
    }

    // MARK: - Names

    /// Titles that are the name of an account rather than that of a service, if there are both.
    private let personalTitles: Set<Int>

    /// The columns of the issuer, in the order in which they count.
    var issuers: [Int] {
        if !self[.issuer].isEmpty { return self[.issuer] }
        if self[.title].isEmpty { return addresses.isEmpty ? self[.account] : [] }
        guard self[.user].isEmpty, self[.account].isEmpty else { return self[.title] }
        let services = self[.title].filter { !personalTitles.contains($0) }
        return services.isEmpty ? self[.title] : services
    }

    /// The columns of the name, in the order in which they count, unless one is used for the issuer.
    var names: [Int] {
        let isSure = !self[.issuer].isEmpty
        let personal = self[.title].filter { personalTitles.contains($0) }
        let titles = personal + (isSure ? self[.title].filter { !personalTitles.contains($0) } : [])
        return self[.user] + self[.account] + titles
    }

    // MARK: - Names of columns

    private static func list(_ names: StaticString) -> [String] {
        "\(names)".split { $0 == " " || $0 == "\n" }.map(String.init)
    }

    // Whole names, never parts of them: "TOTP backup codes" and "2FA enabled" are something else.
    private static let ambiguousKeyNames = Set(
        list(
            """
            2fa mfa tfa twofactor twofa twofactorcode twofactorauthentication authenticator verificationcode securitycode
            authtoken
            """))
    private static let addressNames = list(
        "url loginuri loginurl website websiteaddress uri internetseite internetadresse loginurls")
    private static let passwordNames = list(
        """
        password loginpassword passwort pass passwd pwd passphrase kennwort motdepasse contrasena senha wachtwoord haslo \
        пароль 密码 パスワード
        """
    ).map(AccountPart.folded)
    /// Whether a name is that of a password.
    static func isPassword(_ name: String) -> Bool { passwordNames.contains(AccountPart.folded(name)) }

    private static let noteNames = list("note notes comment comments extra additionalinfo")
    private static let tagNames = Set(list("folder group grouping category tags vault"))
    /// Columns of password managers' own exports that say nothing of an account.
    private static let otherNames = Set(
        list(
            """
            id uuid guid index number no position order rank created createdat createtime creationtime creationdate \
            datecreated added modified modifiedat modifytime lastmodified lastmodifiedat updated updatedat changed \
            lastupdated lastused lastaccess lastaccessed expires expiry expirytime expirydate icon color reprompt archived \
            matchurl fields customfields customdata classification passwordhistory history attachments attachment \
            informationen organisationseinheit state hint
            """))
    private static let favoriteNames = list("favorite favourite fav")
    private static let personalTitleNames = Set(
        list("name displayname accountname nickname label nom nombre nome naam nazwa nazev название назва 名称 名字 名前")
            .map(AccountPart.folded))
}

/// The columns of the table of logins that this program writes (`csv`), in its order.
package enum LoginColumn: String, CaseIterable, Sendable {
    case title, username, otpauth, notes, tags, favorite
}

/// Issuer and name of a row, and the names that are left over.
struct LoginTableNames: Sendable {
    private(set) var issuer = ""
    private(set) var name = ""
    /// The address of the site, or what people wrote in its place, for a row without an issuer.
    private(set) var address = ""
    /// Names that are neither: `Account: Main`.
    private(set) var rest: [String] = []

    init(_ row: CSVTable.Row, _ columns: LoginTableColumns) {
        var used: Set<Int> = []
        func first(_ indices: [Int]) -> String {
            guard let index = indices.first(where: { !used.contains($0) && !row.cell($0).isBlank }) else { return "" }
            used.insert(index)
            return CSVWriter.restoringFormula(row.cell(index))
        }
        issuer = first(columns.issuers)
        name = first(columns.names)
        if columns.hasOneName {
            let names = OneName(issuer + name)
            (issuer, name) = (names.issuer, names.name)
        }
        // An issuer that is empty is one as well.
        if columns[.issuer].isEmpty, issuer.isBlank {
            address = first(columns.addresses.filter { !SecretEvidence.isLink(row.cell($0)) })
        }
        // A password manager's entry has many names, of which only two are the account's.
        let others =
            columns[.issuer] + columns[.account] + columns.addresses.filter { !SiteAddress.isAddress(row.cell($0)) }
            + (columns.passwords.isEmpty ? columns[.title] + columns[.user] : [])
        for index in others.sorted() where !used.contains(index) && !row.cell(index).isBlank {
            let text = CSVWriter.restoringFormula(row.cell(index)).trimmingWhitespace
            if text != issuer.trimmingWhitespace, text != name.trimmingWhitespace {
                rest.append("\(columns.header[index].trimmingWhitespace): \(text)")
            }
        }
    }
}
