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
