import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

extension BitwardenExport: LoginTarget {
    package func open(_ request: ImportRequest) throws(SourceError) -> any LoginFile { try BitwardenLogins(request) }

    package var stepsForMerged: String {
        "Bitwarden adds all items of a file, also those that it has, and no export of JSON has the attachments of items. "
            + "If no item has one, make a backup, purge the vault (web vault, Settings › My account), then import the "
            + "file with Tools › Import data, file format Bitwarden (json). If some have, do not purge, which deletes "
            + "their attachments: import the file, then delete one item of each pair, and where the older one has "
            + "attachments, copy the code into it and delete the new one."
    }
}

extension BitwardenLogins: LoginFile {
    package var isEncrypted: Bool { protection != nil }

    package func write(
        _ placements: [LoginPlacement], of format: ExportDescription, _ request: ExportRequest
    ) throws(ExportError) -> Export {
        var request = request
        request.items = placements.map(\.account)
        var selection = ExportSelection(request, for: format)
        let entries = selection.bitwardenEntries(hasServer: true, storesTags: false)
        var edits = JSONEdits()
        var folder: String?
        for (storable, entry) in zip(selection.accounts, entries) {
            if let login = placements[storable.index].login {
                edits.setCode(.string(entry.key), of: items[places[login]])
            } else {
                if folder == nil { folder = try self.folder(&edits, request.random) }
                let item = try BitwardenExport.item(entry, folder: folder, request.random)
                if let list = place("items") { edits.append(item, to: list) }
            }
        }
        let export = selection.export("bitwarden.json", try sealed(edits.applied(to: text), request.random))
        return export.adjusted(for: placements, of: format)
    }

    private func place(_ name: String) -> JSONValue? { root.writtenMembers.first { $0.isNamed(name) }?.value }

    /// The id of the folder for new items; nil in an organization's export, which has no folders.
    private func folder(
        _ edits: inout JSONEdits, _ random: any RandomSource
    ) throws(ExportError) -> String? {
        guard let folders = place("folders"), folders.kind == .array else { return nil }
        for folder in folders.writtenElements {
            let known = OrderedJSON(lenient: folder)
            if known?["name"] == .string(LoginPlacement.folder), case .string(let id)? = known?["id"] { return id }
        }
        let id = try random.identifier()
        edits.append(.object(["id": .string(id), "name": .string(LoginPlacement.folder)]), to: folders)
        return id
    }

    /// The file with another text, encrypted with the same passphrase and the same costs.
    private func sealed(_ text: [UInt8], _ random: any RandomSource) throws(ExportError) -> [UInt8] {
        guard let protection else { return text }
        let iv = try random.bytes(AESCBC.blockCount)
        return try ExportError.encryptingAgain { () throws(SourceError) in
            let data = try protection.encryption.seal(
                text, protection.passphrase, iv: iv, protection.limits.restarted)
            var edits = JSONEdits()
            if let old = try JSONFile(protection.file).value("data") { edits.replace(old, by: .string(data)) }
            return edits.applied(to: protection.file)
        }
    }

    // MARK: - Comparison

    package func change(in written: any LoginFile, changed: Set<Int>, added: Int) -> String? {
        guard let written = written as? BitwardenLogins else { return "it is another kind of file" }
        guard root.hasSameMembers(as: written.root, except: "items", "folders"), hasSameProtection(as: written) else {
            return "its outermost members would change"
        }
        if let folders = place("folders"), let new = written.place("folders"), folders.kind == .array {
            let more = new.writtenElements.count - folders.writtenElements.count
            guard 0...min(1, added) ~= more, folders.isStart(of: new, added: more) else {
                return "its folders would change"
            }
        }
        guard written.items.count == items.count + added else { return "it would have other items" }
        let changed = Set(changed.map { places[$0] })
        for (index, (old, new)) in zip(items, written.items).enumerated() {
            guard changed.contains(index) ? old.gotCode(in: new) : old.source == new.source else {
                return "its item \(index + 1) would change"
            }
        }
        return nil
    }

    private func hasSameProtection(as written: BitwardenLogins) -> Bool {
        switch (protection?.file, written.protection?.file) {
        case (nil, nil): true
        case (let old?, let new?):
            (try? JSONValue(checking: old).hasSameMembers(as: JSONValue(checking: new), except: "data")) ?? false
        default: false
        }
    }
}

/// Where the code of an item is.
private let loginMember = "login", codeMember = "totp"

