import CryptoPrimitives
import Encodings
import TOTPDomain

/// CloudOTP's encrypted backup (`Docs/formats/cloudotp.md`).
package struct CloudOTPFormat: ImportFormat {
    package let description = FormatDescription(
        id: "cloudotp",
        app: "CloudOTP",
        file: "encrypted backup, .bin",
        encryption: .always,
        exportSteps: .menu("Settings › Import and export › Export encrypted file; its URI file is read as otpauth")
    )

    private static let magic = Array("CloudOTP-Backup-Encrypt-V".utf8)
    private static let cost = KeyDerivation.Argon2Cost(passes: 3, memory: 65_536, lanes: 1)

    package func recognizes(_ content: SourceContent) -> Bool { content.bytes.starts(with: Self.magic) }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let backup = try HeadedBackup(
            request.content.bytes, magic: Self.magic, version: "01", nonceCount: AESGCM.nonceCount,
            tagCount: AESGCM.tagCount, of: "CloudOTP", other: "URI file")
        let text = try backup.open(request, Self.cost) { (sealed, key, nonce) throws(CryptoError) in
            try AESGCM.open(sealed, key: key, nonce: nonce, associatedData: [])
        }
        return try document(of: text, request.limits)
    }

    /// - Parameter text: the decrypted JSON. Tokens and categories in it are texts of JSON.
    func document(of text: [UInt8], _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        let file = try JSONValue(text: text)
        let tokens = try file.list("tokens")
        var document = ImportedDocument(format: description.id, records: JSONRecordCount.count(["tokens"], in: text))
        try limits.check(records: document.records)
        let tags = try Self.tags(of: try file.member("categories").elements.map(Self.content))
        var unread = Self.fileMembers.unread(in: text)
        for (index, token) in tokens.enumerated() {
            let content = Self.content(token)
            if let string = token.string {
                unread.add(Self.members.unread(in: Array(string.utf8), isRecord: true))
            }
            let account = Result { () throws(EntryError) in
                guard let content else { throw .notAnObject }
                return try CloudOTPToken(JSONObject(entry: content), tags)
            }
            document.add(account, at: EntryPosition(entry: index + 1))
        }
        return naming(unread: unread, in: text, document)
    }

    /// In older files a token is an object of its own.
    private static let fileMembers = KnownNames(tokenMembers, texts: texts, list: "tokens")
    private static let members = KnownNames(tokenMembers, texts: texts)
    private static let texts: StaticString = "issuer account description"
    /// The members of `OtpToken`; `remark` is for the app, not from the user.
    private static let tokenMembers: StaticString = """
        tokens categories id uid seq secret token_type algorithm digits counter period pin pinned \
        image_path create_timestamp edit_timestamp remark copy_times last_copy_timestamp
        """

    /// nil if a text is not JSON.
    private static func content(_ value: JSONValue) -> JSONValue? {
        guard let string = value.string else { return value }
        return try? JSONValue(text: Array(string.utf8))
    }

    /// The titles of the categories of each token, by its id.
    private static func tags(of categories: [JSONValue?]) throws(SourceError) -> [String: [String]] {
        var tags: [String: [String]] = [:]
        for category in categories.compactMap({ $0 }) {
            let title = try category.member("title").name
            for id in try category.member("bindings").name.split(separator: ",") {
                tags[String(id).trimmingWhitespace, default: []].append(title)
            }
        }
        return tags
    }
}

/// An account of CloudOTP.
struct CloudOTPToken: ExportedAccount {
    let names: (issuer: String, name: String)
    private let token: JSONObject
    private let tags: [String]

    private static let kinds: [OTPKind] = [.totp, .hotp, .motp, .steam, .yandex]
    private static let motpPeriod: Int64 = 10

    /// - Parameter tags: the tags of tokens, by their ids.
    init(_ token: JSONObject, _ tags: [String: [String]]) throws(EntryError) {
        self.token = token
        names = (try token.value("issuer").name, try token.value("account").name)
        self.tags = tags[try token.value("uid").name] ?? []
    }

    func draft() throws(EntryError) -> AccountDraft {
        let kind = try kind()
        let secret = try (token.value("secret")?.text).checked("the secret")
        var draft =
            try kind == .motp ? AccountDraft(kind: kind, hex: secret) : AccountDraft(kind: kind, base32: secret)
        try draft.take(
            algorithm: try token.value("algorithm")?.text, digits: try token.text("digits"),
            period: try token.text("period"), counter: try token.text("counter"))
        if kind == .motp { try checkPeriod() }
        if kind.hasPIN { draft.pin = try token.value("pin").name }
        draft.note = try token.value("description").name
        draft.tags = tags
        draft.isFavorite = try token.value("pinned").isSet
        return draft
    }

    private func kind() throws(EntryError) -> OTPKind {
        let index = try token.text("token_type").checked("the type", .typeUnknown) ?? 0
        guard let place = Int(exactly: index), Self.kinds.indices.contains(place) else {
            throw EntryError(.typeUnknown, "the type must be 0 to \(Self.kinds.count - 1), not \(index)")
        }
        return Self.kinds[place]
    }

    /// The app generates codes with any period, although servers know only one.
    private func checkPeriod() throws(EntryError) {
        let period = try token.text("period").checked("the period", .periodOutOfRange) ?? Self.motpPeriod
        guard period == Self.motpPeriod else {
            throw EntryError(
                .periodOutOfRange,
                "the period of Mobile-OTP must be \(Self.motpPeriod), not \(period)", "correct it in CloudOTP")
        }
    }
}
