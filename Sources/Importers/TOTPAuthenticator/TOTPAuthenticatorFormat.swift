import CryptoPrimitives
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
        AndroidPreferences.mention(Self.setting, in: content) || Self.isSealed(content)
    }

    public func read(_ request: ImportRequest) throws(SourceFailure) -> ImportedDocument {
        let list: [UInt8]
        if request.content.isMarkup {
            guard let text = try AndroidPreferences(request.content)[Self.setting] else {
                throw SourceFailure(.corrupt, "the preferences hold no list of accounts; copy the file again")
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
            document.append(at: EntryPosition(entry: index + 1), label: names) { () throws(EntryProblem) in
                guard let entry = entry.value else {
                    throw EntryProblem(.fieldDamaged, "the entry is not an object")
                }
                return try entry.draft()
            }
        }
        return document
    }

    // MARK: - The backup

    /// One run of base64 that holds a whole number of blocks.
    private static func isSealed(_ content: SourceContent) -> Bool {
        guard content.kind == .text, content.text.count >= 24 else { return false }
        let text = content.text.drop(while: ASCII.isBlank).reversed().drop(while: ASCII.isBlank)
        let digits = text.drop { $0 == ASCII.equals }
        guard text.count - digits.count <= 2, digits.allSatisfy(isBase64) else { return false }
        let count = digits.count * 3 / 4
        return count > 0 && count.isMultiple(of: AESCBC.blockCount)
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        byte &- 48 < 10 || ASCII.lowercased(byte) &- 97 < 26 || byte == ASCII.plus || byte == ASCII.slash
    }

    /// Nothing authenticates the backup: a passphrase is right where JSON comes out.
    private static func open(_ request: ImportRequest) throws(SourceFailure) -> [UInt8] {
        let text = request.content.text.filter { !ASCII.isBlank($0) }
        guard let sealed = Base64Text.decode(text) else {
            throw SourceFailure(.corrupt, "the backup is not base64; export it again")
        }
        if let list = try list(in: sealed, request.passphrase ?? defaultPassphrase) { return list }
        throw request.passphrase == nil ? .passphraseRequired : .wrongPassphrase
    }

    /// The list is the name of the only member of an object.
    private static func list(in sealed: [UInt8], _ passphrase: Passphrase) throws(SourceFailure) -> [UInt8]? {
        let plain: [UInt8]
        do throws(CryptoError) {
            let key = SecureBytes(copying: try Digest.sha256.hash(passphrase.utf8))
            plain = try AESCBC.open(sealed, key: key, iv: [UInt8](repeating: 0, count: AESCBC.blockCount)).copied()
        } catch {
            if error == .authenticationFailed { return nil }
            throw SourceFailure(cryptography: error)
        }
        guard let object = try? JSONFile.decode([String: Lenient<Bool>].self, from: plain), let list = object.keys.first
        else { return nil }
        return Array(list.utf8)
    }
}

/// An account of TOTP Authenticator. The app stores no algorithm: SHA1.
struct TOTPAuthenticatorEntry: Decodable, Sendable {
    var key: JSONText?
    /// 16, 32 or 64: how the key is written.
    var base: JSONNumber?
    var name: JSONText?
    var issuer: JSONText?
    var digits: JSONNumber?
    var period: JSONNumber?

    var names: (issuer: String, name: String) {
        (issuer.orEmpty == "Unknown" ? "" : issuer.orEmpty, name.orEmpty)
    }

    func draft() throws(EntryProblem) -> AccountDraft {
        let text = try key.checked("the key") ?? ""
        guard !text.trimmingBlanks.isEmpty else { throw EntryProblem(.secretMissing, "the entry holds no secret") }
        var draft: AccountDraft
        switch try base.checked("the base", .fieldDamaged) ?? 32 {
        case 16:
            guard let bytes = ASCII.bytes(hex: Array(text.trimmingBlanks.utf8).span) else {
                throw EntryProblem(.secretNotHex, "the secret is not hexadecimal")
            }
            draft = AccountDraft(secret: bytes)
        case 32: draft = try AccountDraft(base32: text)
        case 64:
            guard let bytes = Base64Text.decode(Array(text.trimmingBlanks.utf8)) else {
                throw EntryProblem(.fieldDamaged, "the secret is not base64")
            }
            draft = AccountDraft(secret: bytes)
        case let base: throw EntryProblem(.fieldDamaged, "the base \(base) is none of 16, 32, 64")
        }
        (draft.issuer, draft.name) = names
        draft.digits = try digits.checked("the number of digits", .digitsOutOfRange)
        draft.period = try period.checked("the period", .periodOutOfRange)
        return draft
    }
}