extension JSONEdits {
    fileprivate mutating func setCode(_ key: OrderedJSON, of item: JSONValue) {
        guard let login = item.writtenMembers.first(where: { $0.isNamed(loginMember) })?.value else { return }
        if let code = login.writtenMembers.first(where: { $0.isNamed(codeMember) })?.value {
            replace(code, by: key)
        } else {
            append(codeMember, key, to: login)
        }
    }
}

extension JSONValue {
    /// Whether the only difference is that the item got a code.
    fileprivate func gotCode(in written: JSONValue) -> Bool {
        guard hasSameMembers(as: written, except: loginMember),
            let old = try? member(loginMember), let new = try? written.member(loginMember),
            old.hasSameMembers(as: new, except: codeMember)
        else { return false }
        let had = try? old.member(codeMember)?.kind, has = try? new.member(codeMember)?.kind
        // Before, the code was null or empty.
        return (had == nil || had == .string) && has == .string
    }
}

extension OrderedJSON {
    /// A part of a text that was checked.
    package init?(lenient place: JSONValue) {
        guard let value = try? OrderedJSON(parsing: place.source, repeatedNames: .lastWins) else { return nil }
        self = value
    }
}

/// The logins of a Bitwarden export, and where they are in its text.
package struct BitwardenLogins: Sendable {
    /// The export's JSON, decrypted.
    package let text: [UInt8]
    package let root: JSONValue
    /// All items, including other types than logins.
    package let items: [JSONValue]
    package let logins: [StoredLogin]
    /// For each login, its place in ``items``.
    package let places: [Int]
    package let document: ImportedDocument
    /// The accounts of items that are not in the trash.
    package let accounts: [Account]
    /// The outer file of a password-protected export.
    package let protection: Protection?

    package struct Protection: Sendable {
        package let file: [UInt8]
        package let passphrase: Passphrase
        package let encryption: BitwardenEncryption
        package let limits: ImportLimits
    }

    /// The type of an item that is a login.
    private static let loginType: Int64 = 1

    /// - Throws: ``SourceError``, as reading the file does, and `unrecognised` for a file that can be read, but not
    ///   changed.
    package init(_ request: ImportRequest) throws(SourceError) {
        let format = BitwardenFormat(), content = request.content
        guard content.jsonOutline != nil, format.recognizes(content) else {
            throw SourceError(.unrecognised, "not a JSON export of Bitwarden", "export it as .json")
        }
        let file = try BitwardenFile(content.text)
        if file.isPasswordProtected {
            let encryption = try BitwardenEncryption(file)
            text = try encryption.open(request.passphrase, request.limits)
            guard let passphrase = request.passphrase else { throw .passphraseRequired }
            protection = Protection(
                file: content.text, passphrase: passphrase, encryption: encryption, limits: request.limits)
            document = try format.readBitwardenItems(
                of: try BitwardenFile(text), in: text, request)
        } else {
            (text, protection) = (content.text, nil)
            document = try format.readBitwardenItems(of: file, in: text, request)
        }
        root = try JSONValue(text: text)
        items = try root.member("items")?.writtenElements ?? []
        var logins: [StoredLogin] = [], places: [Int] = [], kept: [JSONValue] = []
        for (index, item) in items.enumerated() where try item.member("deletedDate") == nil {
            kept.append(item)
            guard let login = try Self.login(item) else { continue }
            logins.append(login)
            places.append(index)
        }
        (self.logins, self.places) = (logins, places)
        if kept.count == items.count {
            accounts = document.accounts
        } else {
            let list =
                Array("{\"items\":[".utf8) + kept.map(\.source).joined(separator: [UInt8(ascii: ",")])
                + Array("]}".utf8)
            accounts = try format.readBitwardenItems(of: try BitwardenFile(list), in: list, request).accounts
        }
    }

    /// nil for a note or a card.
    private static func login(_ item: JSONValue) throws(SourceError) -> StoredLogin? {
        // Names that are in an object twice are refused here: two values would be possible.
        guard let type = try item.member("type"), type.wholeNumber == loginType,
            let login = try item.member("login"), login.kind == .object
        else { return nil }
        var entry = LoginEntry()
        entry.title = try item.member("name").name
        entry.userName = try login.member("username").name
        if let code = try login.member("totp") { entry.add(key: code) }
        // A pattern is not an address.
        var addresses: [String] = []
        for address in try login.member("uris").elements {
            let match = try address.member("match")?.wholeNumber
            if match != regularExpression { addresses.append(try address.member("uri").name) }
        }
        return StoredLogin(entry, addresses: addresses)
    }

    /// How an address of this kind is compared.
    private static let regularExpression: Int64 = 4
}
