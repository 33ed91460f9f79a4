import Encodings
import FormatEngine
import TOTPDomain

/// The logins of a Credential Exchange document, and where they are in its text.
package struct CXFLogins: Sendable {
    package let text: [UInt8]
    package let root: JSONValue
    /// The accounts whose items these are: the document itself, if it is one account.
    package let accounts: [JSONValue]
    /// The items of all accounts.
    package let items: [JSONValue]
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
        root = try JSONValue(text: text)
        accounts = try root.member("accounts").map(\.writtenElements) ?? [root]
        var items: [JSONValue] = []
        for account in accounts { items += try account.member("items")?.writtenElements ?? [] }
        self.items = items
        guard !accounts.isEmpty else {
            throw SourceError(.corrupt, "the document has no account into which codes could go", .exportAgain)
        }
        var logins: [StoredLogin] = [], indices: [Int] = []
        for (index, item) in items.enumerated() {
            let types = try item.member("credentials").elements.map { (credential) throws(SourceError) in
                try credential.member("type").name
            }
            guard types.contains(CXFDocument.Credential.login.rawValue) else { continue }
            do throws(EntryError) {
                let addresses = try CXFItem.addresses(of: item).map(\.name)
                logins.append(StoredLogin(try CXFItem.entry(item, [:]), addresses: addresses))
            } catch { throw SourceError.damaged(error.problem) }
            indices.append(index)
        }
        (self.logins, self.places) = (logins, indices)
    }
}
