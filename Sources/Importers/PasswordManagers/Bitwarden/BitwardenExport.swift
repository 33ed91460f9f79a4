import Encodings
import FormatEngine
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
