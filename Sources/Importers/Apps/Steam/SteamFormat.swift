import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// Steam Guard's files: of the old and the new app, and maFiles, plain or encrypted (`Docs/formats/steam.md`).
package struct SteamFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "steam",
        app: "Steam",
        file: "JSON: maFile, Steamguard file",
        encryption: .optional,
        exportSteps: .text(
            "Steam Desktop Authenticator: the maFile in its folder maFiles, with manifest.json next to it if "
                + "encrypted. Steam app on a rooted phone: copy "
                + "/data/data/com.valvesoftware.android.steam.community/files/Steamguard-*"),
        missingExport: MissingExport(
            "The Steam app only moves from phone to phone. Do not remove its authenticator lightly: Steam then holds trades "
                + "and sales for days. Set it up again with steamguard-cli or Steam Desktop Authenticator, which keep the "
                + "secret in a maFile.",
            setsUpAgain: false),
        keepsake: .ownData("Steam's own file, with a revocation code that is not taken")
    )

    /// The members of Steam's answer to `AddAuthenticator`, and the members that Steam Desktop Authenticator and
    /// Steam's app add.
    private static let memberNames: StaticString = """
        shared_secret uri secret_1 serial_number revocation_code server_time token_gid identity_secret \
        status device_id fully_enrolled phone_number_hint confirm_type steamguard_scheme steamid version accounts \
        Session SteamID SessionID SteamLogin SteamLoginSecure WebCookie OAuthToken AccessToken RefreshToken
        """
    private static let members = KnownNames(memberNames, texts: "account_name")
    /// Of a file with several accounts, in which each has a name.
    private static let accountMembers = KnownNames(memberNames, texts: "account_name", data: 2)

    /// An encrypted maFile looks like any other base64. Other files also have a shared secret, but not in base64.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline else { return SteamEncryption.matches(content) }
        guard outline.shape == .object else { return false }
        let hasOne = outline.has("shared_secret")
        if !hasOne, !outline.has("accounts"), Self.mentionsAll(content.text) { return true }
        guard hasOne || outline.members["accounts"] == .object, let isBase32 = Self.isBase32(in: content.text) else {
            return false
        }
        return !isBase32 || (hasOne ? Self.members : Self.accountMembers).haveAllParts(in: content.text)
    }

    /// Whether a shared secret can be base32; nil without a secret. A damaged text is searched up to the damage.
    private static func isBase32(in text: [UInt8]) -> Bool? {
        var scanner = JSONScanner(text, checksEscapes: false)
        var isBase32: Bool?
        while isBase32 != true, let token = try? scanner.next() {
            guard case .name(let name) = token, scanner.matches(name, "shared_secret") else { continue }
            isBase32 = false
            if (try? scanner.nextKind()) == .string, case .string(let secret)? = try? scanner.next() {
                isBase32 = (try? scanner.string(secret)).map(SecretEvidence.canBeSecret) ?? false
            }
        }
        return isBase32
    }

    /// Whether a text has members that only Steam has together: a later version may rename the accounts.
    private static func mentionsAll(_ text: [UInt8]) -> Bool {
        let head = text.prefix(1 << 12)
        return ["\"shared_secret\"", "\"identity_secret\"", "\"revocation_code\""].allSatisfy {
            head.firstRange(of: Array($0.utf8)) != nil
        }
    }

    package func hasNoSignature(_ content: SourceContent) -> Bool { content.jsonOutline == nil }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.jsonOutline == nil ? try SteamEncryption.open(request) : request.content.text
        let (accounts, records) = try SteamFile.accounts(in: text)
        var document = try ImportedDocument(
            format: description.id, records: records, accounts: PlantedLoss.applied(to: accounts), request.limits)
        if accounts.contains(where: { (try? $0.get().holdsMore) == true }) {
            document.warnings.append(
                Warning("Steam's revocation code and the keys that confirm trades are not imported", "keep the file")
            )
        }
        let hasOne = SourceContent(text: text).jsonOutline?.has("shared_secret") == true
        return naming(
            unread: (hasOne ? Self.members : Self.accountMembers).unread(in: text, isRecord: hasOne), document)
    }
}

/// The account of a maFile or of an app's file.
struct SteamAccount: ExportedAccount {
    /// Base64, most often of 20 bytes.
    let sharedSecret: LenientText?
    private let accountName: LenientText?
    private let revocationCode: LenientText?
    private let identitySecret: LenientText?

    /// - Parameter text: reads a member.
    init<Failure: Error>(_ text: (String) throws(Failure) -> LenientText?) throws(Failure) {
        sharedSecret = try text("shared_secret")
        accountName = try text("account_name")
        revocationCode = try text("revocation_code")
        identitySecret = try text("identity_secret")
    }

    /// Whether the file contains data that an account cannot store.
    var holdsMore: Bool { !revocationCode.orEmpty.isEmpty || !identitySecret.orEmpty.isEmpty }

