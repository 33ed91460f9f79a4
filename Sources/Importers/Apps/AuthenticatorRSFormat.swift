import AnythingFormats
import Encodings
import FormatEngine
import TOTPDomain

/// The export of Authenticator-rs (`Docs/formats/authenticator-rs.md`).
package struct AuthenticatorRSFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "authenticator-rs",
        app: "Authenticator-rs",
        file: "YAML",
        exportSteps: .menu("Menu › Export accounts")
    )

    /// All have SHA1, six digits and 30 seconds: the app has no others.
    private static let entry = EntryShape(name: "label", secret: "secret", kind: .always(.totp))
    private static let members = KnownNames(reading: entry, "entries", texts: "name url")

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
            (entry, group) throws(EntryError) in
            var account = try Self.entry.account(in: entry)
            account.issuer = .text(group)
            if account.secret.orEmpty.isBlank, account.secret != .damaged {
                account.problem = EntryError(
                    .secretMissing, "the entry has no secret, because the keyring did not give it",
                    "unlock the keyring, and export again")
            }
            return account
        }
        document.lookAtComments(of: request.content)
        return naming(unread: Self.members, in: text, document)
    }
}
