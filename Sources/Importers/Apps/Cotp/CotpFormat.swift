import Encodings
import FormatEngine
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
                let text = try CotpEncryption(file).open(request.passphrase, request.limits)
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
