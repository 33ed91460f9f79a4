import Encodings
import FormatEngine
import TOTPDomain

/// The names of a guessed record (columns of a table, members of a JSON list, names in blocks), and what they mean: by
/// the words of ``AccountPart`` and of this type, or as users say.
///
/// Indices of columns; titles, user names and addresses are in the order in which they count, others in the order of
/// the file.
package struct GuessedColumns: Sendable {
    let header: [String]
    private let folded: [String]
    private let parts: [AccountPart: [Int]]
    private let entryParts: [EntryPart: [Int]]
    /// The columns of one-time passwords, by names that mean nothing else.
    let keys: [Int]
    /// The columns that the user names.
    let chosen: [TableColumns.Role: Int]
    private let ignored: Set<Int>
    /// Whether this program writes such a table.
    let isOwn: Bool
    /// Whether a column has keys of another kind: of clients, of clouds, of cryptography.
    let isForeign: Bool
    /// Whether records only have some of the columns: an empty cell is a missing column.
    private let isSparse: Bool

    package init(
        _ header: [String], chosen: [TableColumns.Role: Int] = [:], ignored: Set<Int> = [], isSparse: Bool = false
    ) {
        self.header = header
        self.isSparse = isSparse
        self.chosen = chosen
        self.ignored = ignored
        var names = header.map(AccountPart.heading)
        isOwn = names == LoginColumn.allCases.map { AccountPart.folded($0.rawValue) } && chosen.isEmpty
        for index in ignored { names[index] = "" }
        for (role, index) in chosen { names[index] = Self.name(of: role, for: names[index]) }
        folded = names
        var parts: [AccountPart: [Int]] = [:], entryParts: [EntryPart: [(rank: Int, index: Int)]] = [:]
        for (index, name) in names.enumerated() where !name.isEmpty {
            if let part = AccountPart(folded: name) { parts[part, default: []].append(index) }
            if let (part, rank) = EntryPart.ranks[name] { entryParts[part, default: []].append((rank, index)) }
        }
        let own = Set(chosen.values)
        for (part, found) in parts where found.count > 1 {
            let chosen = found.filter(own.contains)
            // Another column with the same parameter would contradict what the user says.
            if !chosen.isEmpty, part.isParameter {
                parts[part] = chosen
                continue
            }
            let order = part.names
            func rank(_ index: Int) -> Int { own.contains(index) ? -1 : order.firstIndex(of: names[index]) ?? 0 }
            parts[part] = found.sorted { (rank($0), $0) < (rank($1), $1) }
        }
        let chosenKeys = [TableColumns.Role.secret, .otpauth].compactMap { chosen[$0] }
        if !chosenKeys.isEmpty {
            for part in parts.keys where part.isKey { parts[part] = parts[part]?.filter(chosenKeys.contains) }
            entryParts[.ambiguousKey] = nil
        }
        self.entryParts = entryParts.mapValues { $0.sorted { $0 < $1 }.map(\.index) }
        // Beside passwords, a length is the length of the password.
        if entryParts[.password] != nil { parts[.digits]?.removeAll { names[$0] == "length" && !own.contains($0) } }
        self.parts = parts
        keys = [AccountPart.key, .hexKey, .base64Key].flatMap { parts[$0] ?? [] }.sorted()
        isForeign = names.contains(where: AccountPart.foreignKeyNames.contains)
    }

    package subscript(part: AccountPart) -> [Int] { parts[part] ?? [] }
    subscript(part: EntryPart) -> [Int] { entryParts[part] ?? [] }

    /// The columns of names of accounts and services.
    package var ofNames: [Int] { self[.issuer] + self[.title] + self[.user] + self[.account] }

    /// How a key is written, by the name of its column; nil if that does not say it.
    func encoding(ofKeyAt index: Int) -> SecretEncoding? {
        switch AccountPart(folded: folded[index]) {
        case .hexKey: .hex
        case .base64Key: .base64
        default: folded[index].contains("base32") || folded[index].contains("b32") ? .base32 : nil
        }
    }

    /// Whether the name of a column of one-time passwords says that they count.
    func isCounterKey(_ index: Int) -> Bool { folded[index].hasPrefix("hotp") || folded[index].hasPrefix("hmacotp") }

    /// Whether a column is called `secret` beside columns that accounts of one-time codes have.
    func isSecretOfAccount(_ index: Int) -> Bool {
        isSecretOfIssuer(index)
            || isSecret(index) && !(self[.algorithm] + self[.digits] + self[.period] + self[.counter]).isEmpty
    }

    /// Whether a column is called `secret` beside a column that only accounts of one-time codes have.
    func isSecretOfIssuer(_ index: Int) -> Bool {
        isSecret(index)
            && (self[.issuer].contains { Self.issuerNames.contains(folded[$0]) }
                || self[.kind].contains { folded[$0] != "type" && folded[$0] != "kind" })
    }

    /// Whether a column is called `secret`: then some cells that certainly are secrets are enough.
    func isSecret(_ index: Int) -> Bool { folded[index] == Self.secret }

    private static let secret = "secret"
    private static let issuerNames: Set<String> = ["issuer", "issuername", "otpissuer", "totpissuer"]
    /// Names of issuers that may be the organization of the entry's owner.
    private static let organizationNames: Set<String> = ["company", "organization", "organisation"]

    /// Whether there are other columns of logins or accounts.
    var hasLogin: Bool { !(ofNames + self[.address] + self[.password]).isEmpty }

    /// Whether it is a table of logins, with or without one-time passwords.
    var isOfLogins: Bool { !self[.password].isEmpty && !(self[.title] + self[.user] + self[.address]).isEmpty }

    /// How many columns have a known name.
    var knownCount: Int { known.count }

    private var known: Set<Int> {
        Set(parts.values.joined()).union(entryParts.values.joined()).union(chosen.values)
    }

    /// The columns that are not read.
    ///
    /// - Parameter keys: the columns of one-time passwords.
    func unread(keys: some Sequence<Int>) -> [Int] {
        let read = known.subtracting(self[.possibleKey] + self[.ambiguousKey]).union(ignored).union(keys)
        return header.indices.filter { !read.contains($0) }
    }

    /// Whether the name of a column says nothing of an account.
    func isHarmless(_ index: Int) -> Bool { Self.otherNames.contains(folded[index]) }

    /// Whether a member of an entry has such a name, and an account has not: `url`, `note`, `tags`.
    static func isOfEntry(_ name: String) -> Bool {
        let part = EntryPart(folded: AccountPart.folded(name))
        return part != nil && part != .ambiguousKey && part != .status || Keepsake.named(name) != nil
    }

    static func isHarmless(_ name: String) -> Bool { otherNames.contains(AccountPart.folded(name)) }

    /// Whether a column never changes the codes: then its values cannot refuse the file.
    func isOther(_ index: Int) -> Bool {
        let name = folded[index]
        if name.isEmpty { return !isNameless(index) }
        let isOtherTime = !Self.offsetWords.contains { name.contains($0) }
        return Self.otherNames.contains(name) || isOtherTime && Self.otherWords.contains { name.contains($0) }
            || Keepsake.named(header[index]) != nil || AccountPart(folded: name) != nil
    }

    /// Whether nothing says what a column has.
    func isNameless(_ index: Int) -> Bool { folded[index].isEmpty && header[index].trimmingWhitespace != "#" }

    /// Whether the table has no header.
    var isHeaderless: Bool { header.allSatisfy(\.isEmpty) }

    /// A name that means the role and nothing else.
    private static func name(of role: TableColumns.Role, for name: String) -> String {
        switch role {
        case .name: "username"
        case .secret: AccountPart(folded: name) == .hexKey || AccountPart(folded: name) == .base64Key ? name : "otp"
        case .issuer, .otpauth, .type, .algorithm, .digits, .period, .counter: role.rawValue
        }
    }

    // MARK: - Names

    /// Whether a name is a title that names a service rather than an account.
    ///
    /// - Parameter folded: a name.
    static func isService(_ folded: String) -> Bool {
        AccountPart(folded: folded) == .title && !personalTitleNames.contains(folded) && folded != "title"
    }

    /// Whether a title names an account rather than a service, if there are both.
    func isPersonal(_ index: Int) -> Bool { Self.personalTitleNames.contains(folded[index]) }

    /// The columns of a part that a record has.
    func columns(_ part: AccountPart, of row: CSVTable.Row) -> [Int] {
        isSparse ? self[part].filter { !row.cell($0).isBlank } : self[part]
    }

    /// The columns of the issuer, and those of the name, in the order in which they count. Some are in both.
    func names(of row: CSVTable.Row) -> (issuers: [Int], names: [Int]) {
        let issuers = columns(.issuer, of: row), titles = columns(.title, of: row)
        let users = columns(.user, of: row), accounts = columns(.account, of: row)
        let services = titles.filter { !isPersonal($0) }, personal = titles.filter(isPersonal)
        // A user who is a number, as in a database, is the name only without another name.
        func isNumber(_ index: Int) -> Bool {
            folded[index] == "userid" && Int64(row.cell(index).trimmingWhitespace) != nil
        }
        let own = users + accounts + personal
        let names = own.filter { !isNumber($0) } + own.filter(isNumber) + (issuers.isEmpty ? [] : services)
        if !issuers.isEmpty {
            // Beside a user name, there is room for one name, and many entries have the same organization.
            let isOfOrganization = issuers.allSatisfy { Self.organizationNames.contains(folded[$0]) }
            let hasName = (self[.user] + self[.account]).contains { !row.cell($0).isBlank }
            return (isOfOrganization && hasName ? services + titles + issuers : issuers, names)
        }
        if titles.isEmpty {
            let hasAddress = self[.address].contains { !isSparse || !row.cell($0).isBlank }
            return (hasAddress || self[.user].contains(where: isNumber) ? [] : accounts, names)
        }
        guard users.isEmpty, accounts.isEmpty else { return (services + personal, names) }
        return (services.isEmpty ? titles : services, names)
    }

    // MARK: - Names of columns

    /// Names that say nothing of an account: in exports of password managers, and in what scripts write.
    private static let otherNames = Set(
        AccountPart.foldedNames(
            """
            id uuid guid index idx number no nr position order pos rank sort sortorder created createdat createtime
            creationtime creationdate datecreated added addedat modified modifiedat modifytime lastmodified lastmodifiedat
            updated updatedat changed lastupdated lastused lastusedat lastaccess lastaccessed expires expiry expirytime
            expirydate date time timestamp icon iconname iconurl image imageurl logo color colour reprompt archived matchurl
            fields customfields customdata classification passwordhistory history attachments attachment informationen
            organisationseinheit state hint version pinned deleted enabled active usecount usagecount object folderid
            organizationid collectionids uris
            """))
    /// Parts of names of columns that never change the codes.
    private static let otherWords = [
        "backup", "recover", "scratch", "password", "passwort", "url", "uri", "website", "icon", "date", "time",
        "position",
    ]
    /// Words for times that change the codes.
    private static let offsetWords = ["skew", "offset", "drift", "starttime", "timeout", "lifetime"]
    private static let personalTitleNames = Set(
        AccountPart.foldedNames(
            "name displayname accountname nickname label nom nombre nome naam nazwa nazev название назва 名称 名字 名前"))
}

