import TOTPDomain

/// What a Stratum backup holds.
struct StratumBackup: Decodable {
    var authenticators: [Lenient<StratumAuthenticator>]
    var categories: Lenient<[Lenient<Category>]>?
    var memberships: Lenient<[Lenient<Membership>]>?

    enum CodingKeys: String, CodingKey {
        case authenticators = "Authenticators"
        case categories = "Categories"
        case memberships = "AuthenticatorCategories"
    }

    struct Category: Decodable, Sendable {
        var id: String
        var name: String

        enum CodingKeys: String, CodingKey {
            case id = "Id"
            case name = "Name"
        }
    }

    /// An account is named by its secret, as it is written there.
    struct Membership: Decodable, Sendable {
        var category: String
        var secret: String

        enum CodingKeys: String, CodingKey {
            case category = "CategoryId"
            case secret = "AuthenticatorSecret"
        }
    }

    func document(as format: FormatID) -> ImportedDocument {
        let categories = categoriesBySecret
        var document = ImportedDocument(format: format, entries: [])
        for (index, authenticator) in authenticators.enumerated() {
            let names = authenticator.value?.names ?? ("", "")
            document.append(at: EntryPosition(entry: index + 1), label: names) { () throws(EntryError) in
                guard let authenticator = authenticator.value else {
                    throw EntryError(.fieldDamaged, "the entry is not an object")
                }
                var draft = try authenticator.draft()
                draft.tags = categories[authenticator.secret.orEmpty] ?? []
                return draft
            }
        }
        return document
    }

    private var categoriesBySecret: [String: [String]] {
        let named = (categories.value() ?? []).compactMap(\.value).map { ($0.id, $0.name) }
        let names = Dictionary(named, uniquingKeysWith: { first, _ in first })
        var found: [String: [String]] = [:]
        for membership in (memberships.value() ?? []).compactMap(\.value) {
            if let name = names[membership.category] { found[membership.secret, default: []].append(name) }
        }
        return found
    }
}
