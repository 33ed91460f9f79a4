import Encodings
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

    private static let account = EntryShape(
        issuer: "issuerName", name: "userName", secret: "secret", kind: .always(.totp), algorithm: "algorithm",
        digits: "digits", period: "timeStep", favorite: "isFavorite")

    /// The original names come from the scanned code; the user chose the others.
    private static let members = KnownMembers(
        reading: account,
        """
        version accounts folders id name isOpened localDeviceId deviceId deviceSecret deviceName accountID lmiUserId \
        originalIssuerName originalUserName pushNotification creationTimestamp folderData folderId position
        """, opaque: "backupInfo", list: "accounts")

    /// A file that is cut off may end before its `version`; the members around it are LastPass's own. Others have a
    /// version and a list of accounts, too, or folders.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        if outline.has("localDeviceId") { return true }
        guard outline.members["accounts"] == .array else { return false }
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
        let file = try JSONFile(request.content.text)
        let folders = Self.folderNames(try file.value("folders").elements)
        let document = try ImportedDocument(
            format: description.id, list: file.list("accounts"), of: Self.account, at: ["accounts"],
            in: request.content.text, request.limits
        ) { (account, draft) throws(EntryError) in
            // An invalid number is nil, because a folder only becomes a tag.
            let folder = try account.object("folderData")?.number("folderId").whole
            draft.tags = folder.flatMap { folders[$0] }.map { [$0] } ?? []
        }
        return naming(unread: Self.members, in: request.content.text, document)
    }

    /// Names of folders by their numbers, without folder 0, which means “none”.
    private static func folderNames(_ folders: JSONList) -> [Int64: String] {
        var names: [Int64: String] = [:]
        for folder in folders {
            guard let id = (try? folder["id"]?.number).whole, id != 0, let name = (try? folder["name"])?.string else {
                continue
            }
            names[id] = names[id] ?? name
        }
        return names
    }
}
