import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// The content of a Stratum backup.
package struct StratumBackup {
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

extension StratumBackup {
    /// The longest names of categories that the app accepts, in UTF-16 units.
    package static let maximumCategoryCount = 32

    /// The identifier that the app gives a category, so that a category with the same name is not added twice.
    ///
    /// - Throws: ``ExportError`` with `cryptography-failed`.
    package static func categoryID(_ name: String) throws(ExportError) -> String {
        Hex.encode(try ExportError.encrypting(Digest.sha1.hash(Array(name.utf8))).prefix(4))
    }
}
