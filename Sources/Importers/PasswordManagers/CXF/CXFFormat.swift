import Encodings
import FormatEngine
import TOTPDomain

/// The FIDO Credential Exchange Format, which password managers pass on to each other (`Docs/formats/cxf.md`).
package struct CXFFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "cxf",
        group: .passwordManager,
        app: "Credential Exchange (FIDO)",
        file: "JSON",
        exportSteps:
            "1Password, Bitwarden, Dashlane, Apple and others pass it from app to app; developer tools save it as JSON"
    )

    /// All of version 1 of the format: the header, accounts, collections and items, and the credentials of every type.
    private static let members = KnownNames(
        """
        version major minor exporter exporterRpId exporterDisplayName timestamp accounts id username userName \
        email fullName icon account creationAt modifiedAt title subtitle \
        extensions scope urls androidApps bundleId certificate fingerprint hashAlg name \
        type label fieldType value fields secret period digits algorithm issuer password content \
        credentialId rpId userDisplayName userHandle key fido2Extensions hmacCredentials hmacSecret credWithUV \
        credWithoutUV credBlob largeBlob uncompressedSize data alg payments supplementalKeys device provider \
        keyType url validFrom expiryDate number cardType verificationNumber pin streetAddress postalCode city \
        territory country tel birthDate birthPlace issueDate issuingAuthority issuingCountry licenseNumber \
        licenseClass documentNumber identificationNumber nationality sex passportNumber passportType \
        decryptedSize integrityHash reference given givenInformal given2 surnamePrefix surname surname2 \
        generation privateKey keyComment creationDate keyGenerationSource ssid networkSecurityType passphrase \
        hidden accessors accountId permissions overrides hpke mode kem kdf aead crv kty payload
        """, texts: "item", flags: "favorite", lists: "tags",
        objects: "credentials items collections subCollections", list: "items")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline else {
            return ArchivedExport.has(content, where: ArchivedExport.isNamed("index.jwe"))
        }
        guard outline.shape == .object else { return false }
        if outline.has("hpke", "payload") { return true }
        // Without its list, a later version of the header or of an account.
        if outline.has("exporterRpId") || outline.has("id", "username", "email", "collections") { return true }
        if outline.members["accounts"] == .array {
            return outline.has("exporterRpId") || content.hasObject(inList: "accounts") { $0["items"] == .array }
        }
        guard outline.members["items"] == .array, !outline.has("encrypted") else { return false }
        return outline.has("collections", "email")
            || content.hasObject(inList: "items") { $0["credentials"] == .array }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard request.content.kind != .zip else {
            _ = try ArchivedExport.content(of: request, "index.jwe")
            throw Self.accountRestricted
        }
        let file = try JSONValue(text: request.content.text)
        if try file.member("hpke") != nil, try file.member("payload") != nil { throw Self.accountRestricted }
        // The drafts of 2024 have the number 0 instead of an object.
        var unread = Self.members.unread(in: request.content.text)
        if let version = try file.member("version"), version.kind != .null {
            let major = Optional((try version.member("major") ?? version).field).whole
            if major == nil { unread.add("version", entries: 0) }
            if let major, major > CXFDocument.majorVersion {
                throw SourceError(
                    .unsupportedVersion,
                    "it has version \(major) of the format, this program reads version \(CXFDocument.majorVersion)",
                    .update)
            }
        }
        let hasHeader = try file.member("exporterRpId") != nil
        let isOneAccount = try file.member("accounts") == nil && !hasHeader
        let accounts = isOneAccount ? [file] : Array(try file.list("accounts"))
        var entries: [(item: JSONValue, collections: [String: [String]])] = []
        for account in accounts {
            let collections = try CXFItem.collections(try account.member("collections").elements)
            for item in try account.list("items") { entries.append((item, collections)) }
        }
        let path: [JSONRecordCount.Step] = isOneAccount ? ["items"] : ["accounts", .elements, "items"]
        let document = try ImportedDocument(
            format: description.id, records: JSONRecordCount.count(path, in: request.content.text), entries: entries,
            request.limits
        ) { item, collections in
            LoginEntry(item) { (item) throws(EntryError) in try CXFItem.entry(item, collections) }
        }
        return naming(unread: unread, document)
    }

    private static let accountRestricted = SourceError(
        .accountRestricted,
        "it is encrypted for the app that asked for it, no passphrase opens it",
        "export from the password manager as a file"
    )
}

