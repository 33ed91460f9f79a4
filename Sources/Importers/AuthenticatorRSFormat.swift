import Encodings
import TOTPDomain

/// The export of Authenticator-rs (`Docs/formats/authenticator-rs.md`).
package struct AuthenticatorRSFormat: ImportFormat {
    package let description = FormatDescription(
        id: "authenticator-rs",
        app: "Authenticator-rs",
        file: "YAML",
        encryption: .never,
        exportSteps: .menu("Menu › Export accounts")
    )

    private static let members = KnownNames("entries secret", texts: "name url label")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let json = RecordText.json(of: content, having: "entries", "secret"),
            let root = try? JSONValue(text: json)
        else { return false }
        return GroupedRecords.areAll(
            in: root, ["name", "url", "entries"], list: "entries", ["label", "secret"], ["label", "secret"])
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = try RecordText.json(of: request.content) ?? request.content.text
        var document = try GroupedRecords.document(description.id, text, list: "entries", request.limits) {
            (entry, group) throws(EntryError) in try AuthenticatorRSAccount(entry, group)
        }
        document.lookAtComments(of: request.content)
        return naming(unread: Self.members, in: text, document)
    }
}

/// All have SHA1, six digits and 30 seconds: the app has no others.
private struct AuthenticatorRSAccount: ExportedAccount {
    let names: (issuer: String, name: String)
    private let secret: LenientText?

    init(_ entry: JSONObject, _ group: String) throws(EntryError) {
        names = (group, try (entry.value("label")).name)
        secret = try entry.value("secret")?.text
    }

    func draft() throws(EntryError) -> AccountDraft {
        guard let secret = try secret.checked("the secret"), !secret.isBlank else {
            throw EntryError(
                .secretMissing, "the entry has no secret, because the keyring did not give it",
                "unlock the keyring, and export again")
        }
        return try AccountDraft(base32: secret)
    }
}
