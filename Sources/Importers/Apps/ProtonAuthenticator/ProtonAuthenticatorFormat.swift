import CryptoPrimitives
import Encodings
import FormatEngine
import Links
import TOTPDomain

/// Proton Authenticator's export, plain or with a password (`Docs/formats/proton-authenticator.md`).
package struct ProtonAuthenticatorFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "proton-authenticator",
        app: "Proton Authenticator",
        file: "JSON",
        encryption: .optional,
        exportSteps: .menu("Settings › Export")
    )

    /// The version that is read and written, of entries and of another such file in encrypted form.
    static let version: Int64 = 1
    static let totp = "Totp", steam = "Steam"

    private static let members = KnownNames(
        "version entries id content", texts: "note name", holder: ("content", "uri entry_type name"), list: "entries")

    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject else { return false }
        if Set(outline.members.keys) == ["version", "salt", "content"] { return true }
        // No other app has this member. A later version may rename the list or the link.
        if content.text.prefix(1 << 12).firstRange(of: Array("\"entry_type\"".utf8)) != nil,
            content.hasObject(inAnyList: { $0["id"] != nil && $0["content"] == .object })
        {
            return true
        }
        // Other files also have a version and entries.
        let isOwn = content.hasObject(inList: "entries") { $0["id"] != nil && $0["content"] == .object }
        guard outline.has("entries"), outline.has("version") || isOwn else { return false }
        let depth = outline.members["entries"] == .object ? 2 : 3
        guard Self.members.areAll(ofRecordsAt: depth, inList: "entries", butOne: true, in: content.text) else {
            return false
        }
        return !content.hasObject(inList: "entries") { !$0.isEmpty }
            || content.hasObject(inList: "entries") { $0["content"] != nil || $0["id"] != nil && $0["note"] != nil }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        return try reading(text) { file throws(SourceError) in
            let entries = try file.value("entries"), content = try file.value("content")
            let isPlain = entries != nil || content == nil
            let text =
                isPlain ? text : try ProtonAuthenticatorEncryption.open(file, request.passphrase, request.limits)
            func document(_ file: JSONFile) throws(SourceError) -> ImportedDocument {
                try accounts(
                    file.list("entries"), at: ["entries"], in: text, request.limits, knowing: Self.members,
                    account: ProtonAuthenticatorEntry.init)
            }
            return try isPlain ? document(file) : reading(text, document)
        }
    }

    private func reading(
        _ text: [UInt8], _ read: (JSONFile) throws(SourceError) -> ImportedDocument
    ) throws(SourceError) -> ImportedDocument {
        try FormatVersion(
            "Proton Authenticator version", from: Self.version, to: Self.version, at: ["version"], in: text
        ).reading(accountsAt: ["entries"]) { () throws(SourceError) in try read(JSONFile(text)) }
    }
}

private struct ProtonAuthenticatorEntry: ExportedAccount {
    private let note: LenientText?
    private let hasContent: Bool
    private let uri, type: LenientText?
    /// The user's name for the account, which may differ from the link's.
    private let name: LenientText?

    init(_ entry: JSONObject) throws(EntryError) {
        note = try entry.text("note")
        let content = try entry.object("content")
        hasContent = content != nil
        uri = try content?.text("uri")
        type = try content?.text("entry_type")
        name = try content?.text("name")
    }

    var names: (issuer: String, name: String) {
        ("", name.orEmpty.isEmpty ? KeyURI.label(of: Array(uri.orEmpty.utf8).span) : name.orEmpty)
    }

    func draft() throws(EntryError) -> AccountDraft {
        guard hasContent else { throw EntryError(.fieldDamaged, "the entry has no content") }
        let kind = try OTPKind.named(
            type, among: [ProtonAuthenticatorFormat.totp: .totp, ProtonAuthenticatorFormat.steam: .steam])
        guard let uri = try uri.checked("the link") else {
            throw EntryError(.secretMissing, "the entry has no link")
        }
        var draft = try AccountDraft(link: Array(uri.utf8), knowsSteamByIssuer: false)
        let link = draft.names ?? ("", "")
        if kind == .steam { draft.kind = .steam }
        let issuer = kind == .steam ? "Steam" : link.issuer
        let name = name.orEmpty.trimmingWhitespace
        let isOwn = !name.isEmpty && name != issuer
        draft.names = (issuer, isOwn ? name : link.name)
        draft.note = note.orEmpty
        return draft
    }
}

