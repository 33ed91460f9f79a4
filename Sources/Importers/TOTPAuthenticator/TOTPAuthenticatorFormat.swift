import CryptoPrimitives
import Encodings
public import TOTPDomain

/// BinaryBoot's TOTP Authenticator: its encrypted backup and its preferences (`formats/totp-authenticator.md`).
public struct TOTPAuthenticatorFormat: ImportFormat {
    public init() {}

    public var description: FormatDescription {
        FormatDescription(
            id: "totp-authenticator",
            app: "TOTP Authenticator (BinaryBoot)",
            file: "encrypted backup; XML, preferences",
            encryption: .optional,
            exportSteps: "Settings › Backup (a file that ends in .encrypt)"
        )
    }

    private static let setting = "STATIC_TOTP_CODES_LIST"
    /// What the app takes where its user chose none.
    private static let defaultPassphrase = Passphrase("TotpAuthenticator")

    public func recognises(_ content: SourceContent) -> Bool {
        AndroidPreferences.mention(Self.setting, in: content) || Self.sealed(content) != nil
    }

    public func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let list: [UInt8]
        if request.content.isMarkup {
            guard let text = try AndroidPreferences(request.content)[Self.setting] else {
                throw SourceError(.corrupt, "the preferences hold no list of accounts; copy the file again")
            }
            list = Array(text.utf8)
        } else {
            list = try Self.open(request)
        }
        let entries = try JSONFile.decode([Lenient<TOTPAuthenticatorEntry>].self, from: list)
        try request.limits.check(entries: entries.count)
        var document = ImportedDocument(format: description.id, entries: [])
        for (index, entry) in entries.enumerated() {
            let names = entry.value?.names ?? ("", "")
            document.append(at: EntryPosition(entry: index + 1), label: names) { () throws(EntryError) in
                guard let entry = entry.value else {
                    throw EntryError(.fieldDamaged, "the entry is not an object")
                }
                return try entry.draft()
            }
        }
        return document
    }

    /// Any base64 may be a backup.
    public func hasNoSignature(_ content: SourceContent) -> Bool { !content.isMarkup }

    // MARK: - The backup

    private static func sealed(_ content: SourceContent) -> [UInt8]? {
        content.kind == .text ? Base64Text.blocks(in: content.text, of: AESCBC.blockCount) : nil
    }

    /// Nothing authenticates the backup: a passphrase is right where JSON comes out.
    private static func open(_ request: ImportRequest) throws(SourceError) -> [UInt8] {
        guard let sealed = sealed(request.content) else {
            throw SourceError(.corrupt, "the backup is no base64 of whole blocks; export it again")
        }
        if let list = try list(in: sealed, request.passphrase ?? defaultPassphrase) { return list }
        throw request.passphrase == nil ? .passphraseRequired : .wrongPassphrase
    }

    /// The list is the name of an object's first member.
    private static func list(in sealed: [UInt8], _ passphrase: Passphrase) throws(SourceError) -> [UInt8]? {
        let plain: [UInt8]
        do throws(CryptoError) {
            let key = SecureBytes(copying: try Digest.sha256.hash(passphrase.utf8))
            plain = try AESCBC.open(sealed, key: key, iv: [UInt8](repeating: 0, count: AESCBC.blockCount)).copied()
        } catch {
            if error == .authenticationFailed { return nil }
            throw SourceError(cryptography: error)
        }
        guard (try? JSONFile.decode([String: Lenient<Bool>].self, from: plain)) != nil,
            let list = try? JSONScanner.members(of: plain[...])?.first?.name
        else { return nil }
        return Array(list.utf8)
    }
}

/// An account of TOTP Authenticator. The app stores no algorithm: SHA1.
struct TOTPAuthenticatorEntry: Decodable, Sendable {
    var key: LenientText?
    /// 16, 32 or 64: how the key is written.
    var base: LenientNumber?
    var name: LenientText?
    var issuer: LenientText?
    var digits: LenientNumber?
    var period: LenientNumber?

    var names: (issuer: String, name: String) {
        (issuer.orEmpty == "Unknown" ? "" : issuer.orEmpty, name.orEmpty)
    }

    func draft() throws(EntryError) -> AccountDraft {
        let text = try key.checked("the key") ?? ""
        guard !text.trimmingWhitespace.isEmpty else { throw EntryError(.secretMissing, "the entry holds no secret") }
        var draft: AccountDraft
        switch try base.checked("the base", .fieldDamaged) ?? 32 {
        case 16:
            guard let bytes = ASCII.bytes(hex: Array(text.trimmingWhitespace.utf8).span) else {
                throw EntryError(.secretNotHex, "the secret is not hexadecimal")
            }
            draft = AccountDraft(secret: bytes)
        case 32: draft = try AccountDraft(base32: text)
        case 64:
            guard let bytes = Base64Text.decode(Array(text.trimmingWhitespace.utf8)) else {
                throw EntryError(.fieldDamaged, "the secret is not base64")
            }
            draft = AccountDraft(secret: bytes)
        case let base: throw EntryError(.fieldDamaged, "the base \(base) is none of 16, 32, 64")
        }
        (draft.issuer, draft.name) = names
        draft.digits = try digits.checked("the number of digits", .digitsOutOfRange)
        draft.period = try period.checked("the period", .periodOutOfRange)
        return draft
    }
}
