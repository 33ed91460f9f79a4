import Encodings
import TOTPDomain

/// The logins of a Credential Exchange document, and where they are in its text.
package struct CXFLogins: Sendable {
    package let text: [UInt8]
    package let root: JSONPlace
    /// The accounts whose items these are: the document itself, if it is one account.
    package let accounts: [JSONPlace]
    /// The items of all accounts.
    package let items: [JSONPlace]
    package let logins: [StoredLogin]
    /// For each login, its place in ``items``.
    package let places: [Int]
    package let document: ImportedDocument

    /// - Throws: ``SourceError``, as reading the file does.
    package init(_ request: ImportRequest) throws(SourceError) {
        let format = CXFFormat(), text = request.content.text
        guard format.recognizes(request.content) else {
            throw SourceError(.unrecognised, "not a document of the Credential Exchange Format", .exportAgain)
        }
        document = try format.read(request)
        self.text = text
        let places = try SourceError.readingPlaces { () throws(JSONError) in
            let root = try JSONPlace(text: text)
            let list = try root.member("accounts")
            let accounts = list.map { $0.kind == .null ? [root] : $0.elements } ?? [root]
            var items: [JSONPlace] = []
            for account in accounts { items += try account.member("items")?.elements ?? [] }
            return (root: root, accounts: accounts, items: items)
        }
        (root, accounts, items) = places
        guard !accounts.isEmpty else {
            throw SourceError(.corrupt, "the document has no account into which codes could go", .exportAgain)
        }
        var logins: [StoredLogin] = [], indices: [Int] = []
        for (index, item) in places.items.enumerated() {
            let credentials = try SourceError.readingPlaces { () throws(JSONError) in try item.member("credentials") }
            let types = try (credentials?.elements ?? []).map { (credential) throws(SourceError) in
                try JSONValue(credential).member("type").name
            }
            guard types.contains(CXFDocument.Credential.login.rawValue) else { continue }
            do throws(EntryError) {
                let value = JSONValue(item)
                let addresses = try CXFItem.addresses(of: value).map(\.name)
                logins.append(StoredLogin(try CXFItem.entry(value, [:]), addresses: addresses))
            } catch { throw SourceError.damaged(error.problem) }
            indices.append(index)
        }
        (self.logins, self.places) = (logins, indices)
    }
}
