import Encodings
import TOTPDomain

/// The devices of a Django server, as `manage.py dumpdata` writes them (`Docs/formats/django-otp.md`).
package struct DjangoOTPFormat: ImportFormat {
    package let description = FormatDescription(
        id: "django-otp",
        group: .file,
        app: "Django OTP, authentik",
        file: "JSON of Django's dumpdata",
        encryption: .never,
        exportSteps: .command("manage.py dumpdata otp_totp otp_hotp auth.user > ", thenFile: ""),
        keepsake: .original("the dump of a server")
    )

    /// Those of `TOTPDevice`, `HOTPDevice` and `User`.
    private static let members = KnownNames(
        """
        model pk fields user tolerance drift last_t created_at last_used_at
        throttling_failure_timestamp throttling_failure_count password first_name last_name email is_active
        is_staff is_superuser last_login date_joined groups user_permissions type uuid attributes path password_change_date
        last_updated
        """, texts: "name username", holder: ("fields", "confirmed key step t0 digits counter"))

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
        for record in stream.records where DjangoDevice.model(record).hasSuffix(".user") {
            guard let key = try? record["pk"].name, let name = try? (record["fields"]?["username"]).name else {
                continue
            }
            if !key.isEmpty { users[key] = name }
        }
        var document = ImportedDocument(format: description.id, records: stream.count)
        for (index, record) in stream.records.enumerated() {
            let position = EntryPosition(entry: index + 1)
            do throws(EntryError) {
                guard record.kind == .object else { throw .notAnObject }
                document.add(try DjangoDevice(record, users), at: position)
            } catch { document.reject(at: position, error) }
        }
        let unread = stream.unread(Self.members) { record in
            let model = DjangoDevice.model(record)
            return model.hasSuffix(".user") || DjangoDevice.kind(ofModel: model) != nil
        }
        return naming(unread: unread, document)
    }
}

/// An object of the dump. All codes have SHA1; the issuer is in the settings of the site.
private struct DjangoDevice: ExportedAccount {
    /// nil for an object of another model.
    private let kind: OTPKind?
    private let userName, deviceName: String
    private let key: LenientText?
    private let digits, step, start, counter: LenientNumber?
    private let isUnconfirmed: Bool

    /// The names that programs give to every device.
    private static let usualNames: Set<String> = ["", "default", "TOTP Device"]
    /// The most hexadecimal digits that Django stores.
    private static let longestKey = 80

    static func model(_ record: JSONValue) -> String {
        (try? record["model"].name.trimmingWhitespace.lowercased()) ?? ""
    }

    static func kind(ofModel model: String) -> OTPKind? {
        model.hasSuffix(".totpdevice") ? .totp : model.hasSuffix(".hotpdevice") ? .hotp : nil
    }

    init(_ record: JSONValue, _ users: [String: String]) throws(EntryError) {
        let model = Self.model(record)
        guard !model.isEmpty else { throw EntryError(.fieldDamaged, "the object has no model") }
        kind = Self.kind(ofModel: model)
        let fields = try record["fields"]
        if kind != nil, fields?.kind != .object { throw EntryError(.fieldDamaged, "fields is not an object") }
        let user = try fields?["user"]
        userName =
            user?.kind == .array ? user.elements.first?.name ?? "" : users[user.name] ?? (user?.string ?? "")
        deviceName = try (fields?["name"]).name.trimmingWhitespace
        key = try fields?["key"]?.text
        digits = try fields?["digits"]?.field
        step = try fields?["step"]?.field
        start = try fields?["t0"]?.field
        counter = try fields?["counter"]?.field
        isUnconfirmed = try fields?["confirmed"]?.flag == false
    }

    var skipReason: SkipReason? { kind == nil ? .noOneTimeCode : nil }

    var names: (issuer: String, name: String) { ("", userName.isBlank ? deviceName : userName) }

    func draft() throws(EntryError) -> AccountDraft {
        let key = try key.checked("the key")
        if let key, key.utf8.count > Self.longestKey {
            throw EntryError(.secretNotHex, "the key is longer than \(Self.longestKey) digits, and may be encrypted")
        }
        var draft = try AccountDraft(kind: kind ?? .totp, hex: key)
        if let start = try start.checked("t0", .periodOutOfRange), start != 0 {
            throw EntryError(
                .periodOutOfRange, "it counts its steps from a time of its own",
                "no app does; set it up again with its service")
        }
        try draft.take(digits: digits, period: step, counter: counter)
        draft.start(at: 0)
        if !userName.isBlank, !Self.usualNames.contains(deviceName) { draft.note = deviceName }
        if isUnconfirmed {
            draft.warning = Warning("the server never confirmed it", "check that the site accepts its codes")
        }
        return draft
    }
}
