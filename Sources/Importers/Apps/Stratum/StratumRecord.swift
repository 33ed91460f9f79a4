import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// Accounts as Stratum stores them.
enum StratumRecord {
    /// A kind's number is its index; 0 is unused.
    private static let kinds: [OTPKind?] = [nil, .hotp, .totp, .motp, .steam, .yandex]
    /// The longest issuers, user names and names of categories that the app accepts, in UTF-16 units.
    private static let maximumIssuerCount = 32, maximumUsernameCount = 40
    static let maximumCategoryCount = 32
    /// The shortest secret of a Mobile-OTP account that the app accepts, in bytes.
    static let minimumMobileOTPCount = 8
    /// The fewest digits of a code that the app generates.
    static let fewestDigits = 6

    static let shape = EntryShape(
        issuer: "Issuer", name: "Username", secret: "Secret", kind: .numbered("Type", kinds), doubtsIssuerSteam: true,
        mobileOTPSecret: .hex, algorithm: "Algorithm", algorithms: .numbered, digits: "Digits",
        fewestDigits: fewestDigits, period: "Period", counter: "Counter", pin: "Pin")

    /// The backup's JSON.
    static func backup(_ items: [Account]) throws(ExportError) -> OrderedJSON {
        var categories = TagGroups(), accounts: [OrderedJSON] = [], memberships: [OrderedJSON] = []
        accounts.reserveCapacity(items.count)
        for (ranking, account) in items.enumerated() {
            let secret = secret(account)
            accounts.append(Self.account(account, secret, ranking))
            for name in self.categories(account) {
                let id = try categories.id(of: name) { () throws(ExportError) in try categoryID(name) }
                memberships.append(
                    .object([
                        "CategoryId": .string(id), "AuthenticatorSecret": .string(secret),
                        "Ranking": .integer(memberships.count),
                    ]))
            }
        }
        return .object([
            "Authenticators": .array(accounts),
            "Categories": .array(
                categories.all.enumerated().map { ranking, category in
                    .object([
                        "Id": .string(category.id), "Name": .string(category.name), "Ranking": .integer(ranking),
                    ])
                }),
            "AuthenticatorCategories": .array(memberships),
            "CustomIcons": .array([]),
        ])
    }

    private static func account(_ account: Account, _ secret: String, _ ranking: Int) -> OrderedJSON {
        let parameters = account.parameters, names = names(account)
        let kind = kinds.firstIndex(of: parameters.kind) ?? 0
        // The app ignores the algorithm of other kinds.
        let algorithm = parameters.kind.fixedParameters == nil ? parameters.algorithm : .sha1
        return .object([
            "Type": .integer(kind),
            "Icon": .null,
            "Issuer": .string(names.issuer),
            "Username": names.username.isEmpty ? .null : .string(names.username),
            "Secret": .string(secret),
            // If it is null, the app fails to generate codes.
            "Pin": account.needsPIN ? .string(account.pin?.text ?? "") : .null,
            "Algorithm": .integer(OTPAlgorithm.numbered.firstIndex(of: algorithm) ?? 0),
            "Digits": .integer(parameters.digits),
            // The app writes 30 for Mobile-OTP accounts of its own, and then shows a code for up to 30 seconds.
            "Period": .integer(parameters.period ?? 30),
            "Counter": .integer(parameters.counter ?? 0),
            "CopyCount": 0,
            "Ranking": .integer(ranking),
        ])
    }

    /// Base32; hexadecimal for Mobile-OTP accounts.
    static func secret(_ account: Account) -> String {
        account.parameters.kind == .motp ? Hex.encode(account.secret.bytes) : account.secret.base32
    }

    /// Issuer and user name, which are short; the issuer is never empty.
    static func names(_ account: Account) -> (issuer: String, username: String) {
        let username = account.name.shortened(toUTF16Count: maximumUsernameCount)
        let issuer = account.issuer.shortened(toUTF16Count: maximumIssuerCount)
        guard issuer.isEmpty else { return (issuer, username) }
        if username.isEmpty { return (account.label, "") }
        let name = account.name.shortened(toUTF16Count: maximumIssuerCount)
        // A name that is the issuer as a whole is not repeated.
        return (name, name == username ? "" : username)
    }

    /// The names of an account's categories.
    static func categories(_ account: Account) -> [String] {
        account.distinctTags.map { $0.shortened(toUTF16Count: maximumCategoryCount) }.distinct
    }

    /// The identifier that the app gives a category, so that a category with the same name is not added twice.
    private static func categoryID(_ name: String) throws(ExportError) -> String {
        Hex.encode(try ExportError.encrypting(Digest.sha1.hash(Array(name.utf8))).prefix(4))
    }
}

extension String {
    /// Cut to at most this many UTF-16 units, without spaces around it.
    fileprivate func shortened(toUTF16Count limit: Int) -> String {
        trimmingWhitespace.cut(to: limit, UTF16.self).trimmingWhitespace
    }
}

/// The content of a Stratum backup.
struct StratumBackup {
    let authenticators: JSONList
    /// The names of an account's categories by its secret, in the spelling of the file.
    private(set) var categoriesBySecret: [String: [String]] = [:]
    /// Members of categories that lead to nothing.
    let unread: UnreadNames

    /// - Throws: ``SourceError`` with `corrupt`.
    init(_ text: [UInt8]) throws(SourceError) {
        let file = try JSONFile(text)
        authenticators = try file.list("Authenticators")
        var names = TagNames(try file.value("Categories").elements.strings(under: "Name", by: "Id"))
        for membership in try file.value("AuthenticatorCategories").elements {
            let tags = names.tags([(try? membership["CategoryId"]).name], in: "CategoryId")
            categoriesBySecret[(try? membership["AuthenticatorSecret"]).name, default: []] += tags
        }
        var unread = names.unread
        if !categoriesBySecret.isEmpty {
            let secrets = Set(authenticators.lazy.map { (try? $0["Secret"]).name })
            let others = categoriesBySecret.keys.count { !secrets.contains($0) }
            if others > 0 { unread.add("AuthenticatorSecret", entries: others) }
        }
        self.unread = unread
    }
}
