import Encodings
import FormatEngine
import TOTPDomain

/// The backup of 2FAS, plain or encrypted (`Docs/formats/2fas.md`).
package struct TwoFASExport: ExportFormat {
    package init() {}

    /// The periods that the app's editor offers.
    private static let periods: Set<Int> = [10, 30, 60, 90]
    /// The app generates no codes with more or fewer digits, and stores 32 bits of a counter; beyond that, it imports
    /// nothing of the file.
    private static let parameters = ExportCapabilities.Parameters(digits: 5...8, largestCounter: Int64(Int32.max))

    package let description = ExportDescription(
        of: TwoFASFormat(),
        protection: .optional,
        capabilities: ExportCapabilities(
            kinds: [.totp: Self.parameters, .hotp: Self.parameters, .steam: .steam], details: [.tags]),
        importSteps: .menu("Settings › 2FAS Backup › Import.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        selection.leaveOutRepeatedSecrets(\.secret.base32)
        selection.recordNames()
        selection.recordTags("one trimmed tag per account") { Array($0.distinctTags.prefix(1)) }
        for storable in selection.accounts {
            guard let period = storable.account.parameters.period, !Self.periods.contains(period) else { continue }
            selection.lose(
                .unverified, of: storable.index, "2FAS may not accept a period of \(period) seconds", .checkCodes)
        }
        return selection.export("accounts.2fas", try file(selection.accounts.map(\.account), request))
    }

    private func file(_ items: [Account], _ request: ExportRequest) throws(ExportError) -> [UInt8] {
        let now = OrderedJSON.integer(Int64(request.now.timeIntervalSince1970 * 1000))
        var groups = TagGroups()
        let services = try items.enumerated().map { (position, account) throws(ExportError) in
            let groupID = try account.distinctTags.first.map { (tag) throws(ExportError) in
                try groups.id(of: tag, newID: request.random.identifier)
            }
            return service(account, position: position, groupID: groupID, updatedAt: now)
        }
        var file = OrderedJSON.object([
            "services": .array(services),
            "groups": .array(
                groups.all.map {
                    .object(["id": .string($0.id), "name": .string($0.name), "isExpanded": true, "updatedAt": now])
                }),
            "updatedAt": now,
            "schemaVersion": .integer(TwoFASFormat.schemas.upperBound),
            "appVersionCode": 5_000_000,
            "appVersionName": "5.0.0",
            "appOrigin": "android",
        ])
        if case .passphrase(let passphrase) = request.protection {
            let encrypted = try TwoFASEncryption.seal(OrderedJSON.array(services).utf8, passphrase, request.random)
            file["services"] = .array([])
            file["servicesEncrypted"] = .string(encrypted.services)
            file["reference"] = .string(encrypted.reference)
        }
        return file.utf8
    }

    private func service(
        _ account: Account, position: Int, groupID: String?, updatedAt: OrderedJSON
    ) -> OrderedJSON {
        let parameters = account.parameters
        let token = OrderedJSON.object([
            // The text that the app shows under the service's name, and the same in schema 4.
            "label": .string(account.name),
            "account": .string(account.name),
            "issuer": .string(account.issuer),
            "digits": .integer(parameters.digits),
            "period": parameters.period.map { .integer($0) },
            "algorithm": .string(parameters.algorithm.rawValue),
            "counter": parameters.counter.map { .integer($0) },
            "tokenType": .string(parameters.kind.rawValue.uppercased()),
            "source": "Manual",
        ])
        return .object([
            "name": .string(account.issuer),
            "secret": .string(account.secret.base32),
            "updatedAt": updatedAt,
            "otp": token,
            "order": .object(["position": .integer(position)]),
            "groupId": groupID.map { .string($0) },
        ])
    }
}