/// The encryption of a Proton Authenticator export: Argon2id with fixed costs, then AES-256-GCM.
enum ProtonAuthenticatorEncryption {
    private static let saltCount = 16
    private static let cost = KeyDerivation.Argon2Cost(passes: 2, memory: 19456, lanes: 1)
    private static let associatedData = Array("proton.authenticator.export.v1".utf8)

    /// - Returns: the plain file's JSON.
    static func open(
        _ file: JSONFile, _ passphrase: Passphrase?, _ limits: ImportLimits
    ) throws(SourceError) -> [UInt8] {
        let salt = try file.base64("salt", count: saltCount)
        // Nonce, ciphertext and tag.
        let message = try file.base64("content", least: AESGCM.nonceCount + AESGCM.tagCount)
        let key = try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: cost)
        return try SourceError.decrypting(
            AESGCM.open(
                Array(message.dropFirst(AESGCM.nonceCount)), key: key, nonce: Array(message.prefix(AESGCM.nonceCount)),
                associatedData: associatedData
            ).copied())
    }

    /// Encrypts a plain file's JSON.
    ///
    /// - Returns: the JSON of the encrypted file.
    static func seal(
        _ document: [UInt8], _ passphrase: Passphrase, _ random: any RandomSource
    ) throws(ExportError) -> [UInt8] {
        let salt = try random.bytes(saltCount), nonce = try random.bytes(AESGCM.nonceCount)
        let message = try ExportError.encrypting { () throws(CryptoError) in
            let key = try KeyDerivation.argon2(
                .id, passphrase: passphrase.utf8, salt: salt, cost: cost, count: AESGCM.keyCount)
            return try AESGCM.seal(
                SecureBytes(copying: document), key: key, nonce: nonce, associatedData: associatedData)
        }
        return OrderedJSON.object([
            "version": .integer(ProtonAuthenticatorFormat.version),
            "salt": .string(Base64.encode(salt)),
            "content": .string(Base64.encode(nonce + message)),
        ]).utf8
    }
}

/// Proton Authenticator's export, plain or encrypted (`Docs/formats/proton-authenticator.md`).
package struct ProtonAuthenticatorExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: ProtonAuthenticatorFormat(),
        protection: .optional,
        capabilities: ExportCapabilities(
            // Other numbers are an error when the app imports them, or are ignored (proton-pass-common, queries.rs).
            kinds: [.totp: .init(digits: 1...9, longestPeriod: 65_535), .steam: .steam], details: [.note],
            cautions: [
                .init(
                    "Aegis refuses the Steam accounts of this file: for Aegis, use --to aegis.",
                    concerns: [.kind(.steam)])
            ]),
        importSteps: .menu("Settings › Import › Proton Authenticator.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        let links = selection.links(names: Self.shownNames, writing: { Self.link($0.account) })
        selection.recordBlankNotes()
        let entries = try zip(selection.accounts, links).map { (storable, link) throws(ExportError) in
            OrderedJSON.object([
                "id": .string(try request.random.identifier()),
                "content": .object([
                    "uri": .string(link),
                    "entry_type": .string(Self.type(storable.account)),
                    "name": .text(Self.name(storable.account)),
                ]),
                "note": .text(storable.account.note),
            ])
        }
        let document = OrderedJSON.object([
            "version": .integer(ProtonAuthenticatorFormat.version), "entries": .array(entries),
        ]).utf8
        return try selection.export(
            "proton-authenticator.json", document, for: request, ProtonAuthenticatorEncryption.seal)
    }

    private static func type(_ account: Account) -> String {
        account.parameters.kind == .steam ? ProtonAuthenticatorFormat.steam : ProtonAuthenticatorFormat.totp
    }

    private static func link(_ account: Account) -> String {
        account.parameters.kind == .steam
            ? "steam://\(account.secret.base32)" : KeyURI.write(account, label: .nameOnly)
    }

    /// The app gives a Steam entry without a name this name.
    private static func name(_ account: Account) -> String {
        account.parameters.kind == .steam && account.name.isEmpty ? ProtonAuthenticatorFormat.steam : account.name
    }

    /// The issuer of every Steam account is Steam, and an empty name is also stored as Steam. A name that equals the
    /// issuer is read from the link.
    private static func shownNames(_ account: Account) -> (issuer: String, name: String) {
        guard account.parameters.kind != .steam else {
            return ("Steam", account.name == ProtonAuthenticatorFormat.steam ? "" : account.name)
        }
        guard account.name == account.issuer, let read = try? KeyURI.read(Array(link(account).utf8).span).account else {
            return (account.issuer, account.name)
        }
        return (read.issuer, read.name)
    }
}
