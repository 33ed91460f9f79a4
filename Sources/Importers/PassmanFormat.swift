import Encodings
import Links
import TOTPDomain

/// The exports of Passman for Nextcloud: JSON, and CSV whose cells are JSON (`Docs/formats/passman.md`).
package struct PassmanFormat: ImportFormat {
    package let description = FormatDescription(
        id: "passman",
        group: .passwordManager,
        app: "Passman (Nextcloud)",
        file: "JSON or CSV",
        encryption: .never,
        exportSteps: .menu("Passman › Settings › Export credentials, as JSON (or CSV)")
    )

    /// All that Passman writes of credentials, their custom fields, files and tags.
    private static let members = KnownNames(
        """
        credential_id guid vault_id user_id created changed tags text _uid \
        password url favicon renew_interval expire_time delete_time files filename size mimetype file_id \
        file_data custom_fields value secret field_type otp type qr_uri qrData image issuer period digits \
        algorithm hidden icon content compromised acl shared_key tags_raw package_name password_repeat \
        set_share_key skip_revision
        """, texts: "label description email username")
    private static let columns = ["label", "custom_fields", "otp"]
    /// All columns that Passman writes.
    private static let knownColumns =
        columns + [
            "description", "created", "changed", "tags", "email", "icon", "username", "password", "url",
            "renew_interval", "expire_time", "delete_time", "files", "compromised", "hidden",
        ]

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline else { return content.csvColumns.isSuperset(of: Self.columns) }
        // Some of its names may change.
        return outline.shape == .array && Self.ownMembers.count { outline.has($0) } >= Self.fewestMembers
    }

    private static let ownMembers = [
        "credential_id", "custom_fields", "label", "otp", "vault_id", "renew_interval", "expire_time", "delete_time",
        "compromised",
    ]
    private static let fewestMembers = 4

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        guard request.content.jsonOutline != nil else {
            let table = try CSVTable(text)
            return try ImportedDocument(
                format: description.id, logins: table, columns: Self.columns,
                known: Self.knownColumns, request.limits
            ) { row in
                do throws(EntryError) { return try PassmanCredential(row: row).entry } catch {
                    return LoginEntry(rejected: error)
                }
            }
        }
        let file = try JSONValue(text: text)
        guard file.kind == .array else {
            throw SourceError.damaged("its outermost value is not a list")
        }
        let document = try ImportedDocument(
            format: description.id, records: JSONRecordCount.count([], in: text), entries: file.elements, request.limits
        ) { LoginEntry($0) { (credential) throws(EntryError) in try PassmanCredential(credential).entry } }
        return naming(unread: Self.members, in: text, document)
    }
}

/// A credential of Passman.
struct PassmanCredential {
    private var label: String
    private var userName: String
    private var email: String
    private var note: String
    private var tags: [String]
    private var isTrashed: Bool
    private var isTimeKnown: Bool
    private var customFields = CustomFields()
    /// An object; empty, or an empty list, without a one-time code.
    private var otp: JSONValue?
    /// The text in the place of the object is not JSON.
    private var isDamaged = false

    init(_ credential: JSONValue) throws(EntryError) {
        label = try credential["label"].name
        userName = try credential["username"].name
        email = try credential["email"].name
        note = try credential["description"].name
        tags = try credential["tags"].elements.map { (tag) throws(EntryError) in try tag["text"].name }
        (isTrashed, isTimeKnown) = Self.trash(at: try credential["delete_time"].name)
        otp = try credential["otp"]
        try look(at: try credential["custom_fields"])
    }

    private mutating func look(at fields: JSONValue?) throws(EntryError) {
        for field in fields.elements {
            customFields.look(at: try field["value"].name, named: try field["label"].name)
        }
    }

