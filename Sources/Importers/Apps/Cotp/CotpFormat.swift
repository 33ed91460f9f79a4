import CryptoPrimitives
import Encodings
import FormatEngine
import Links
import TOTPDomain

/// cotp's database, its plain export and its lists of links (`Docs/formats/cotp.md`).
package struct CotpFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "cotp",
        app: "cotp",
        file: "JSON; encrypted database, db.cotp",
        encryption: .optional,
        exportSteps: "cotp export, or copy the database itself, ~/.cotp/db.cotp",
        keepsake: .ownData("the database of cotp, or all of it")
    )

    /// The newest versions of an export and of a database.
    private static let exportVersion: Int64 = 2, databaseVersion: Int64 = 1

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject else { return false }
        return outline.members["elements"] == .array
            && (outline.has("version")
                || content.hasObject(inList: "elements") { $0["label"] != nil && $0["algorithm"] != nil })
            && Self.members.areAll(ofRecordsAt: 3, inList: "elements", butOne: true, in: content.text)
            || outline.has("version") && !outline.has("elements") && content.hasObject(inAnyList: Self.hasAllMembers)
            || outline.has("nonce", "salt", "cipher")
            || content.firstText(inList: "items")?.contains("://") ?? false
    }

    /// Whether an object has all members that cotp writes: a later version may rename the list.
    private static func hasAllMembers(_ members: [String: JSONScanner.Kind]) -> Bool {
        members.count == element.members.count && element.members.allSatisfy { members[$0] != nil }
    }

    private static let element = EntryShape(
        issuer: "issuer", name: "label", secret: "secret",
        kind: .named(
            "type", among: ["TOTP": .totp, "HOTP": .hotp, "STEAM": .steam, "YANDEX": .yandex, "MOTP": .motp],
            // In old exports.
            missing: .totp),
        mobileOTPSecret: .hex, algorithm: "algorithm", digits: "digits", period: "period", counter: "counter",
        pin: "pin")

    /// The others of `OTPDatabase`.
    private static let members = KnownNames(reading: element, "version elements", list: "elements")

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        let file = try JSONFile(text)
        guard try file.value("elements") == nil else { return try export(file, in: text, request.limits) }
        if try file.value("cipher") != nil {
            return try FormatVersion(
                "cotp database version", from: 0, to: Self.databaseVersion, at: ["version"], in: text
            )
            .reading(accountsAt: ["elements"]) { () throws(SourceError) in
                let text = try CotpEncryption.open(file, request.passphrase, request.limits)
                return try export(JSONFile(text), in: text, request.limits)
            }
        }
        if let links = try file.value("items").flatMap({ JSONList($0) }) {
            let records = try JSONFile.records(at: ["items"], in: text, elements: links.count)
            return try document(of: links.lazy.map { CotpLink($0) }, records: records, request.limits)
        }
        return try export(file, in: text, request.limits)
    }

    private func export(
        _ file: JSONFile, in text: [UInt8], _ limits: ImportLimits
    ) throws(SourceError) -> ImportedDocument {
        try FormatVersion("cotp export version", from: 0, to: Self.exportVersion, at: ["version"], in: text)
            .reading(accountsAt: ["elements"]) { () throws(SourceError) in
                try accounts(
                    file.list("elements"), at: ["elements"], in: text, limits, knowing: Self.members,
                    account: Self.element.account)
            }
    }
}

/// A link of cotp's list: as in other apps, except for two types of its own.
struct CotpLink: ExportedAccount {
    private let text: String

    init(_ element: JSONValue) { text = element.name }

    /// How cotp's own types are written elsewhere: its Mobile-OTP secrets are hexadecimal too.
    private static let types = ["otpauth://yandex/": "otpauth://yaotp/", "otpauth://motp/": "motp://"]

    private var link: [UInt8] {
        let link = Array(text.trimmingWhitespace.utf8)
        for (own, usual) in Self.types
        where String(decoding: link.prefix(own.utf8.count), as: UTF8.self).lowercased() == own {
            return Array(usual.utf8) + link.dropFirst(own.utf8.count)
        }
        return link
    }

    var names: (issuer: String, name: String) { ("", KeyURI.label(of: link.span)) }

    func draft() throws(EntryError) -> AccountDraft { try AccountDraft(link: link) }
}

/// The encryption of a cotp database: Argon2id with fixed costs, then XChaCha20-Poly1305. All members are base64.
enum CotpEncryption {
    private static let saltCount = 16
    private static let cost = KeyDerivation.Argon2Cost(passes: 4, memory: 32768, lanes: 4)

    /// - Returns: the JSON of an export.
    static func open(
        _ file: JSONFile, _ passphrase: Passphrase?, _ limits: ImportLimits
    ) throws(SourceError) -> [UInt8] {
        let salt = try file.base64("salt", count: saltCount)
        let nonce = try file.base64("nonce", count: XChaCha20Poly1305.nonceCount)
        let cipher = try file.base64("cipher", least: XChaCha20Poly1305.tagCount)
        let key = try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: cost)
        return try SourceError.decrypting(
            XChaCha20Poly1305.open(cipher, key: key, nonce: nonce, associatedData: []).copied())
    }
}
