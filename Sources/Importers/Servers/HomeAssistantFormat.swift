import Encodings
import FormatEngine
import TOTPDomain

/// The secrets of Home Assistant's own two-factor logins (`Docs/formats/home-assistant.md`).
package struct HomeAssistantFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "home-assistant",
        group: .file,
        app: "Home Assistant",
        file: "JSON, auth_module.totp",
        exportSteps: .text(
            "Copy .storage/auth_module.totp, and .storage/auth for the names, from the configuration folder or a "
                + "full backup"),
        keepsake: .ownData("the file by which Home Assistant checks logins")
    )

    private static let key = "auth_module.totp"
    /// The names of the users' members are their ids.
    private static let members = KnownNames("version minor_version key data", opaque: "users")

    package func recognizes(_ content: SourceContent) -> Bool {
        content.jsonOutline?.shape == .object && content.text(ofMember: "key") == Self.key
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONValue(text: request.content.text)
        let list = try file.object("data").object("users"), users = PlantedLoss.applied(to: list.members)
        let names = try Self.names(request.siblings)
        let document = try ImportedDocument(
            format: description.id, records: JSONRecordCount.members(in: list.scanner),
            accounts: users.map { id, secret in
                ShapedAccount(issuer: "Home Assistant", name: names[id] ?? id, secret: secret.text)
            }, request.limits)
        return naming(unread: Self.members, in: request.content.text, document)
    }

    /// The names of users by their ids, from the file next to it. They are only names, so a damaged file is ignored.
    private static func names(_ siblings: SiblingFiles) throws(SourceError) -> [String: String] {
        guard let bytes = try siblings.file("auth") else { return [:] }
        let text = SourceContent(bytes).text
        guard let users = try? JSONValue(text: text).object("data").list("users") else { return [:] }
        return users.strings(under: "name", by: "id").filter { !$0.key.isEmpty && !$0.value.isBlank }
    }
}
