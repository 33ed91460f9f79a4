import Encodings
import FormatEngine
import TOTPDomain

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