    var names: (issuer: String, name: String) { ("Steam", accountName.orEmpty) }

    func draft() throws(EntryError) -> AccountDraft {
        try AccountDraft(kind: .steam, base64: try sharedSecret.checked("shared_secret"))
    }
}

/// The shapes of Steam's files: one account, or a member `accounts` of many by name.
enum SteamFile {
    /// The accounts in the file's order, and their number, counted independently.
    ///
    /// - Throws: ``SourceError`` with `corrupt`.
    static func accounts(
        in text: [UInt8]
    ) throws(SourceError) -> (accounts: [Result<SteamAccount, EntryError>], records: Int) {
        // Decodes the whole text, so the rest need not expect damage.
        let file = try JSONFile(text), whole = try SteamAccount(file.text)
        guard whole.sharedSecret == nil else { return ([.success(whole)], 1) }
        let lists = file.whole.writtenMembers.filter { $0.isNamed("accounts") }.map(\.value)
        if lists.isEmpty { return ([.success(whole)], 1) }
        var accounts: [Result<SteamAccount, EntryError>] = []
        for list in lists {
            try list.check(.object, at: "accounts")
            accounts += list.writtenMembers.map { account in
                Result { () throws(EntryError) in try SteamAccount(JSONObject(entry: account.value).text) }
            }
        }
        return (accounts, try records(text))
    }

    /// The number of members of every object `accounts`.
    private static func records(_ text: [UInt8]) throws(SourceError) -> Int {
        do throws(JSONError) {
            var scanner = JSONScanner(text), count = 0
            _ = try scanner.next()
            while case .name(let name)? = try scanner.next() {
                guard scanner.matches(name, "accounts"), try scanner.nextKind() == .object else {
                    _ = try scanner.skipValue()
                    continue
                }
                _ = try scanner.next()
                while case .name? = try scanner.next() {
                    _ = try scanner.skipValue()
                    count += 1
                }
            }
            return count
        } catch {
            throw .damaged("\(error)", .copyAgain)
        }
    }
}

/// The encryption of Steam Desktop Authenticator: salt and IV of each maFile are in `manifest.json` next to it.
enum SteamEncryption {
    private static let manifestName = "manifest.json"
    private static let iterations = 50_000

    /// Whether a text is base64 of whole blocks and nothing else.
    static func matches(_ content: SourceContent) -> Bool {
        content.kind == .text && Base64.blocks(in: content.text, of: AESCBC.blockCount) != nil
    }

    /// - Returns: the maFile's JSON.
    static func open(_ request: ImportRequest) throws(SourceError) -> [UInt8] {
        guard let ciphertext = Base64.blocks(in: request.content.text, of: AESCBC.blockCount) else {
            throw .damaged("neither JSON nor an encrypted maFile", .copyAgain)
        }
        let (salt, iv) = try keyMaterial(request.siblings)
        let key = try request.limits.pbkdf2(
            .sha1, passphrase: request.passphrase, salt: salt, iterations: iterations)
        let plain = try SourceError.decrypting(AESCBC.open(ciphertext, key: key, iv: iv).copied())
        // The file is not authenticated. A wrong key or a changed byte gives invalid text, which a decoder would not
        // notice in members that it does not read.
        guard isCleanText(plain), (try? JSONFile(plain).value("shared_secret")) != nil else {
            throw .wrongPassphrase
        }
        return plain
    }

    private static func keyMaterial(_ siblings: SiblingFiles) throws(SourceError) -> (salt: [UInt8], iv: [UInt8]) {
        guard let manifest = try siblings.file(manifestName) else {
            throw SourceError(
                .corrupt, "an encrypted maFile needs its \(manifestName) next to it", "copy it from the same folder")
        }
        let entries: JSONList
        do throws(SourceError) {
            entries = try JSONFile(SourceContent(manifest).text).list("entries")
        } catch {
            throw error.saying("\(manifestName) next to it: \(error.problem)")
        }
        guard let entry = entries.first(where: { (try? $0["filename"])?.string == siblings.name }) else {
            throw SourceError(
                .corrupt,
                "\(manifestName) next to it has no entry for a file with this name",
                "restore the maFile's original name")
        }
        guard let salt = try bytes(entry.member("encryption_salt")), !salt.isEmpty,
            let iv = try bytes(entry.member("encryption_iv")), iv.count == AESCBC.blockCount
        else {
            throw SourceError(
                .corrupt,
                "\(manifestName) next to it has no valid encryption_salt and encryption_iv for it",
                "copy both files again"
            )
        }
        return (salt, iv)
    }

    /// - Parameter value: base64; null if the file is not encrypted.
    private static func bytes(_ value: JSONValue?) -> [UInt8]? { (value?.string).flatMap { Base64.decode($0) } }

    private static func isCleanText(_ text: [UInt8]) -> Bool {
        text.allSatisfy { $0 >= 0x20 || ASCII.isWhitespace($0) } && String(validating: text, as: UTF8.self) != nil
    }
}