    /// Its tags are `[one,two]`.
    init(row: CSVTable.Row) throws(EntryError) {
        label = row["label"]
        userName = row["username"]
        email = row["email"]
        note = row["description"]
        tags = row["tags"].trimmingWhitespace.dropFirst().dropLast().split(separator: ",").map(String.init)
        (isTrashed, isTimeKnown) = Self.trash(at: row["delete_time"])
        try look(at: try? JSONValue(text: Array(row["custom_fields"].utf8)))
        let cell = row["otp"]
        guard !cell.isBlank else { return }
        otp = try? JSONValue(text: Array(cell.utf8))
        isDamaged = otp == nil
    }

    /// Any value except 0 may be a time.
    private static func trash(at time: String) -> (isTrashed: Bool, isTimeKnown: Bool) {
        let time = time.trimmingWhitespace
        return (!["", "0"].contains(time), time.isEmpty || UInt64(time) != nil)
    }

    var entry: LoginEntry {
        get throws(EntryError) {
            var entry = LoginEntry()
            entry.title = label
            entry.userName = userName.isBlank ? email : userName
            entry.note = note
            entry.tags = tags
            entry.isTrashed = isTrashed
            if !isTimeKnown { entry.unread.add("delete_time", entries: 1) }
            entry.customFields = customFields
            guard !isDamaged, let otp, otp.kind != .null else {
                if isDamaged { entry.add(rejection: Self.notAnObject) }
                return entry
            }
            guard otp.kind == .object else {
                if otp.kind != .array || !otp.elements.isEmpty { entry.add(rejection: Self.notAnObject) }
                return entry
            }
            try addKey(of: otp, to: &entry)
            return entry
        }
    }

    private static let notAnObject = EntryError(.fieldDamaged, "the one-time password is not an object")

    /// A credential without a one-time code has an object without a secret.
    private func addKey(of otp: JSONValue, to entry: inout LoginEntry) throws(EntryError) {
        guard let secret = try otp["secret"], secret.kind != .string || !secret.name.isBlank else { return }
        let names = try names(of: otp)
        var credential = try LoginCredential(
            secret: secret.text, algorithm: otp["algorithm"]?.text, digits: otp["digits"]?.field,
            period: otp["period"]?.field, issuer: names.issuer, name: names.name)
        switch try otp["type"]?.text {
        case nil, .text(""), .text("totp"): break
        case .text("hotp"):
            credential.kind = .hotp
            credential.counter = try Self.counter(of: otp, secret.name).map { .number($0) }
            if credential.counter == nil {
                entry.warning =
                    "Passman stores no counter, so it starts at 0; set the counter that its service expects"
            }
        default:
            entry.add(rejection: EntryError(.typeUnknown, "the type is not one of totp, hotp"))
            return
        }
        entry.add(credential)
        // The app generates codes from the fields.
        if let link = try Self.link(of: otp),
            let difference = LoginKey(key: .credential(credential), entry: entry).account?.difference(from: link)
        {
            entry.warning.add(
                Warning("the fields and the link of its QR code have different \(difference)", .checkCodes))
        }
    }

    /// The app takes the label from the path of a link: `Acme:alice`.
    private func names(of otp: JSONValue) throws(EntryError) -> (issuer: String, name: String) {
        let issuer = try otp["issuer"].name.trimmingWhitespace, label = try otp["label"].name
        let normalized = AccountLabel.normalized(issuer: issuer, name: label)
        guard normalized.name == label.trimmingWhitespace, let colon = label.unicodeScalars.firstIndex(of: ":") else {
            return normalized
        }
        let head = String(label[..<colon]), rest = String(label.unicodeScalars[colon...].dropFirst())
        return (issuer.isEmpty ? head : issuer, rest)
    }

    /// The counter of the link that the app scanned, if that link has the same secret.
    private static func counter(of otp: JSONValue, _ secret: String) throws(EntryError) -> Int64? {
        guard let item = try link(of: otp), let secret = try? OTPSecret(base32: secret), item.secret == secret
        else { return nil }
        return item.parameters.counter
    }

    private static func link(of otp: JSONValue) throws(EntryError) -> Account? {
        let link = try (otp["qr_uri"]?["qrData"]).name
        return link.isEmpty ? nil : try? KeyURI.read(Array(link.utf8).span).account
    }
}
