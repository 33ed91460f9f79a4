import Encodings
import FormatEngine
import TOTPDomain

/// 2FAS's backup, plain or encrypted, schemas 1 to 4 (`Docs/formats/2fas.md`).
package struct TwoFASFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "2fas",
        app: "2FAS",
        file: "JSON, .2fas",
        encryption: .optional,
        exportSteps: .menu("Settings › 2FAS Backup › Export to file")
    )

    /// Each schema adds members; exports use the last.
    static let schemas: ClosedRange<Int64> = 1...4

    /// The service's name was chosen by the user; `issuer` is the site's own name. Schemas 1 and 2 have no type.
    /// Without a counter, the app starts at 1.
    private static let service = EntryShape(
        issuer: "name .issuer", name: ".account", inside: "otp", secret: "secret",
        kind: .named(".tokenType", among: ["TOTP": .totp, "HOTP": .hotp, "STEAM": .steam], missing: .totp),
        algorithm: ".algorithm", digits: ".digits", period: ".period", counter: ".counter", firstCounter: 1)

    /// The others of `BackupContent`, `BackupService` and `BackupGroup`. `label` and `link` are from the scanned code, and
    /// may be out of date; `type` is the brand of schema 1.
    private static let members = KnownNames(
        reading: service,
        """
        schemaVersion appVersionCode appVersionName appOrigin updatedAt reference services servicesEncrypted groups id \
        isExpanded groupId order position badge color icon selected brand iconCollection label backgroundColor \
        link source type serviceTypeID
        """, asides: "text", list: "services")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject else { return false }
        let marks = ["appVersionCode", "appVersionName", "appOrigin", "groups"].count { outline.has($0) }
        let hasList = outline.has("services") || outline.has("servicesEncrypted")
        if outline.has("schemaVersion") { return hasList || marks > 0 }
        if hasList, marks > 1 { return true }
        if hasList, marks > 0,
            content.hasObject(inList: "services", where: { $0["otp"] == .object && $0["secret"] != nil })
        {
            return true
        }
        // The accounts come first: a file that is cut off there has no other member. A complete file would have some.
        return outline.members == ["services": .array] && Self.mentionsOTP(content.text) && !content.isWholeJSON
    }

    private static func mentionsOTP(_ text: [UInt8]) -> Bool {
        text.prefix(1 << 12).firstRange(of: Array("\"otp\"".utf8)) != nil
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try FormatVersion(
            "2FAS schema", from: Self.schemas.lowerBound, to: Self.schemas.upperBound, at: ["schemaVersion"],
            in: request.content.text
        ).reading(accountsAt: ["services"]) { () throws(SourceError) in try document(request) }
    }

    private func document(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONFile(request.content.text), schema = try file.integer("schemaVersion")
        let (services, path, text) = try services(of: file, request)
        // Not encrypted, even in encrypted files.
        var groups = TagNames(try file.value("groups").elements.strings(under: "name", by: "id"))
        var hasKinds = true
        var document = try accounts(
            services, at: path, in: text, request.limits, knowing: Self.members, account: Self.service.account
        ) { (service, draft) throws(EntryError) in
            draft.tags = groups.tags(try service.value("groupId").map { [$0.name] } ?? [], in: "groupId")
            let kind = try service.object("otp")?.text("tokenType")
            if kind.orEmpty.isEmpty { hasKinds = false }
        }
        if schema < 3, !hasKinds {
            document.warnings.append(
                Warning(
                    "backups of this 2FAS version do not say which accounts are counter-based: all were read as time-based",
                    "if you have a counter-based one, update 2FAS and export again"))
        }
        return naming(unread: groups.unread, document)
    }

    private func services(
        of file: JSONFile, _ request: ImportRequest
    ) throws(SourceError) -> (services: JSONList, path: [String], text: [UInt8]) {
        // Empty if the file is encrypted.
        let plain = try file.value("services").flatMap { JSONList($0) }
        let ciphertext = try file.string(orEmpty: "servicesEncrypted")
        // A known text under the same key: the app itself would read a file with it as encrypted.
        let claimsEncryption = try !file.string(orEmpty: "reference").isBlank
        if let plain, ciphertext.isEmpty, !(plain.isEmpty && claimsEncryption) {
            return (plain, ["services"], request.content.text)
        }
        if try file.value("services") == nil, ciphertext.isEmpty { throw .mayBeNewer("services") }
        guard !ciphertext.isEmpty, plain?.isEmpty ?? true else {
            throw .damaged("its accounts must be in either services or servicesEncrypted")
        }
        let text = try TwoFASEncryption.open(ciphertext, request.passphrase, request.limits)
        return (try JSONFile.list(in: text), [], text)
    }
}

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
