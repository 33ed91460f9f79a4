import TOTPDomain

/// LastPass Authenticator's JSON export, of Android and iOS (`Docs/formats/lastpass-authenticator.md`).
package struct LastPassAuthenticatorFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "lastpass-authenticator",
            app: "LastPass Authenticator",
            file: "JSON",
            encryption: .never,
            exportSteps: .menu("Settings › Transfer accounts › Export accounts to file")
        )
    }

    private static let members = KnownMembers(
        """
        accountID lmiUserId issuerName originalIssuerName userName originalUserName pushNotification secret timeStep \
        digits algorithm creationTimestamp isFavorite folderData folderId position
        """, opaque: "folders backupInfo")

    /// A file that is cut off may end before its `version`; the members around it are LastPass's own. Others have a
    /// version and a list of accounts, too, or folders.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        guard outline.members["accounts"] == .array else { return false }
        if outline.has("localDeviceId") { return true }
        guard outline.has("version") || outline.has("folders"),
            Self.members.areAll(ofRecordsAt: 3, inList: "accounts", in: content.text)
        else { return false }
        return !content.hasObject(inList: "accounts") { !$0.isEmpty }
            || content.hasObject(inList: "accounts") { $0["issuerName"] != nil || $0["userName"] != nil }
    }

    /// Android writes version 3 and iOS 1, and both mean the same.
    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try FormatVersion("LastPass Authenticator version", to: 3, at: ["version"], in: request.content.text)
            .reading(accountsAt: ["accounts"]) { () throws(SourceError) in try document(request) }
    }

    private func document(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONFile.decode(LastPassAuthenticatorFile.self, from: request.content.text)
        let folders = file.folderNames
        let document = try ImportedDocument(
            format: description.id, list: file.accounts, at: ["accounts"], in: request.content.text, request.limits
        ) { account, draft in
            draft.tags = account.folder.flatMap { folders[$0] }.map { [$0] } ?? []
        }
        return naming(unread: Self.members, in: request.content.text, document)
    }
}

extension LastPassAuthenticatorFile.Account: ExportedAccount {
    var names: (issuer: String, name: String) { (issuerName.orEmpty, userName.orEmpty) }

    func draft() throws(EntryError) -> AccountDraft {
        var draft = try AccountDraft(base32: try secret.checked("the secret"))
        try draft.take(algorithm: algorithm, digits: digits, period: timeStep)
        draft.isFavorite = isFavorite.value() ?? false
        return draft
    }
}

/// The parts of the file that are about accounts.
package struct LastPassAuthenticatorFile: Decodable {
    package var accounts: JSONList<Account>
    private var folders: Lenient<JSONList<Folder>>?

    private struct Folder: Decodable, Sendable {
        var id: LenientNumber?
        var name: String
    }

    package struct Account: Decodable, Sendable {
        package var issuerName: LenientText?
        package var userName: LenientText?
        /// Base32.
        package var secret: LenientText?
        /// Seconds.
        package var timeStep: LenientNumber?
        package var digits: LenientNumber?
        package var algorithm: LenientText?
        package var isFavorite: Lenient<Bool>?
        private var folderData: Lenient<FolderData>?

        private struct FolderData: Decodable, Sendable {
            var folderId: LenientNumber?
        }

        /// The number of the account's folder. An invalid one is nil, because a folder only becomes a tag.
        package var folder: Int64? { (folderData.value()?.folderId).whole }
    }

    /// Names of folders by their numbers, without folder 0, which means “none”.
    package var folderNames: [Int64: String] {
        var names: [Int64: String] = [:]
        for folder in folders.value()?.compactMap(\.value) ?? [] {
            guard let id = folder.id.whole, id != 0 else { continue }
            names[id] = names[id] ?? folder.name
        }
        return names
    }
}
