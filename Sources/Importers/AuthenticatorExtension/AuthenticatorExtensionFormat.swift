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

    private static let memberNames: StaticString = """
        account issuer secret type index encrypted hash counter period digits algorithm pinned dataType keyId data enc \
        id salt version
        """
    /// The outermost names are identifiers.
    private static let members = KnownMembers(memberNames, opaque: "UserSettings LocalStorage", from: 2)
    /// Of an account that was encrypted as a whole.
    private static let accountMembers = KnownMembers(memberNames)

    package func recognises(_ content: SourceContent) -> Bool {
        guard content.jsonOutline?.shape == .object else { return false }
        switch AuthenticatorExtensionSearch.evidence(in: content.text) {
        case .none: return false
        case .own: return true
        case .usual: return Self.members.areAll(ofRecordsAt: 2, in: content.text)
        }
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
        let accounts = entries.map(decryption.account)
        let document = try ImportedDocument(
            format: description.id, records: entries.count, accounts: accounts, request.limits)
        var unread = Self.members.unread(in: request.content.text)
        for account in accounts {
            unread += Self.accountMembers.unread(in: account.decrypted).filter { !unread.contains($0) }
        }
        return naming(unread: unread, document)
    }
}
