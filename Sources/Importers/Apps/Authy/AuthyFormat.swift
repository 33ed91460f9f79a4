import Encodings
import FormatEngine
import TOTPDomain

/// Authy's token store, from a rooted phone (`Docs/formats/authy.md`).
package struct AuthyFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "authy",
        app: "Authy", origin: .rootedPhone,
        file: "XML, preferences",
        encryption: .optional,
        exportSteps: .text(
            "On a rooted phone copy /data/data/com.authy.authy/shared_prefs/"
                + "com.authy.storage.tokens.authenticator.xml and com.authy.storage.tokens.authy.xml; use the passphrase "
                + "of Authy's backups"),
        missingExport: .authy
    )

    private static let stores = ["com.authy.storage.tokens.authenticator.key", "com.authy.storage.tokens.authy.key"]

    /// The others of `AuthenticatorToken` and `AuthyToken`.
    private static let members = KnownNames(
        """
        digits decryptedSecret encryptedSecret salt secretSeed \
        assetGroup createdDate hidden id isNew key logo needsUpload passwordTimestamp timestamp uniqueId upload_state
        """, texts: "name originalName originalIssuer accountType")

    package func recognizes(_ content: SourceContent) -> Bool {
        AndroidPreferences.mention("com.authy.storage.tokens", in: content)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let preferences = try AndroidPreferences(request.content)
        var tokens: [Result<AuthyToken, EntryError>] = [], unread = preferences.unread
        let stores = preferences.records { Self.stores.contains($0.name) }
        guard stores.count > 0 else { throw .mayBeNewer(Self.stores[0]) }
        // A store that was not read counts as a record.
        var records = stores.count - stores.strings.count
        for setting in stores.strings {
            let text = Array(setting.text.utf8)
            let list = try JSONFile.list(in: text)
            records += try JSONFile.records(at: [], in: text, elements: list.count)
            try request.limits.check(records: records)
            tokens += list.entries(AuthyToken.init(stored:))
            unread.add(Self.members.unread(in: text))
        }
        return try document(
            of: AuthyEncryption.accounts(of: tokens, request), records: records, request.limits, unread: unread)
    }
}

extension MissingExport {
    /// Its apps have no export, but some of their files can be read (`Docs/formats/no-export.md`).
    static let authy = MissingExport(
        "Its accounts are only synchronized between its own apps, and Authy Desktop ended in 2024. Set each account "
            + "up again at its service, before you delete Authy or its account.")
}

/// A token of Authy: an element of its store, or as its server sends it, in a capture, a script or a data request.
struct AuthyToken: Sendable {
    var name = "", originalName = "", originalIssuer = "", accountType = ""
    var digits: LenientNumber?
    /// Base32, or the message of a script that could not decrypt it. What the server sends may also be hexadecimal.
    var decryptedSecret: LenientText?
    /// Base64.
    var encryptedSecret: LenientText?
    /// Hexadecimal; only Authy's own tokens have it.
    var secretSeed: LenientText?
    var salt = ""
    /// Hexadecimal; empty means zeros.
    var iv: LenientText?
    var iterations: LenientNumber?
    var isFromServer = false

    private static let standardIterations: Int64 = 1000

    init() {}

    /// An element of the store.
    init(stored entry: JSONObject) throws(EntryError) {
        name = try entry.value("name").name
        originalName = try entry.value("originalName").name
        originalIssuer = try entry.value("originalIssuer").name
        accountType = try entry.value("accountType").name
        digits = try entry.text("digits")
        decryptedSecret = try entry.text("decryptedSecret")
        encryptedSecret = try entry.text("encryptedSecret")
        salt = try entry.value("salt").name
        secretSeed = try entry.text("secretSeed")
    }

    init(sent entry: JSONObject) throws(EntryError) {
        name = try entry.value("name").name.withoutUndefined
        originalName = try entry.value("original_name").name.withoutUndefined
        originalIssuer = try entry.value("issuer").name.withoutUndefined
        accountType = try entry.value("account_type").name
        digits = try entry.text("digits")
        decryptedSecret = try entry.value("decrypted_seed")?.text
        encryptedSecret = try entry.value("encrypted_seed")?.text
        salt = try entry.value("salt").name
        iv = try entry.value("unique_iv")?.text
        iterations = try entry.text("key_derivation_iterations")
        isFromServer = true
    }

