import Encodings
import FormatEngine
import TOTPDomain

/// The devices of a Django server, as `manage.py dumpdata` writes them (`Docs/formats/django-otp.md`).
package struct DjangoOTPFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "django-otp",
        group: .file,
        app: "Django OTP, authentik",
        file: "JSON of Django's dumpdata",
        exportSteps: .command("manage.py dumpdata otp_totp otp_hotp auth.user > ", thenFile: ""),
        keepsake: .original("the dump of a server")
    )

    /// All codes have SHA1; the issuer is in the settings of the site.
    private static let device = EntryShape(
        inside: "fields", secret: ".key", secretName: "the key",
        kind: .named("model", among: ["totpdevice": .totp, "hotpdevice": .hotp]), secretText: .hex, digits: ".digits",
        period: ".step", counter: ".counter")

    /// The others of `TOTPDevice`, `HOTPDevice` and `User`.
    private static let members = KnownNames(
        reading: device,
        """
        pk user tolerance drift last_t created_at last_used_at
        throttling_failure_timestamp throttling_failure_count password first_name last_name email is_active
        is_staff is_superuser last_login date_joined groups user_permissions type uuid attributes path password_change_date
        last_updated
        """, texts: "name username", holder: ("fields", "confirmed t0"))

    /// The names that programs give to every device.
    private static let usualNames: Set<String> = ["", "default", "TOTP Device"]
    /// The most hexadecimal digits that Django stores.
    private static let longestKey = 80

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.members["model"] == .string,
            outline.members["fields"] == .object
        else { return false }
        return [".totpdevice\"", ".hotpdevice\""].contains {
            content.text.span.firstIndex(of: Array($0.utf8)) != nil
        }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let stream = try JSONStream(request.content.text, request.limits)
        var users: [String: String] = [:]
        for record in stream.records where Self.model(record).hasSuffix(".user") {
            guard let key = try? record["pk"].name, let name = try? (record["fields"]?["username"]).name else {
                continue
            }
            if !key.isEmpty { users[key] = name }
        }
        var document = ImportedDocument(format: description.id, records: stream.count)
        for (index, record) in stream.records.enumerated() {
            document.add(record, at: index) { (record) throws(EntryError) in try Self.device(record, users) }
        }
        let unread = stream.unread(Self.members) { record in
            let model = Self.model(record)
            return model.hasSuffix(".user") || Self.isDevice(model)
        }
        return naming(unread: unread, document)
    }

    private static func model(_ record: JSONValue) -> String {
        (try? record["model"].name.trimmingWhitespace.lowercased()) ?? ""
    }

    private static func isDevice(_ model: String) -> Bool {
        model.hasSuffix(".totpdevice") || model.hasSuffix(".hotpdevice")
    }

    /// An object of the dump.
    private static func device(_ record: JSONObject, _ users: [String: String]) throws(EntryError) -> ShapedAccount {
        var account = try device.account(in: record)
        let model = model(record.value), isDevice = isDevice(model), fields = try record.object("fields")
        guard !model.isEmpty else { throw EntryError(.fieldDamaged, "the object has no model") }
        if isDevice, fields == nil { throw EntryError(.fieldDamaged, "fields is not an object") }
        guard isDevice, let fields else {
            account.skipReason = .noOneTimeCode
            return account
        }
        let user = try fields.value("user"), deviceName = try fields.value("name").name.trimmingWhitespace
        let userName =
            user?.kind == .array ? user.elements.first?.name ?? "" : users[user.name] ?? (user?.string ?? "")
        account.name = .text(userName.isBlank ? deviceName : userName)
        account.kind = model.split(separator: ".").last.map { .text(String($0)) }
        if account.secret.orEmpty.utf8.count > longestKey {
            account.problem = EntryError(
                .secretNotHex, "the key is longer than \(longestKey) digits, and may be encrypted")
        } else if let start = try fields.text("t0").checked("t0", .periodOutOfRange), start != 0 {
            account.problem = EntryError(
                .periodOutOfRange, "it counts its steps from a time of its own",
                "no app does; set it up again with its service")
        }
        if !userName.isBlank, !usualNames.contains(deviceName) { account.note = .text(deviceName) }
        if try fields.flag("confirmed") == false {
            account.warning = Warning("the server never confirmed it", "check that the site accepts its codes")
        }
        return account
    }
}
