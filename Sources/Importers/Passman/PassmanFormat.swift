import Encodings
import Links
import TOTPDomain

/// The exports of Passman for Nextcloud: JSON, and CSV whose cells are JSON (`Docs/formats/passman.md`).
package struct PassmanFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "passman",
            group: .passwordManager,
            app: "Passman (Nextcloud)",
            file: "JSON or CSV",
            encryption: .never,
            exportSteps: .menu("Passman › Settings › Export credentials, as JSON (or CSV)")
        )
    }

    /// A custom field has a label and a value, and a tag a text.
    private static let members = KnownMembers.parts(
        "label username email otp type issuer secret algorithm period digits qrData description tags text user_id")
    private static let columns = ["label", "custom_fields", "otp"]
    private static let knownColumns = columns + ["username", "email", "description", "tags", "delete_time"]

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline else { return content.csvColumns.isSuperset(of: Self.columns) }
        return outline.shape == .array && outline.has("credential_id", "custom_fields", "label", "otp")
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        guard request.content.jsonOutline != nil else {
            let table = try CSVTable(text)
            return try ImportedDocument(
                format: description.id, logins: table, columns: Self.columns,
                unread: UnreadColumns(table.header, known: Self.knownColumns), request.limits
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
            format: description.id, entries: file.elements, at: [], in: text, request.limits
        ) { (credential) throws(EntryError) in try PassmanCredential(credential).entry }
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
        isTrashed = Self.isTrashed(try credential["delete_time"].name)
        otp = try credential["otp"]
        for field in try credential["custom_fields"].elements {
            customFields.look(at: try field["value"].name, named: try field["label"].name)
        }
    }

    /// Its tags are `[one,two]`.
    init(row: CSVTable.Row) {
        label = row["label"]
        userName = row["username"]
        email = row["email"]
        note = row["description"]
        tags = row["tags"].trimmingWhitespace.dropFirst().dropLast().split(separator: ",").map(String.init)
        isTrashed = Self.isTrashed(row["delete_time"])
        let cell = row["otp"]
        guard !cell.isBlank else { return }
        otp = try? JSONValue(text: Array(cell.utf8))
        isDamaged = otp == nil
    }

    private static func isTrashed(_ time: String) -> Bool { (Int64(time.trimmingWhitespace) ?? 0) > 0 }

    var entry: LoginEntry {
        get throws(EntryError) {
            var entry = LoginEntry()
            entry.title = label
            entry.userName = userName.isBlank ? email : userName
            entry.note = note
            entry.tags = tags
            entry.isTrashed = isTrashed
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

    /// An object without a secret is that of a credential without a one-time code.
    private func addKey(of otp: JSONValue, to entry: inout LoginEntry) throws(EntryError) {
        guard let secret = try otp["secret"], secret.kind != .string || !secret.name.isBlank else { return }
        let names = try names(of: otp)
        var credential = try LoginCredential(
            secret: secret.text, algorithm: otp["algorithm"]?.text, digits: otp["digits"]?.number,
            period: otp["period"]?.number, issuer: names.issuer, name: names.name)
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

    /// The counter of the link that the app scanned, if it is one of the same secret.
    private static func counter(of otp: JSONValue, _ secret: String) throws(EntryError) -> Int64? {
        let link = try (otp["qr_uri"]?["qrData"]).name
        guard let item = try? KeyURI.read(Array(link.utf8).span).item,
            let secret = try? OTPSecret(base32: secret), item.secret == secret
        else { return nil }
        return item.parameters.counter
    }
}
