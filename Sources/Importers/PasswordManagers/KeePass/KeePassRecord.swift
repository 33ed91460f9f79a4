import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

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
