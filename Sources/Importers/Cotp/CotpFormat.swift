import Encodings
import TOTPDomain

/// cotp's database, its plain export and its lists of links (`Docs/formats/cotp.md`).
package struct CotpFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "cotp",
            app: "cotp",
            file: "JSON; encrypted database, db.cotp",
            encryption: .optional,
            exportSteps: "cotp export, or copy the database itself, ~/.cotp/db.cotp"
        )
    }

    /// The newest versions of an export and of a database.
    private static let exportVersion: Int64 = 2, databaseVersion: Int64 = 1

    private static let members = KnownMembers(
        "secret issuer label digits type algorithm period counter pin")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        return outline.has("version") && outline.members["elements"] == .array
            && Self.members.areAll(ofRecordsAt: 3, inList: "elements", in: content.text)
            || outline.has("nonce", "salt", "cipher")
            || content.firstText(inList: "items")?.contains("://") ?? false
    }

    private struct File: Decodable {
        var elements: Lenient<JSONList<CotpElement>>?
        var items: Lenient<JSONList<CotpLink>>?
        var database: CotpEncryption

        enum CodingKeys: String, CodingKey { case elements, items }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            elements = try members.decodeIfPresent(Lenient<JSONList<CotpElement>>.self, forKey: .elements)
            items = try members.decodeIfPresent(Lenient<JSONList<CotpLink>>.self, forKey: .items)
            database = try CotpEncryption(from: decoder)
        }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        let file = try JSONFile.decode(File.self, from: text)
        if file.elements == nil, file.database.isPresent {
            return try FormatVersion(
                "cotp database version", from: 0, to: Self.databaseVersion, at: ["version"], in: text
            )
            .reading(accountsAt: ["elements"]) { () throws(SourceError) in
                let text = try file.database.open(request.passphrase, request.limits)
                return try export(JSONFile.decode(File.self, from: text), in: text, request.limits)
            }
        }
        if file.elements == nil, let links = file.items.value() {
            return try ImportedDocument(
                format: description.id, list: links, at: ["items"], in: text, request.limits)
        }
        return try export(file, in: text, request.limits)
    }

    private func export(
        _ file: File, in text: [UInt8], _ limits: ImportLimits
    ) throws(SourceError) -> ImportedDocument {
        try FormatVersion("cotp export version", from: 0, to: Self.exportVersion, at: ["version"], in: text)
            .reading(accountsAt: ["elements"]) { () throws(SourceError) in
                guard let elements = file.elements.value() else {
                    throw .damaged("elements is missing or not a list")
                }
                let document = try ImportedDocument(
                    format: description.id, list: elements, at: ["elements"], in: text, limits)
                return naming(unread: Self.members, in: text, document)
            }
    }
}