/// The Credential Exchange Format: the content of its documents in the places that are read and written here.
enum CXFDocument {
    /// The version that is read and written.
    static let majorVersion: Int64 = 1, minorVersion: Int64 = 0

    /// The types of credentials that matter here.
    enum Credential: String, Sendable {
        case totp, note
        case login = "basic-auth"
        case customFields = "custom-fields"
    }

    /// In place of an algorithm: how Bitwarden writes Steam accounts. Other apps must ignore them.
    static let steam = "steam"

    /// The type of a field whose value is text.
    static let text = "string"
}

/// An item of a Credential Exchange document: the content of its credentials.
enum CXFItem {
    /// The types of the other credentials of version 1.
    private static let others: Set<String> = [
        "address", "api-key", "credit-card", "drivers-license", "file", "generated-password", "identity-document",
        "item-reference", "passkey", "passport", "person-name", "ssh-key", "wifi",
    ]

    /// - Parameter collections: the paths of the collections by the ids of their items.
    static func entry(_ item: JSONValue, _ collections: [String: [String]]) throws(EntryError) -> LoginEntry {
        var entry = LoginEntry()
        entry.title = try item["title"].name
        entry.address = try addresses(of: item).first.name
        entry.isFavorite = try item["favorite"].isSet
        entry.tags = try item["tags"].elements.map(\.name) + (collections[item["id"].name] ?? [])
        for credential in try item["credentials"].elements {
            switch CXFDocument.Credential(rawValue: try credential["type"].name) {
            case .login:
                if entry.userName.isEmpty { entry.userName = try value(credential["username"]) }
            case .note:
                if entry.note.isEmpty { entry.note = try value(credential["content"]) }
            case .totp: entry.add(try code(credential))
            case .customFields:
                for field in try credential["fields"].elements {
                    if try isKey(field) {
                        entry.add(key: try field["value"])
                    } else {
                        entry.customFields.look(at: try value(field["value"]), named: try field["label"].name)
                    }
                }
            case nil: if try !others.contains(credential["type"].name) { entry.unread.add("type", entries: 1) }
            }
        }
        return entry
    }

    /// The addresses of a login.
    static func addresses(of item: JSONValue) throws(EntryError) -> JSONList {
        try (item["scope"]?["urls"]).elements
    }

    /// The paths of collections by the ids of their items; a path has the titles of the outer collections in front.
    static func collections(
        _ collections: JSONList, in path: String = ""
    ) throws(SourceError) -> [String: [String]] {
        var paths: [String: [String]] = [:]
        for collection in collections {
            let title = try collection.member("title").name
            let own = path.isEmpty || title.isEmpty ? path + title : "\(path)/\(title)"
            for item in try collection.member("items").elements {
                paths[try item.member("item").name, default: []].append(own)
            }
            let inner = try Self.collections(try collection.member("subCollections").elements, in: own)
            paths.merge(inner, uniquingKeysWith: +)
        }
        return paths
    }

    private static func code(_ credential: JSONValue) throws(EntryError) -> LoginCredential {
        let algorithm = try credential["algorithm"]
        return try LoginCredential(
            secret: credential["secret"]?.text, algorithm: algorithm?.text, digits: credential["digits"]?.field,
            period: credential["period"]?.field, issuer: credential["issuer"].name,
            name: credential["username"].name, kind: algorithm.name == CXFDocument.steam ? .steam : .totp,
            isTyped: false)
    }

    /// A field's value; in the drafts a plain string is in its place.
    private static func value(_ field: JSONValue?) throws(EntryError) -> String {
        try (field?.kind == .object ? field?["value"] : field).name
    }

    /// Whether a custom field is a one-time password, as 1Password writes it. Others are not, whatever they look like.
    private static func isKey(_ field: JSONValue) throws(EntryError) -> Bool {
        let value = try field["value"].name, id = try field["id"].name
        return value.isLink || Base64.decode(id)?.starts(with: "TOTP_".utf8) == true
    }
}
