import CryptoPrimitives
import Encodings
import TOTPDomain

/// BinaryBoot's TOTP Authenticator: its encrypted backup and its preferences (`Docs/formats/totp-authenticator.md`).
package struct TOTPAuthenticatorFormat: ImportFormat {
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

    private static let members = KnownNames(
        """
        key base digits period icon isFavorite allowNotifications isSelected isWidgetActive \
        setIconFromDrawable source timeRemaining widgetId
        """, texts: "name issuer")

    package func recognizes(_ content: SourceContent) -> Bool {
        AndroidPreferences.mention(Self.setting, in: content) || Self.ciphertext(content) != nil
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let (text, unread) =
            try request.content.isMarkup ? Self.list(in: request.content) : (Self.open(request), UnreadNames())
        var document = try ImportedDocument(
            format: description.id, list: JSONFile.list(in: text), in: text, request.limits,
            account: TOTPAuthenticatorEntry.init)
        if request.content.isMarkup { document.keepsakes = [.appData] }
        document.name(unread: unread)
        return naming(unread: Self.members, in: text, document)
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

/// An account of TOTP Authenticator. The app stores no algorithm: SHA1.
struct TOTPAuthenticatorEntry: ExportedAccount {
    private let key, name, issuer: LenientText?
    /// The encoding of the secret: 16, 32 or 64.
    private let base: LenientNumber?
    private let digits, period: LenientNumber?

    init(_ entry: JSONObject) throws(EntryError) {
        key = try entry.text("key")
        name = try entry.text("name")
        issuer = try entry.text("issuer")
        base = try entry.text("base")
        digits = try entry.text("digits")
        period = try entry.text("period")
    }

    var names: (issuer: String, name: String) {
        (issuer.orEmpty == "Unknown" ? "" : issuer.orEmpty, name.orEmpty)
    }

    func draft() throws(EntryError) -> AccountDraft {
        let text = try key.checked("the key")
        var draft =
            switch try base.checked("the base", .fieldDamaged) ?? 32 {
            case 16: try AccountDraft(hex: text)
            case 32: try AccountDraft(base32: text)
            case 64: try AccountDraft(base64: text)
            case let base: throw EntryError(.fieldDamaged, "the base \(base) is not one of 16, 32, 64")
            }
        try draft.take(digits: digits, period: period)
        return draft
    }
}
