import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// A KeePass database, KDBX 4 (`Docs/formats/keepass.md`).
package struct KeePassExport: ExportFormat {
    private let cost: KeyDerivation.Argon2Cost?

    package init() { self.init(cost: nil) }

    /// - Parameter cost: the cost of the key derivation, which tests lower; nil for about a second on this computer.
    package init(cost: KeyDerivation.Argon2Cost?) { self.cost = cost }

    package let description = ExportDescription(
        of: KeePassFormat(),
        app: "KeePass",
        file: "KDBX 4", fileExtension: "kdbx",
        protection: .required,
        capabilities: ExportCapabilities(
            kinds: [
                .totp: .init(digits: KeePassRecord.digits), .steam: .init(longestPeriod: 60),
                .hotp: KeePassRecord.counterBased,
            ],
            details: [.note, .tags], cautions: KeePassRecord.cautions + Self.cautions),
        importSteps:
            .text(
                "Open the file in KeePassXC, KeePass 2, KeePassium, Strongbox or Keepass2Android. To add its entries "
                    + "to your database, in KeePassXC: Database › Merge From Database."),
        use: .kept,
        options: [.cipher]
    )

    private static let cautions: [ExportCapabilities.Caution] = [
        .init(
            "KeePassXC 2.7.4 and earlier take periods above 60 seconds for 60: use a later one, or KeePass 2.",
            concerns: [.period(above: 60)]),
        .init(
            "KeePassXC takes periods above 86,400 seconds for 86,400: use KeePass 2.",
            concerns: [.period(above: 86_400)]),
    ]

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        guard case .passphrase(let passphrase) = request.protection else {
            throw ExportError(.passphraseRequired, "a database is always encrypted and needs a passphrase")
        }
        var selection = ExportSelection(request, for: description, storing: PlainText.storable)
        let innerKey = try request.random.bytes(KDBXEncryption.innerKeyCount)
        let document = try selection.keePassDocument(request, innerKey: innerKey)
        let cost = if let cost { cost } else { try KDBXEncryption.standardCost() }
        return selection.export(
            "keepass.kdbx",
            try KDBXEncryption.seal(
                document, innerKey: innerKey, passphrase, request.options.cipher, cost: cost, request.random))
    }
}

/// An account in the XML of KeePass, for KeePassXC and for KeePass 2, which read different fields.
enum KeePassRecord {
    /// KeePassXC and KeePass 2 generate no codes of 10 digits.
    static let digits = 1...9

    /// KeePass 2 supports no other counter-based codes.
    static let counterBased = ExportCapabilities.Parameters(algorithms: [.sha1], digits: 6...6)

    static let cautions: [ExportCapabilities.Caution] = [
        .init("Only KeePass 2 shows the codes of HOTP accounts: KeePassXC does not.", concerns: [.kind(.hotp)]),
        .init("KeePass 2 does not show the codes of Steam accounts: use KeePassXC.", concerns: [.kind(.steam)]),
        .init(
            "KeePass 2 does not show codes of 9 digits: use KeePassXC.",
            concerns: [.digits(outside: 1...KeePassField.mostDigits)]),
    ]

    /// The id of a new entry or group.
    static func newID(_ random: any RandomSource) throws(ExportError) -> String {
        Base64.encode(try random.bytes(16))
    }

    /// All fields of a new entry.
    static func fields(ofNew account: Account, link: String) -> [KeePassDocument.Field] {
        [
            .init("Title", account.title), .init("UserName", account.name), .init("Password", "", isSecret: true),
            .init("URL", account.address), .init("Notes", account.note ?? ""),
        ] + fields(account, link: link)
    }

    /// The fields of its code. KeePassXC makes a time-based code of any link, so a counter-based account has no link. An
    /// account that KeePass 2 would show wrongly has no fields for KeePass 2.
    static func fields(_ account: Account, link: String) -> [KeePassDocument.Field] {
        let parameters = account.parameters
        // KeePass 2 takes base32 without padding for an empty key, and shows a wrong code.
        let secret = Base32.encode(account.secret.bytes, isPadded: true)
        let linked = KeePassDocument.Field(KeePassField.link, link, isSecret: true)
        switch parameters.kind {
        case .hotp:
            return [
                .init(KeePassField.counterSecret + KeePassField.base32, secret, isSecret: true),
                .init(KeePassField.counter, "\(parameters.counter ?? 0)"),
            ]
        case .totp where parameters.digits <= KeePassField.mostDigits:
            return [
                linked, .init(KeePassField.timeSecret + KeePassField.base32, secret, isSecret: true),
                .init(KeePassField.digits, "\(parameters.digits)"),
                .init(KeePassField.period, "\(parameters.period ?? 30)"),
                .init(KeePassField.algorithm, KeePassField.name(of: parameters.algorithm)),
            ]
        case .totp, .steam, .motp, .yandex: return [linked]
        }
    }
}

extension Account {
    /// The address of its service, if its link had the domain.
    package var address: String { matchDomain.map { "https://\($0)" } ?? "" }
}

extension ExportSelection {
    /// The XML with all accounts.
    ///
    /// - Parameter innerKey: the key of the secrets, in a KDBX file.
    mutating func keePassDocument(
        _ request: ExportRequest, innerKey: [UInt8]? = nil
    ) throws(ExportError) -> [UInt8] {
        let links = keePassXCLinks()
        recordBlankNotes()
        recordTags(TagList.limit) { TagList.storable($0.tags) }
        let groupID = try KeePassRecord.newID(request.random)
        let ids = try links.map { (_) throws(ExportError) in try KeePassRecord.newID(request.random) }
        return try ExportError.encrypting { () throws(CryptoError) in
            var document = try KeePassDocument(
                generator: "totp-import", groupID: groupID, now: request.now, innerKey: innerKey)
            for (id, (storable, link)) in zip(ids, zip(accounts, links)) {
                let fields = KeePassRecord.fields(ofNew: storable.account, link: link)
                try document.append(id: id, tags: TagList.storable(storable.account.tags), fields)
            }
            return document.utf8
        }
    }
}
