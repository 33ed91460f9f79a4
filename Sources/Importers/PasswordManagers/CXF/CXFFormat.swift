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
package enum CXFDocument {
    /// The version that is read and written.
    package static let majorVersion: Int64 = 1, minorVersion: Int64 = 0

    /// The types of credentials that matter here.
    package enum Credential: String, Sendable {
        case totp, note
        case login = "basic-auth"
        case customFields = "custom-fields"
    }

    /// In place of an algorithm: how Bitwarden writes Steam accounts. Other apps must ignore them.
    package static let steam = "steam"

    /// The type of a field whose value is text.
    package static let text = "string"
}
