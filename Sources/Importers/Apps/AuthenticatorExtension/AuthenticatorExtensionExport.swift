import Encodings
import FormatEngine
import TOTPDomain

/// The backup of the browser extension Authenticator, plain or encrypted (`Docs/formats/authenticator-extension.md`).
package struct AuthenticatorExtensionExport: ExportFormat {
    package init() {}

    /// The extension stores counters as JavaScript numbers.
    private static let parameters = ExportCapabilities.Parameters(largestCounter: 1 << 53 - 1)

    package let description = ExportDescription(
        of: AuthenticatorExtensionFormat(),
        file: "JSON",
        protection: .optional,
        capabilities: ExportCapabilities(
            kinds: [.totp: Self.parameters, .hotp: Self.parameters, .steam: .steam], details: [.favorite]),
        importSteps: .menu("Gear icon › Backup › Import Backup › Import Backup File.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        selection.recordNames { account in
            AccountLabel.normalized(issuer: AuthenticatorExtensionFile.shownIssuer(account.issuer), name: account.name)
        }
        let items = selection.accounts.map(\.account)
        return selection.export("authenticator.json", try file(items, request).indented(by: 2))
    }

    private func file(_ items: [Account], _ request: ExportRequest) throws(ExportError) -> OrderedJSON {
        var lock: (member: OrderedJSON.Member, passphrase: Passphrase)?
        if case .passphrase(let passphrase) = request.protection {
            let id = try request.random.identifier()
            let made = try AuthenticatorExtensionKey.make(id: id, for: passphrase, request.random)
            lock = (OrderedJSON.Member(key: id, value: made.member), made.own)
        }
        var members = try items.enumerated().map { (index, account) throws(ExportError) in
            let id = try request.random.identifier()
            var value = Self.account(account, id: id, index: index)
            if let lock {
                value = .object([
                    "dataType": .string(AuthenticatorExtensionFile.encryptedAccount),
                    "data": .string(try SaltedText.seal(value.utf8, lock.passphrase, request.random)),
                    "keyId": .string(lock.member.key),
                    "index": .integer(index),
                ])
            }
            return OrderedJSON.Member(key: id, value: value)
        }
        if let lock { members.append(lock.member) }
        return .object(members)
    }

    /// Numbers with their default are left out.
    private static func account(_ account: Account, id: String, index: Int) -> OrderedJSON {
        let parameters = account.parameters, isSteam = parameters.kind == .steam
        // Some versions lose the type of a Steam account; the prefix brings it back.
        let secret = (isSteam ? AuthenticatorExtensionFile.steamPrefix : "") + account.secret.base32
        return .object([
            "encrypted": false,
            "hash": .string(id),
            "index": .integer(index),
            "type": .string((AuthenticatorExtensionFile.Kind(rawValue: parameters.kind.rawValue) ?? .totp).number),
            "secret": .string(secret),
            "pinned": account.isFavorite ? true : nil,
            "counter": parameters.counter.map { .integer($0) },
            "period": isSteam || parameters.period == 30 ? nil : parameters.period.map { .integer($0) },
            "issuer": account.issuer.isEmpty ? nil : .string(account.issuer),
            "account": account.name.isEmpty ? nil : .string(account.name),
            "digits": isSteam || parameters.digits == 6 ? nil : .integer(parameters.digits),
            "algorithm": .string(AuthenticatorExtensionFile.number(of: parameters.algorithm)),
        ])
    }
}
