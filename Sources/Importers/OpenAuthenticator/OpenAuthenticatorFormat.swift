import Encodings
import TOTPDomain

/// Open Authenticator's backup, whose texts are encrypted one by one (`Docs/formats/open-authenticator.md`).
package struct OpenAuthenticatorFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "open-authenticator",
            app: "Open Authenticator",
            file: "JSON, encrypted, .bak",
            encryption: .always,
            exportSteps: .menu("Settings › Backup now, with a password; then Manage backups › share the newest one")
        )
    }

    private static let members = KnownMembers("secret label issuer algorithm digits period validity")

    package func recognises(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        return outline.members["passwordSignature"] == .string && outline.members["salt"] == .string
            && outline.members["totps"] == .array
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONValue(text: request.content.text)
        let entries = try file.list("totps")
        try request.limits.check(records: JSONRecordCount.count(["totps"], in: request.content.text))
        guard let salt = file["salt"]?.string.flatMap({ Base64.decode($0) }), !salt.isEmpty else {
            throw .incomplete("salt")
        }
        guard let signature = file["passwordSignature"]?.string.flatMap({ Base64.decode($0) }), !signature.isEmpty
        else { throw .incomplete("passwordSignature") }
        guard let passphrase = request.passphrase else { throw .passphraseRequired }
        var encryption = try OpenAuthenticatorEncryption(passphrase, salt: salt, signature: signature, request.limits)
        var document = ImportedDocument(
            format: description.id, records: JSONRecordCount.count(["totps"], in: request.content.text))
        for (index, entry) in entries.enumerated() {
            let account = entry.kind == .object ? try OpenAuthenticatorAccount(entry, &encryption) : nil
            document.add(account, at: EntryPosition(entry: index + 1))
        }
        return naming(unread: Self.members, in: request.content.text, document)
    }
}
