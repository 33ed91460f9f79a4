import Encodings
import FormatEngine
import TOTPDomain

extension CXFExport: LoginTarget {
    package func open(_ request: ImportRequest) throws(SourceError) -> any LoginFile { try CXFLogins(request) }

    package var stepsForMerged: String {
        "Import the file where its logins are not yet: most apps add all items of a file, also those that they have."
    }
}

extension CXFLogins: LoginFile {
    package var isEncrypted: Bool { false }

    package func write(
        _ placements: [LoginPlacement], of format: ExportDescription, _ request: ExportRequest
    ) throws(ExportError) -> Export {
        var request = request
        request.items = placements.map(\.account)
        var selection = ExportSelection(request, for: format)
        CXFExport.recordLosses(&selection)
        var edits = JSONEdits()
        for storable in selection.accounts {
            if let login = placements[storable.index].login {
                if let list = items[places[login]].list(credentials) {
                    edits.append(CXFExport.credential(storable.account), to: list)
                }
            } else if let list = accounts.lazy.compactMap({ $0.list(itemList) }).first {
                edits.append(try CXFExport.item(storable.account, request.random), to: list)
            }
        }
        return selection.export("cxf.json", edits.applied(to: text)).adjusted(for: placements, of: format)
    }

    package func change(in written: any LoginFile, changed: Set<Int>, added: Int) -> String? {
        guard let written = written as? CXFLogins else { return "it is another kind of file" }
        let isOne = accounts.count == 1 && accounts[0].source == root.source
        guard isOne || root.hasSameMembers(as: written.root, except: "accounts"),
            accounts.count == written.accounts.count,
            zip(accounts, written.accounts).allSatisfy({ $0.hasSameMembers(as: $1, except: itemList) })
        else { return "its accounts would change" }
        let changed = Set(changed.map { places[$0] })
        var index = 0, more = added
        for (old, new) in zip(accounts, written.accounts) {
            let items = old.list(itemList)?.writtenElements ?? [],
                writtenItems = new.list(itemList)?.writtenElements ?? []
            // New items are in the first account that has a list.
            let isFirst = more > 0 && old.list(itemList) != nil
            guard writtenItems.count == items.count + (isFirst ? more : 0) else { return "it would have other items" }
            if isFirst { more = 0 }
            for (item, writtenItem) in zip(items, writtenItems) {
                defer { index += 1 }
                guard changed.contains(index) ? item.gotCredential(in: writtenItem) : item.source == writtenItem.source
                else { return "its item \(index + 1) would change" }
            }
        }
        return more == 0 ? nil : "it would have other items"
    }
}

private let itemList = "items", credentials = "credentials"

extension JSONValue {
    fileprivate func list(_ name: String) -> JSONValue? {
        writtenMembers.first { $0.isNamed(name) && $0.value.kind == .array }?.value
    }

    /// Whether an item differs only in one more credential.
    fileprivate func gotCredential(in written: JSONValue) -> Bool {
        guard let old = list(credentials), let new = written.list(credentials) else { return false }
        return hasSameMembers(as: written, except: credentials) && old.isStart(of: new, added: 1)
    }
}

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
