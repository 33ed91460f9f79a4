import Encodings
import FormatEngine
import TOTPDomain

/// Bitwarden's vault export: JSON, plain or with a password, and CSV (`Docs/formats/bitwarden.md`).
package struct BitwardenFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "bitwarden",
        group: .passwordManager,
        app: "Bitwarden",
        file: "JSON, CSV, or zip with attachments",
        encryption: .optional,
        exportSteps: .menu(
            "Settings › Export vault, format .json, .csv or .json (Encrypted) of type Password protected")
    )

    /// All of `CipherWithIdExport`, of the folders and collections, and of the outer file of an encrypted export. Items are
    /// also notes, cards, identities and SSH keys.
    package static let members = KnownNames(
        """
        encrypted passwordProtected salt kdfType kdfIterations kdfMemory kdfParallelism \
        encKeyValidation_DO_NOT_EDIT folders collections items id externalId organizationId folderId \
        collectionIds object type reprompt creationDate revisionDate deletedDate archivedDate key \
        attachments fileName size sizeName url edit viewPassword permissions delete restore organizationUseTotp \
        readOnly hidePasswords manage users groups localData fields value linkedId passwordHistory password \
        lastUsedDate login totp uris uri uriChecksum match fido2Credentials credentialId keyType \
        keyAlgorithm keyCurve keyValue rpId userHandle userName counter rpName userDisplayName discoverable \
        autofillOnPageLoad passwordRevisionDate secureNote card cardholderName brand number expMonth expYear \
        code identity title firstName middleName lastName address1 address2 address3 city state postalCode \
        country company email phone ssn passportNumber licenseNumber sshKey privateKey publicKey keyFingerprint \
        fingerprint
        """, texts: "name username notes", flags: "favorite", list: "items")

    /// Whether the items, if there are any, are items of a vault: other files also have lists of items.
    static func hasOwnItems(_ content: SourceContent) -> Bool {
        content.hasObject(inList: "items") { $0["login"] != nil }
            || members.haveAllParts(in: content.text)
    }

    /// Whether an item has members that only Bitwarden's items have.
    static func hasLogins(_ content: SourceContent) -> Bool {
        content.hasObject(inList: "items") { $0["login"] == .object && $0["name"] != nil }
    }

    /// In the archive of an export with attachments.
    private static let archivedFile = "data.json"

    package func recognizes(_ content: SourceContent) -> Bool {
        if content.kind == .zip {
            return ArchivedExport.has(content, with: { $0.hasPrefix("attachments/") }) { $0 == Self.archivedFile }
        }
        if let outline = content.jsonOutline {
            guard outline.shape == .object else { return false }
            // The first exports had nothing that says whether they are encrypted.
            guard outline.has("encrypted") else { return Self.hasLogins(content) }
            guard outline.has("items") else {
                return outline.has("data")
                    || content.hasObject(inAnyList: { $0["login"] == .object && $0["name"] != nil })
            }
            return outline.has("data") || Self.hasOwnItems(content)
        }
        let columns = content.csvColumns
        return columns.isSuperset(of: [BitwardenColumn.key.rawValue, BitwardenColumn.password.rawValue])
            && columns.isDisjoint(with: Self.columnsOfOthers)
    }

    /// Synology's C2 Password has columns of Bitwarden in addition to its own.
    private static let columnsOfOthers = ["display_name", "login_urls"]

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if request.content.kind == .zip {
            var inner = request
            inner.content = try ArchivedExport.content(of: request, Self.archivedFile) { $0 == Self.archivedFile }
            var document = try readBitwardenJSON(inner)
            let items = (try? JSONValue(text: inner.content.text).list("items"))?.map { $0 } ?? []
            document.attachments = ArchivedExport.attachments(
                of: request, in: "attachments", items: items.map { ($0, (try? $0["name"].name) ?? "") })
            return document
        }
        guard request.content.jsonOutline != nil else {
            return try ImportedDocument(
                format: description.id, table: try CSVTable(request.content.text),
                columns: [BitwardenColumn.key.rawValue], known: BitwardenColumn.known,
                request.limits, account: { KeyedItem($0) })
        }
        return try readBitwardenJSON(request)
    }
}

extension ImportFormat {
    /// Reads the JSON that both apps of Bitwarden write.
    func readBitwardenJSON(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        var file = try BitwardenFile(request.content.text)
        guard file.isPasswordProtected else {
            return try readBitwardenItems(of: file, in: request.content.text, request)
        }
        let text = try BitwardenEncryption(file).open(request.passphrase, request.limits)
        file = try BitwardenFile(text)
        return try readBitwardenItems(of: file, in: text, request)
    }

    /// - Parameter text: the file's decrypted text.
    func readBitwardenItems(
        of file: BitwardenFile, in text: [UInt8], _ request: ImportRequest
    ) throws(SourceError) -> ImportedDocument {
        // Content that a passphrase opened contains nothing that only an account opens.
        if file.isEncrypted {
            throw SourceError(
                .accountRestricted,
                "only your Bitwarden account has its key, no passphrase opens it",
                "export it again as \"Password protected\", or as plain .json")
        }
        let groups = try file.groupNames()
        return try accounts(
            file.file.list("items"), at: ["items"], in: text, request.limits, knowing: BitwardenFormat.members
        ) { (item) throws(EntryError) in try KeyedItem(item, groups) }
    }
}

/// The JSON of an export: items, or another such file in encrypted form.
package struct BitwardenFile {
    let file: JSONFile
    /// Whether only an account opens it.
    let isEncrypted: Bool
    package let isPasswordProtected: Bool

    package init(_ text: [UInt8]) throws(SourceError) {
        file = try JSONFile(text)
        isPasswordProtected = try file.value("passwordProtected")?.flag == true
        isEncrypted = try file.value("encrypted")?.flag == true && !isPasswordProtected
    }

    /// Names of folders and collections by their identifiers. Exports of an organization have collections.
    func groupNames() throws(SourceError) -> [String: String] {
        let folders = try file.value("folders").elements.strings(under: "name", by: "id")
        let collections = try file.value("collections").elements.strings(under: "name", by: "id")
        return folders.merging(collections) { first, _ in first }
    }
}

/// The columns of Bitwarden's CSV, in its order.
package enum BitwardenColumn: String, CaseIterable, Sendable {
    case folder, favorite, type, name, notes, fields, reprompt
    case address = "login_uri"
    case username = "login_username"
    case password = "login_password"
    case key = "login_totp"

    /// In lower case; an organization's export has collections in place of folders.
    static let known = allCases.map(\.rawValue) + ["collections", "archiveddate"]
}
