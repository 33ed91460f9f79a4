import TOTPDomain

/// The keychain of an encrypted iPhone backup, with the accounts of apps that have no export
/// (`Docs/formats/ios-keychain.md`).
package struct KeychainDumpFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "ios-keychain",
            app: "Authenticator by Matt Rubin",
            file: "JSON, keychain dump",
            encryption: .never,
            exportSteps:
                .text(
                    "Make an encrypted backup in Finder or iTunes, then: irestore BACKUP dumpkeys keys.json. Delete "
                        + "keys.json after the import: it contains every password of the phone"),
            missingExport: .mattRubin
        )
    }

    private static let list = "General"

    /// Everything outside of the list belongs to other apps.
    private static let members = KnownMembers("gena type", opaque: "Internet Certs Keys")

    package func recognises(_ content: SourceContent) -> Bool {
        content.hasObject(inList: Self.list) { $0["svce"] != nil && $0["v_Data"] != nil }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let items = try JSONValue(text: request.content.text).list(Self.list).map { KeychainItem($0) }
        guard items.contains(where: { $0.skipReason == nil }) else {
            throw SourceError(
                .unrecognised,
                "the keychain has no account of a known app",
                .text(
                    "Google Authenticator, Microsoft Authenticator and Authy "
                        + "keep theirs out of backups, so move them in the app"))
        }
        let document = try ImportedDocument(
            format: description.id, records: JSONRecordCount.count([.member(Self.list)], in: request.content.text),
            accounts: items, request.limits)
        return naming(unread: Self.members, in: request.content.text, document)
    }
}
