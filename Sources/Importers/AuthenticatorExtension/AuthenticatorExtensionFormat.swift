import AppFormats
import Encodings
import TOTPDomain

/// The backup of the browser extension Authenticator, plain or encrypted (`Docs/formats/authenticator-extension.md`).
package struct AuthenticatorExtensionFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "authenticator-extension",
            app: "Authenticator (browser extension)",
            file: "JSON",
            encryption: .optional,
            exportSteps:
                "Gear icon › Backup › Download Backup File, or Download Password-Protected Backup; authenticator.json, if it "
                + "offers both"
        )
    }

    package func recognises(_ content: SourceContent) -> Bool {
        guard content.jsonOutline?.shape == .object else { return false }
        return AuthenticatorExtensionSearch.finds(in: content.text)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let members = try JSONValue(text: request.content.text).members
        let entries = members.compactMap { AuthenticatorExtensionEntry(named: $0.name, $0.value) }.sorted()
        try request.limits.check(records: entries.count)
        var decryption = AuthenticatorExtensionDecryption(members)
        if entries.contains(where: decryption.isLocked) {
            guard let passphrase = request.passphrase else { throw .passphraseRequired }
            try decryption.unlock(for: entries, passphrase, request.limits)
        }
        return try ImportedDocument(
            format: description.id, records: entries.count, accounts: entries.map(decryption.account), request.limits)
    }
}