// MARK: - What the user says

extension GuessedColumns {
    /// - Parameter choice: what the user says; names that the file does not have do not count.
    /// - Returns: nil if one of them is missing, or named twice, and all must be there.
    package init?(_ header: [String], _ choice: TableColumns?, needsAll: Bool = true, isSparse: Bool = false) {
        var roles: [TableColumns.Role: Int] = [:], ignored: Set<Int> = []
        for choice in choice?.columns ?? [] {
            let found: [Int] =
                switch choice.column {
                case .number(let number): number <= header.count ? [number - 1] : []
                case .name(let name): Self.indices(of: name, in: header)
                }
            guard let index = found.first else {
                if needsAll { return nil }
                continue
            }
            guard let role = choice.role else {
                ignored.formUnion(found)
                continue
            }
            guard !roles.values.contains(index) else { return nil }
            roles[role] = index
        }
        guard ignored.isDisjoint(with: roles.values) else { return nil }
        self.init(header, chosen: roles, ignored: ignored, isSparse: isSparse)
    }

    /// Columns of a name as the user writes it: exactly, or in what matters.
    private static func indices(of name: String, in header: [String]) -> [Int] {
        let exact = header.indices.filter { header[$0].trimmingWhitespace == name }
        if !exact.isEmpty { return exact }
        let folded = AccountPart.folded(name)
        return folded.isEmpty ? [] : header.indices.filter { AccountPart.folded(header[$0]) == folded }
    }

    /// The error for a choice of columns that are not all there.
    ///
    /// - Parameters:
    ///   - file: for people: `the table`.
    ///   - noun: what the header has, in plural: `columns`.
    package static func missing(in header: [String], of file: String, _ noun: String) -> SourceError {
        let names = header.map { "\"\($0.trimmingWhitespace.printable(limit: 30))\"" }.prefix(20)
        return SourceError(
            .unrecognised,
            "\(file) has not all of the \(noun) that --columns names; its \(noun) are "
                + names.joined(separator: ", ") + (header.count > 20 ? ", …" : ""))
    }
}

/// The columns of the table of logins that this program writes (`csv`), in its order.
package enum LoginColumn: String, CaseIterable, Sendable {
    case title, username, otpauth, notes, tags, favorite
}
