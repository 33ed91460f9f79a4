import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// BinaryBoot's TOTP Authenticator: its encrypted backup and its preferences (`Docs/formats/totp-authenticator.md`).
package struct TOTPAuthenticatorFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "totp-authenticator",
        app: "TOTP Authenticator (BinaryBoot)",
        file: "encrypted backup; XML, preferences",
        encryption: .optional,
        exportSteps: .menu("Settings › Backup (a file that ends in .encrypt)")
    )

    private static let setting = "STATIC_TOTP_CODES_LIST"
    /// The app's default passphrase, if the user set none.
    private static let defaultPassphrase = Passphrase("TotpAuthenticator")

    /// The app stores no algorithm: SHA1.
    private static let entry = EntryShape(
        issuer: "issuer", name: "name", secret: "key", secretName: "the key", kind: .always(.totp), digits: "digits",
        period: "period")

    private static let members = KnownNames(
        reading: entry,
        """
        base icon isFavorite allowNotifications isSelected isWidgetActive setIconFromDrawable source timeRemaining \
        widgetId
        """)

    package func recognizes(_ content: SourceContent) -> Bool {
        AndroidPreferences.mention(Self.setting, in: content) || Self.ciphertext(content) != nil
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let (text, unread) =
            try request.content.isMarkup ? Self.list(in: request.content) : (Self.open(request), UnreadNames())
        var document = try accounts(in: text, request.limits, knowing: Self.members, account: Self.account)
        if request.content.isMarkup { document.keepsakes = [.appData] }
        return naming(unread: unread, document)
    }

    private static func account(_ object: JSONObject) throws(EntryError) -> ShapedAccount {
        var account = try entry.account(in: object)
        if account.issuer == .text("Unknown") { account.issuer = nil }
        let base = try object.text("base")
        do throws(EntryError) {
            account.secretText =
                switch try base.checked("the base", .fieldDamaged) ?? 32 {
                case 16: .hex
                case 32: .base32
                case 64: .base64
                case let base: throw EntryError(.fieldDamaged, "the base \(base) is not one of 16, 32, 64")
                }
        } catch { account.problem = error }
        return account
    }

    private static func list(in content: SourceContent) throws(SourceError) -> (text: [UInt8], unread: UnreadNames) {
        let preferences = try AndroidPreferences(content)
        let lists = preferences.strings.filter { $0.name == setting }
        guard let list = lists.first, lists.count == 1 else {
            throw SourceError(.corrupt, "the preferences do not have one list of accounts", "copy the file again")
        }
        return (Array(list.text.utf8), preferences.unread)
    }

    /// Any base64 may be a backup.
    package func hasNoSignature(_ content: SourceContent) -> Bool { !content.isMarkup }

    // MARK: - The backup

    private static func ciphertext(_ content: SourceContent) -> [UInt8]? {
        content.kind == .text ? Base64.blocks(in: content.text, of: AESCBC.blockCount) : nil
    }

    /// The backup is not authenticated: a passphrase is right if the plaintext is JSON.
    private static func open(_ request: ImportRequest) throws(SourceError) -> [UInt8] {
        guard let ciphertext = ciphertext(request.content) else {
            throw SourceError(.corrupt, "the backup is not base64 of whole blocks", .exportAgain)
        }
        if let list = try list(in: ciphertext, request.passphrase ?? defaultPassphrase) { return list }
        throw request.passphrase == nil ? .passphraseRequired : .wrongPassphrase
    }

    /// The list is the name of an object's first member.
    private static func list(in ciphertext: [UInt8], _ passphrase: Passphrase) throws(SourceError) -> [UInt8]? {
        let key = SecureBytes(copying: try SourceError.decrypting(Digest.sha256.hash(passphrase.utf8)))
        let iv = [UInt8](repeating: 0, count: AESCBC.blockCount)
        guard let plain = try SourceError.decryptingUnlessWrong(AESCBC.open(ciphertext, key: key, iv: iv).copied())
        else { return nil }
        return (try? JSONFile(plain))?.whole.writtenMembers.first.map { Array($0.name) }
    }
}
