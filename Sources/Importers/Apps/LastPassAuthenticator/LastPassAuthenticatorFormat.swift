import Encodings
import FormatEngine
import TOTPDomain

/// LastPass Authenticator's JSON export, of Android and iOS (`Docs/formats/lastpass-authenticator.md`).
package struct LastPassAuthenticatorFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "lastpass-authenticator",
        app: "LastPass Authenticator",
        file: "JSON",
        exportSteps: .menu("Settings › Transfer accounts › Export accounts to file")
    )

    private static let account = EntryShape(
        issuer: "issuerName", name: "userName", secret: "secret", kind: .always(.totp), algorithm: "algorithm",
        digits: "digits", period: "timeStep", favorite: "isFavorite")

    /// The original names come from the scanned code; the user chose the others.
    private static let members = KnownNames(
        reading: account,
        """
        version accounts folders id name isOpened localDeviceId deviceId deviceSecret deviceName accountID lmiUserId \
        originalIssuerName originalUserName pushNotification creationTimestamp folderData position
        """, objects: "folders", holder: ("folderData", "folderId"), opaque: "backupInfo", list: "accounts")

    /// A file that is cut off may end before its `version`; the members around it are LastPass's own. Other files also
    /// have a version and a list of accounts, or folders.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject else { return false }
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
        var folders = TagNames(try file.value("folders").elements.strings(under: "name", by: "id"))
        let document = try accounts(
            file.list("accounts"), at: ["accounts"], in: request.content.text, request.limits, knowing: Self.members,
            account: Self.account.account
        ) { (account, draft) throws(EntryError) in
            // Folder 0 means “none”.
            let folder = try account.object("folderData")?.value("folderId").map(\.name)
            draft.tags = folders.tags([folder].compactMap(\.self).filter { $0 != "0" }, in: "folderId")
        }
        return naming(unread: folders.unread, document)
    }
}

/// LastPass Authenticator's JSON export, in Android's form (`Docs/formats/lastpass-authenticator.md`).
package struct LastPassAuthenticatorExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: LastPassAuthenticatorFormat(),
        protection: .none,
        capabilities: ExportCapabilities(kinds: [.totp: .init()], details: [.favorite]),
        importSteps: "Import the file."
    )

    /// The folders that every export has; 0 means none.
    private static let folders: OrderedJSON = .array([
        .object(["id": 1, "name": "Favorites", "isOpened": true]),
        .object(["id": 0, "name": "Other accounts", "isOpened": true]),
    ])

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        let selection = ExportSelection(request, for: description)
        let accounts = try selection.accounts.enumerated().map { (position, storable) throws(ExportError) in
            Self.account(storable.account, id: try request.random.identifier(), position: position)
        }
        let document = OrderedJSON.object([
            "version": 3,
            "deviceId": "",
            "deviceSecret": "",
            "localDeviceId": .string(try request.random.identifier()),
            "deviceName": "totp-import",
            "accounts": .array(accounts),
            "folders": Self.folders,
        ])
        return selection.export("lastpass-authenticator.json", document.utf8)
    }

    private static func account(_ account: Account, id: String, position: Int) -> OrderedJSON {
        let milliseconds = (account.createdAt.timeIntervalSince1970 * 1000).rounded(.down)
        return .object([
            "accountID": .string(id),
            "lmiUserId": "",
            "issuerName": .string(account.issuer),
            "originalIssuerName": .string(account.issuer),
            "userName": .string(account.name),
            "originalUserName": .string(account.name),
            "pushNotification": false,
            "secret": .string(account.secret.base32),
            "timeStep": account.parameters.period.map { .integer($0) },
            "digits": .integer(account.parameters.digits),
            "creationTimestamp": .integer(Int64(exactly: milliseconds) ?? 0),
            "isFavorite": .bool(account.isFavorite),
            "algorithm": .string(account.parameters.algorithm.rawValue),
            "folderData": .object(["folderId": 0, "position": .integer(position)]),
        ])
    }
}
