import Encodings
import FormatEngine
import Links
import TOTPDomain

/// Bitwarden's vault export as JSON, plain or password-protected (`Docs/formats/bitwarden.md`).
package struct BitwardenExport: ExportFormat {
    package init() {}

    /// The features that Bitwarden stores, in JSON and in CSV.
    package static let capabilities = ExportCapabilities(
        kinds: [.totp: .init(), .steam: .steam], details: [.note, .tags, .favorite])

    package let description = ExportDescription(
        of: BitwardenFormat(),
        file: "JSON",
        protection: .optional,
        capabilities: Self.capabilities,
        importSteps: .menu("In the web vault Tools › Import data, file format Bitwarden (json).")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        let document = try Self.document(selection.bitwardenEntries(hasServer: true), request.random).utf8
        return try selection.export("bitwarden.json", document, for: request, BitwardenEncryption.seal)
    }

    private static func document(
        _ entries: [BitwardenEntry], _ random: any RandomSource
    ) throws(ExportError) -> OrderedJSON {
        var groups = TagGroups()
        let items = try entries.map { (entry) throws(ExportError) in
            let folder = try entry.folder.map { (tag) throws(ExportError) in
                try groups.id(of: tag, newID: random.identifier)
            }
            return try item(entry, folder: folder, random)
        }
        let folders = groups.all.map { OrderedJSON.object(["id": .string($0.id), "name": .string($0.name)]) }
        return .object(["encrypted": false, "folders": .array(folders), "items": .array(items)])
    }

    /// - Parameter folder: its id.
    static func item(
        _ entry: BitwardenEntry, folder: String?, _ random: any RandomSource
    ) throws(ExportError) -> OrderedJSON {
        .object([
            "id": .string(try random.identifier()),
            "organizationId": .null,
            "folderId": folder.map { .string($0) } ?? .null,
            "type": 1,
            "reprompt": 0,
            "name": .string(entry.name),
            "notes": .text(entry.account.note),
            "favorite": .bool(entry.account.isFavorite),
            "login": .object([
                "uris": .array([]),
                "username": .string(entry.username),
                "password": .null,
                "totp": .string(entry.key),
            ]),
            "collectionIds": .null,
        ])
    }
}

/// Bitwarden's vault export as CSV (`Docs/formats/bitwarden.md`).
///
/// Cells that a spreadsheet would take for formulas stay as they are: Bitwarden would show the apostrophe that prevents
/// it. The format `csv` is for spreadsheets.
package struct BitwardenCSVExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        id: "bitwarden-csv",
        group: .passwordManager,
        app: "Bitwarden",
        file: "CSV", fileExtension: "csv",
        protection: .none,
        capabilities: BitwardenExport.capabilities.adding([.lineBreaks("Bitwarden")]),
        importSteps: .menu("In the web vault Tools › Import data, file format Bitwarden (csv).")
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description, storing: PlainText.storable)
        let entries = selection.bitwardenEntries(hasServer: true)
        selection.recordLineBreaks()
        let table = selection.table(entries.map(\.key)) { BitwardenEntry(account: $1, key: $2).cell($0) }
        return selection.export("bitwarden.csv", table)
    }
}

extension BitwardenEntry {
    fileprivate func cell(_ column: BitwardenColumn) -> String {
        switch column {
        case .folder: folder ?? ""
        case .favorite: account.isFavorite ? "1" : ""
        case .type: "login"
        case .name: name
        case .notes: account.note ?? ""
        case .reprompt: "0"
        case .username: username
        case .key: key
        case .fields, .address, .password: ""
        }
    }
}

/// An account as Bitwarden and its authenticator store it.
struct BitwardenEntry {
    let account: Account
    /// The authenticator key: a link.
    let key: String

    /// Bitwarden requires a name, and itself writes this for an item without a name.
    static let noName = "--"

    var name: String { Self.name(account) }
    var username: String { account.name }
    /// Bitwarden's items are in one folder or in none.
    var folder: String? { account.distinctTags.first }

    fileprivate static func name(_ account: Account) -> String { account.title.isEmpty ? noName : account.title }

    /// The most bytes of a name, a user name or a key: Bitwarden's server accepts 1,000 characters, encrypted and in
    /// base64, and refuses a whole import for one longer value (its `CipherLoginModel`).
    private static let maximumCount = 687
    /// The most bytes of notes, of which the server accepts 10,000 characters.
    private static let maximumNoteCount = 7439

    /// A link; without the names, which the item also has, if it would be too long for Bitwarden or be misread.
    fileprivate static func key(_ account: Account) -> String {
        if account.parameters.kind == .steam { return "steam://\(account.secret.base32)" }
        let link = KeyURI.write(account)
        return account.hasSteamLink || link.utf8.count > maximumCount ? account.namelessLink : link
    }

    /// The first value that is longer than Bitwarden's server accepts, for people.
    fileprivate var longValue: String? {
        if name.utf8.count > Self.maximumCount || username.utf8.count > Self.maximumCount { return "the name" }
        if key.utf8.count > Self.maximumCount { return "the secret" }
        if (folder ?? "").utf8.count > Self.maximumCount { return "the tag" }
        if (account.note ?? "").utf8.count > Self.maximumNoteCount { return "the note" }
        return nil
    }
}

extension ExportSelection {
    /// - Parameters:
    ///   - hasServer: whether the app sends the accounts to Bitwarden's server, which has limits.
    ///   - storesTags: whether a tag becomes a folder.
    mutating func bitwardenEntries(hasServer: Bool, storesTags: Bool = true) -> [BitwardenEntry] {
        let keys = links(names: { (BitwardenEntry.name($0), $0.name) }, writing: { BitwardenEntry.key($0.account) })
        let entries = zip(accounts, keys).map { BitwardenEntry(account: $0.account, key: $1) }
        guard hasServer else { return entries }
        if storesTags {
            recordTags("one trimmed tag per account") { Array($0.distinctTags.prefix(1)) }
        } else {
            recordTags("new items in one folder, without tags") { _ in [] }
        }
        recordBlankNotes()
        for (storable, entry) in zip(accounts, entries) {
            guard let value = entry.longValue else { continue }
            lose(
                .unverified, of: storable.index,
                "\(value) may be too long for Bitwarden, which then refuses the whole file")
        }
        return entries
    }
}
