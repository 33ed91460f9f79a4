import AppFormats
import Encodings
import TOTPDomain

/// Accounts as Stratum stores them.
enum StratumRecord {
    /// The backup's JSON.
    static func backup(_ items: [TOTPItem]) throws(ExportError) -> OrderedJSON {
        var categories = TagGroups(), accounts: [OrderedJSON] = [], memberships: [OrderedJSON] = []
        accounts.reserveCapacity(items.count)
        for (ranking, item) in items.enumerated() {
            let secret = secret(item)
            accounts.append(account(item, secret, ranking))
            for name in self.categories(item) {
                let id = try categories.id(of: name) { () throws(ExportError) in try StratumBackup.categoryID(name) }
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

    private static func account(_ item: TOTPItem, _ secret: String, _ ranking: Int) -> OrderedJSON {
        let parameters = item.parameters, names = names(item)
        let kind = StratumAuthenticator.kinds.firstIndex(of: parameters.kind) ?? 0
        // Of other kinds, the app ignores it.
        let algorithm = parameters.kind.fixedParameters == nil ? parameters.algorithm : .sha1
        return .object([
            "Type": .integer(kind),
            "Icon": .null,
            "Issuer": .string(names.issuer),
            "Username": names.username.isEmpty ? .null : .string(names.username),
            "Secret": .string(secret),
            // If it is null, the app fails to generate codes.
            "Pin": item.needsPIN ? .string(item.pin?.text ?? "") : .null,
            "Algorithm": .integer(StratumAuthenticator.algorithms.firstIndex(of: algorithm) ?? 0),
            "Digits": .integer(parameters.digits),
            // The app writes 30 for Mobile-OTP accounts of its own, and then shows a code for up to 30 seconds.
            "Period": .integer(parameters.period ?? 30),
            "Counter": .integer(parameters.counter ?? 0),
            "CopyCount": 0,
            "Ranking": .integer(ranking),
        ])
    }

    /// Base32; of Mobile-OTP accounts hexadecimal.
    static func secret(_ item: TOTPItem) -> String {
        item.parameters.kind == .motp ? Hex.encode(item.secret.bytes) : item.secret.base32
    }

    /// Issuer and user name, which are short; the issuer is never empty.
    static func names(_ item: TOTPItem) -> (issuer: String, username: String) {
        let username = item.name.prefix(utf16Count: StratumAuthenticator.maximumUsernameCount)
        let issuer = item.issuer.isBlank ? item.name : item.issuer
        if issuer.isBlank { return (item.label, "") }
        let shortIssuer = issuer.prefix(utf16Count: StratumAuthenticator.maximumIssuerCount)
        // A name that is the issuer as a whole is not repeated.
        return (shortIssuer, item.issuer.isBlank && shortIssuer == item.name ? "" : username)
    }

    /// The names of an account's categories.
    static func categories(_ item: TOTPItem) -> [String] {
        var known: Set<String> = []
        return item.distinctTags.map { $0.prefix(utf16Count: StratumBackup.maximumCategoryCount) }
            .filter { !$0.isEmpty && known.insert($0).inserted }
    }
}

extension String {
    /// The whole characters at the start that have at most that many UTF-16 units together, without space at the end.
    fileprivate func prefix(utf16Count limit: Int) -> String {
        guard utf16.count > limit else { return self }
        var rest = limit
        let characters = prefix { character in
            rest -= character.utf16.count
            return rest >= 0
        }
        return String(characters).trimmingWhitespace
    }
}
