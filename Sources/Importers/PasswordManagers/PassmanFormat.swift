import Encodings
import FormatEngine
import Links
import TOTPDomain

/// The exports of Passman for Nextcloud: JSON, and CSV whose cells are JSON (`Docs/formats/passman.md`).
package struct PassmanFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "passman",
        group: .passwordManager,
        app: "Passman (Nextcloud)",
        file: "JSON or CSV",
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
            return try ImportedDocument(
                format: description.id, logins: CSVTable(text), columns: Self.columns, known: Self.knownColumns,
                request.limits
            ) { row in
                do throws(EntryError) { return try PassmanCredential.entry(row) } catch {
                    return LoginEntry(rejected: error)
                }
            }
        }
        let file = try JSONValue(text: text)
        guard file.kind == .array else {
            throw SourceError.damaged("its outermost value is not a list")
        }
        return try logins(
            file.elements, at: [], in: text, request.limits, knowing: Self.members
        ) { (credential) throws(EntryError) in try PassmanCredential.entry(credential) }
    }
}

/// A credential of Passman, in JSON or in a row.
enum PassmanCredential {
    static func entry(_ credential: JSONValue) throws(EntryError) -> LoginEntry {
        var entry = LoginEntry()
        entry.title = try credential["label"].name
        entry.userName = try credential["username"].name
        if entry.userName.isBlank { entry.userName = try credential["email"].name }
        entry.note = try credential["description"].name
        entry.tags = try credential["tags"].elements.map { (tag) throws(EntryError) in try tag["text"].name }
        look(atTrash: try credential["delete_time"].name, &entry)
        try look(at: try credential["custom_fields"], &entry)
        try addKey(of: try credential["otp"], to: &entry)
        return entry
    }

    static func entry(_ row: CSVTable.Row) throws(EntryError) -> LoginEntry {
        var entry = LoginEntry(
            row, title: "label", userNames: ["username", "email"], address: nil, note: "description")
        // `[one,two]`
        entry.tags = row["tags"].trimmingWhitespace.dropFirst().dropLast().split(separator: ",").map(String.init)
        look(atTrash: row["delete_time"], &entry)
        try look(at: try? JSONValue(text: Array(row["custom_fields"].utf8)), &entry)
        guard !row["otp"].isBlank else { return entry }
        if let otp = try? JSONValue(text: Array(row["otp"].utf8)) {
            try addKey(of: otp, to: &entry)
        } else {
            entry.add(rejection: notAnObject)
        }
        return entry
    }

    private static func look(at fields: JSONValue?, _ entry: inout LoginEntry) throws(EntryError) {
        for field in fields.elements {
            entry.customFields.look(at: try field["value"].name, named: try field["label"].name)
        }
    }

    /// Any value except 0 may be a time.
    private static func look(atTrash time: String, _ entry: inout LoginEntry) {
        let time = time.trimmingWhitespace
        entry.isTrashed = !["", "0"].contains(time)
        if !time.isEmpty, UInt64(time) == nil { entry.unread.add("delete_time", entries: 1) }
    }

    private static let notAnObject = EntryError(.fieldDamaged, "the one-time password is not an object")

    /// A credential without a one-time code has an object without a secret, no object, or an empty list.
    private static func addKey(of otp: JSONValue?, to entry: inout LoginEntry) throws(EntryError) {
        guard let otp, otp.kind != .null else { return }
        guard otp.kind == .object else {
            if otp.kind != .array || !otp.elements.isEmpty { entry.add(rejection: notAnObject) }
            return
        }
        guard let secret = try otp["secret"], secret.kind != .string || !secret.name.isBlank else { return }
        let names = try names(of: otp)
        var credential = try LoginCredential(
            secret: secret.text, algorithm: otp["algorithm"]?.text, digits: otp["digits"]?.field,
            period: otp["period"]?.field, issuer: names.issuer, name: names.name)
        switch try otp["type"]?.text {
        case nil, .text(""), .text("totp"): break
        case .text("hotp"):
            credential.kind = .hotp
            credential.counter = try counter(of: otp, secret.name).map { .number($0) }
        default:
            entry.add(rejection: EntryError(.typeUnknown, "the type is not one of totp, hotp"))
            return
        }
        entry.add(credential)
        // The app generates codes from the fields.
        if let link = try link(of: otp),
            let difference = LoginKey(key: .credential(credential), entry: entry).account?.difference(from: link)
        {
            entry.warning.add(
                Warning("the fields and the link of its QR code have different \(difference)", .checkCodes))
        }
    }

    /// The app takes the label from the path of a link: `Acme:alice`.
    private static func names(of otp: JSONValue) throws(EntryError) -> (issuer: String, name: String) {
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
