import CryptoPrimitives
import Encodings
import TOTPDomain

/// The content of a Stratum backup.
package struct StratumBackup: Decodable {
    package var authenticators: JSONList<StratumAuthenticator>
    private var categories: Lenient<JSONList<Category>>?
    private var memberships: Lenient<JSONList<Membership>>?

    enum CodingKeys: String, CodingKey {
        case authenticators = "Authenticators"
        case categories = "Categories"
        case memberships = "AuthenticatorCategories"
    }

    private struct Category: Decodable, Sendable {
        var id: String
        var name: String

        enum CodingKeys: String, CodingKey {
            case id = "Id"
            case name = "Name"
        }
    }

    /// Identifies an account by its secret, in the spelling of the file.
    private struct Membership: Decodable, Sendable {
        var category: String
        var secret: String

        enum CodingKeys: String, CodingKey {
            case category = "CategoryId"
            case secret = "AuthenticatorSecret"
        }
    }

    /// The names of an account's categories by its secret, in the spelling of the file.
    package var categoriesBySecret: [String: [String]] {
        let named = (categories.value()?.compactMap(\.value) ?? []).map { ($0.id, $0.name) }
        let names = Dictionary(named, uniquingKeysWith: { first, _ in first })
        var found: [String: [String]] = [:]
        for membership in memberships.value()?.compactMap(\.value) ?? [] {
            if let name = names[membership.category] { found[membership.secret, default: []].append(name) }
        }
        return found
    }
}

extension StratumBackup {
    /// The longest names of categories that the app accepts, in UTF-16 units.
    package static let maximumCategoryCount = 32

    /// The identifier that the app gives a category, so that one with that name is not added twice.
    ///
    /// - Throws: ``ExportError`` with `cryptography-failed`.
    package static func categoryID(_ name: String) throws(ExportError) -> String {
        let hash = try ExportError.encrypting { () throws(CryptoError) in try Digest.sha1.hash(Array(name.utf8)) }
        return Hex.encode(hash.prefix(4))
    }
}
