import TOTPDomain

/// Stratum's backups (formerly Authenticator Pro): JSON, plain or encrypted, and HTML (`Docs/formats/stratum.md`).
package struct StratumFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "stratum",
            app: "Stratum (Authenticator Pro)",
            file: "JSON, encrypted binary, HTML, or SQLite",
            encryption: .optional,
            exportSteps:
                .menu(
                    "Main menu › Back up › Back up to encrypted file (plain where its password is empty), or to HTML file; on a "
                        + "rooted phone the database itself")
        )
    }

    private static let members = KnownMembers(
        """
        Type Icon Issuer Username Secret Pin Algorithm Digits Period Counter CopyCount Ranking
        """, opaque: "Categories AuthenticatorCategories CustomIcons IconPacks")

    package func recognises(_ content: SourceContent) -> Bool {
        if content.kind == .sqlite { return StratumDatabase.matches(content) }
        guard content.kind == .text || content.kind == .binary else { return false }
        if StratumEncryption.hasSignature(content.bytes) || StratumPage.matches(content) { return true }
        guard let outline = content.jsonOutline, outline.shape == .object, outline.has("Authenticators") else {
            return false
        }
        return outline.has("Categories") || outline.has("AuthenticatorCategories")
            || Self.members.areAll(ofRecordsAt: 3, inList: "Authenticators", in: content.text)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let content = request.content
        if content.kind == .sqlite { return try StratumDatabase.read(request, as: description.id) }
        if content.isMarkup { return try StratumPage.read(request, as: description.id) }
        let text = try StratumEncryption(content.bytes)?.open(request.passphrase, request.limits) ?? content.text
        let backup = try JSONFile.decode(StratumBackup.self, from: text)
        let categories = backup.categoriesBySecret
        let document = try ImportedDocument(
            format: description.id, list: backup.authenticators, at: ["Authenticators"], in: text, request.limits
        ) { account, draft in
            draft.tags = categories[account.secret.orEmpty] ?? []
        }
        return naming(unread: Self.members, in: text, document)
    }
}
