import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// CloudOTP's encrypted backup (`Docs/formats/cloudotp.md`).
package struct CloudOTPFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "cloudotp",
        app: "CloudOTP",
        file: "encrypted backup, .bin",
        encryption: .always,
        exportSteps: .menu("Settings › Import and export › Export encrypted file; its URI file is read as otpauth")
    )

    private static let backup = HeadedBackup(
        app: "CloudOTP", other: "URI file", magic: "CloudOTP-Backup-Encrypt-V", version: "01",
        cost: KeyDerivation.Argon2Cost(passes: 3, memory: 65_536, lanes: 1), nonceCount: AESGCM.nonceCount,
        tagCount: AESGCM.tagCount
    ) { (sealed, key, nonce) throws(CryptoError) in
        try AESGCM.open(sealed, key: key, nonce: nonce, associatedData: [])
    }

    package func recognizes(_ content: SourceContent) -> Bool { Self.backup.isStart(of: content) }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try document(of: Self.backup.open(request), request.limits)
    }

    /// - Parameter text: the decrypted JSON. Tokens and categories in it are texts of JSON.
    package func document(of text: [UInt8], _ limits: ImportLimits) throws(SourceError) -> ImportedDocument {
        let file = try JSONValue(text: text)
        let tokens = try file.list("tokens")
        var document = ImportedDocument(format: description.id, records: JSONRecordCount.count(["tokens"], in: text))
        try limits.check(records: document.records)
        let tags = try Self.tags(of: try file.member("categories").elements.map(Self.content))
        var unread = Self.fileMembers.unread(in: text)
        for (index, token) in tokens.enumerated() {
            if let string = token.string {
                unread.add(Self.members.unread(in: Array(string.utf8), isRecord: true))
            }
            document.add(Self.content(token) ?? token, at: index) { (token) throws(EntryError) in
                try Self.account(token, tags)
            }
        }
        return naming(unread: unread, in: text, document)
    }

    private static let token = EntryShape(
        issuer: "issuer", name: "account", secret: "secret",
        kind: .numbered("token_type", [.totp, .hotp, .motp, .steam, .yandex], from: 0), mobileOTPSecret: .hex,
        algorithm: "algorithm", digits: "digits", period: "period", counter: "counter", pin: "pin",
        note: "description")
    private static let motpPeriod: Int64 = 10

    /// In older files a token is an object of its own.
    private static let fileMembers = KnownNames(reading: token, tokenMembers, list: "tokens")
    private static let members = KnownNames(reading: token, tokenMembers)
    /// The others of `OtpToken`; `remark` is for the app, not from the user.
    private static let tokenMembers: StaticString = """
        tokens categories id uid seq pinned image_path create_timestamp edit_timestamp remark copy_times \
        last_copy_timestamp
        """

    /// - Parameter tags: the tags of tokens, by their ids.
    private static func account(
        _ object: JSONObject, _ tags: [String: [String]]
    ) throws(EntryError) -> ShapedAccount {
        var account = try token.account(in: object)
        account.secret = try object.value("secret")?.text
        account.isFavorite = try object.value("pinned").isSet
        account.tags = tags[try object.value("uid").name] ?? []
        // The app generates codes with any period, although servers know only one.
        if account.kind.whole == 2, let period = try account.period.checked("the period", .periodOutOfRange),
            period != motpPeriod
        {
            account.problem = EntryError(
                .periodOutOfRange, "the period of Mobile-OTP must be \(motpPeriod), not \(period)",
                "correct it in CloudOTP")
        }
        return account
    }

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
