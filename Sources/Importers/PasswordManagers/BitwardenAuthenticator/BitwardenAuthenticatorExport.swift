import Encodings
import FormatEngine
import TOTPDomain

/// The export of Bitwarden's stand-alone authenticator app (`Docs/formats/bitwarden-authenticator.md`).
package struct BitwardenAuthenticatorExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: BitwardenAuthenticatorFormat(),
        file: "JSON",
        protection: .none,
        capabilities: ExportCapabilities(kinds: [.totp: .init(), .steam: .steam], details: [.favorite]),
        importSteps: .menu("Settings › Import, file format Bitwarden (.json).")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        let items = try selection.bitwardenEntries(hasServer: false).map { (entry) throws(ExportError) in
            OrderedJSON.object([
                "id": .string(try request.random.identifier()),
                "name": .string(entry.name),
                "folderId": .null,
                "organizationId": .null,
                "collectionIds": .null,
                "notes": .null,
                "type": 1,
                "login": .object(["totp": .string(entry.key), "username": .string(entry.username)]),
                "favorite": .bool(entry.account.isFavorite),
            ])
        }
        let document = OrderedJSON.object(["encrypted": false, "items": .array(items)])
        return selection.export("bitwarden-authenticator.json", document.utf8)
    }
}
