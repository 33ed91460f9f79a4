import AppFormats
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

    package func recognises(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        return outline.has("version") && outline.members["elements"] == .array
            && Self.members.areAll(ofRecordsAt: 3, inList: "elements", in: content.text)
            || outline.has("nonce", "salt", "cipher")
            || content.firstText(inList: "items")?.contains("://") ?? false
    }

    private struct File: Decodable {
        var version: LenientNumber?
        var elements: Lenient<JSONList<CotpElement>>?
        var items: Lenient<JSONList<CotpLink>>?
        var database: CotpEncryption

        enum CodingKeys: String, CodingKey { case version, elements, items }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            version = try members.decodeIfPresent(LenientNumber.self, forKey: .version)
            elements = try members.decodeIfPresent(Lenient<JSONList<CotpElement>>.self, forKey: .elements)
            items = try members.decodeIfPresent(Lenient<JSONList<CotpLink>>.self, forKey: .items)
            database = try CotpEncryption(from: decoder)
        }

        func checkVersion(_ newest: Int64) throws(SourceError) {
            guard let version = version.whole ?? (version == nil ? newest : nil), version <= newest else {
                throw SourceError(
                    .unsupportedVersion,
                    "a cotp file of an unknown version, this program reads versions up to \(newest); update totp-import"
                )
            }
        }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        var text = request.content.text
        var file = try JSONFile.decode(File.self, from: text)
        if file.elements == nil, file.database.isPresent {
            try file.checkVersion(Self.databaseVersion)
            text = try file.database.open(request.passphrase, request.limits)
            file = try JSONFile.decode(File.self, from: text)
        } else if file.elements == nil, let links = file.items.value() {
            return try ImportedDocument(
                format: description.id, list: links, at: ["items"], in: text, request.limits)
        }
        try file.checkVersion(Self.exportVersion)
        guard let elements = file.elements.value() else {
            throw SourceError(.corrupt, "the file is damaged: elements is missing or not a list; export it again")
        }
        let document = try ImportedDocument(
            format: description.id, list: elements, at: ["elements"], in: text, request.limits)
        return naming(unread: Self.members, in: text, document)
    }
}