    /// A token of Authy's own, which is not encrypted.
    init(app entry: JSONObject) throws(EntryError) {
        name = try entry.value("name").name
        digits = try entry.text("digits")
        secretSeed = try entry.value("secret_seed")?.text
    }

    var isEncrypted: Bool {
        decryptedSecret.orEmpty.isBlank && secretSeed.orEmpty.isEmpty && !encryptedSecret.orEmpty.isBlank
    }

    // MARK: - Names

    /// The app stores names as they were scanned and as they are shown; the issuer may be in four fields.
    private var names: (issuer: String, name: String) {
        let shown = name.trimmingWhitespace
        if !secretSeed.orEmpty.isEmpty { return (shown, "") }
        let issuer = issuer
        if shown == issuer { return (issuer, "") }
        for separator in [":", " - "] where !issuer.isEmpty && shown.hasPrefix(issuer + separator) {
            return (issuer, String(shown.dropFirst(issuer.count + separator.count)).trimmingWhitespace)
        }
        return (issuer, shown)
    }

    private var issuer: String {
        if !originalIssuer.isBlank { return originalIssuer.trimmingWhitespace }
        if let issuer = originalName.text(before: ":") { return issuer }
        if let issuer = name.text(before: " - ") { return issuer }
        let type = accountType.trimmingWhitespace
        let isPlain = isFromServer ? type.hasPrefix("authenticator") : type == "authenticator"
        return isPlain ? "" : type.prefix(1).uppercased() + type.dropFirst()
    }

    // MARK: - The account

    /// - Throws: ``SourceError`` with `password-required` or `limit-exceeded`.
    func account(_ encryption: inout AuthyEncryption) throws(SourceError) -> ShapedAccount {
        var account = ShapedAccount(issuer: names.issuer, name: names.name)
        account.digits = digits
        do throws(EntryError) {
            if let seed = try secretSeed.checked("the secret seed") {
                (account.secret, account.secretText, account.period) = (.text(seed), .hex, .number(10))
                account.digits = .number(try digits.checked("the number of digits", .digitsOutOfRange) ?? 7)
                return account
            }
        } catch { account.problem = error }
        switch try secret(&encryption) {
        case .success(let text):
            account.secret = .text(text)
            if isFromServer, (try? AccountDraft(base32: text)) == nil, Hex.decode(text.trimmingWhitespace) != nil {
                account.secretText = .hex
            }
        case .failure(let problem): account.problem = account.problem ?? problem
        }
        return account
    }

    private func secret(_ encryption: inout AuthyEncryption) throws(SourceError) -> Result<String, EntryError> {
        guard isEncrypted else {
            return Result { () throws(EntryError) in
                guard isFromServer else { return decryptedSecret.orEmpty }
                let seed = try decryptedSecret.checked("the seed") ?? ""
                if seed.isBlank { _ = try encryptedSecret.checked("the encrypted seed") }
                guard !seed.hasPrefix("Decryption failed") else {
                    throw EntryError(
                        .fieldDamaged, "the script could not decrypt it", "import the file that the script read")
                }
                return seed
            }
        }
        let iterations = iterations == nil ? Self.standardIterations : iterations.whole ?? 0
        let ivText = iv.orEmpty.trimmingWhitespace
        var seed = AuthyEncryption.Seed(
            ciphertext: encryptedSecret.orEmpty.trimmingWhitespace, salt: salt, iterations: Int(iterations),
            isHexAllowed: isFromServer)
        if iv == .damaged || !ivText.isEmpty { seed.iv = Hex.decode(ivText) ?? [] }
        return try encryption.open(seed)
    }
}

extension String {
    /// The trimmed text before the first separator; nil without a separator, or without text before it.
    fileprivate func text(before separator: String) -> String? {
        guard let found = firstRange(of: separator) else { return nil }
        let text = String(self[..<found.lowerBound]).trimmingWhitespace
        return text.isEmpty ? nil : text
    }

    /// Not what JavaScript makes of a missing text.
    var withoutUndefined: String { self == "undefined" ? "" : self }
}
