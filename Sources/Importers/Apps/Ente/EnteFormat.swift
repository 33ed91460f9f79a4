import CryptoPrimitives
import Encodings
import FormatEngine
import Links
import TOTPDomain

/// Ente's encrypted export: the list of links as the only message of a libsodium stream, under a key from the
/// passphrase.
enum EnteFile {
    /// The version of the file.
    static let version: Int64 = 1
    private static let saltCount = 16
    /// The cost that the app itself uses on phones with little memory, so that every device can import the file.
    /// Computers use 1 GiB and 4 passes, which takes as long.
    static let standardCost = cost(memory: 256 << 10, passes: 16)

    /// - Returns: the list of links.
    static func open(
        _ file: JSONFile, _ passphrase: Passphrase?, _ limits: ImportLimits
    ) throws(SourceError) -> [UInt8] {
        // In bytes.
        let costs = try file.value("kdfParams")
        guard let memory = (try costs?.member("memLimit")?.field).whole.flatMap({ UInt64(exactly: $0) }),
            let passes = (try costs?.member("opsLimit")?.field).whole.flatMap({ UInt64(exactly: $0) }),
            let salt = Base64.decode(try costs?.member("salt")?.string ?? ""), salt.count == saltCount
        else { throw .incomplete("kdfParams") }
        let message = try file.base64("encryptedData", least: SecretStream.overheadCount)
        // The stream's header.
        let header = try file.base64("encryptionNonce", count: SecretStream.headerCount)
        let cost = cost(memory: UInt32(clamping: memory >> 10), passes: UInt32(clamping: passes))
        let key = try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: cost)
        return try SourceError.decrypting(SecretStream.openSingle(message, key: key, header: header).copied())
    }

    /// - Parameter memory: KiB.
    private static func cost(memory: UInt32, passes: UInt32) -> KeyDerivation.Argon2Cost {
        KeyDerivation.Argon2Cost(passes: passes, memory: memory, lanes: 1)
    }

    /// Encrypts a list of links.
    ///
    /// - Returns: the file.
    static func seal(
        _ links: [UInt8], _ passphrase: Passphrase, _ random: any RandomSource,
        cost: KeyDerivation.Argon2Cost = standardCost
    ) throws(ExportError) -> [UInt8] {
        let salt = try random.bytes(saltCount)
        let (header, message) = try ExportError.encrypting { () throws(CryptoError) in
            let key = try KeyDerivation.argon2(
                .id, passphrase: passphrase.utf8, salt: salt, cost: cost,
                count: SecretStream.keyCount)
            return try SecretStream.sealSingle(SecureBytes(copying: links), key: key)
        }
        let costs = OrderedJSON.object([
            "memLimit": .integer(Int64(cost.memory) << 10),
            "opsLimit": .integer(Int64(cost.passes)),
            "salt": .string(Base64.encode(salt)),
        ])
        return OrderedJSON.object([
            "version": .integer(version),
            "kdfParams": costs,
            "encryptedData": .string(Base64.encode(message)),
            "encryptionNonce": .string(Base64.encode(header)),
        ]).utf8
    }
}

/// Ente Auth's export: a list of links with a parameter of Ente's own, plain or encrypted (`Docs/formats/ente.md`).
package struct EnteFormat: LinkListFormat {
    package init() {}

    package let description = FormatDescription(
        id: "ente",
        app: "Ente Auth",
        file: "text, one otpauth link per line; JSON, encrypted",
        encryption: .optional,
        exportSteps: .menu("Settings › Data › Export codes, plain text or encrypted")
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        if let outline = content.jsonObject {
            return outline.has("kdfParams", "encryptedData")
        }
        return EnteDisplay.occurs(in: content)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard request.content.jsonOutline?.shape == .object else {
            return try links(request)
        }
        let file = try JSONFile(request.content.text)
        try FormatVersion(
            "Ente Auth version", from: EnteFile.version, to: EnteFile.version, at: ["version"], in: request.content.text
        ).checkEncrypted()
        let text = try EnteFile.open(file, request.passphrase, request.limits)
        var request = request
        request.content = SourceContent(text: text)
        guard text.firstNonSpace != nil else {
            return ImportedDocument(format: description.id, records: 0)
        }
        return try links(request, isEncrypted: true)
    }

    private func links(
        _ request: ImportRequest, isEncrypted: Bool = false
    ) throws(SourceError) -> ImportedDocument {
        var unread = UnreadNames()
        let document = try LinkListReader.read(request, as: description.id, isEncrypted: isEncrypted) {
            EnteDisplay.annotate($0, $1, &$2, &unread)
        }
        return naming(unread: unread, document)
    }
}

/// The export of Ente Auth, plain or encrypted (`Docs/formats/ente.md`).
package struct EnteExport: ExportFormat {
    private let cost: KeyDerivation.Argon2Cost

    package init() { self.init(cost: EnteFile.standardCost) }

    /// - Parameter cost: the cost of the key derivation; tests use a low cost.
    package init(cost: KeyDerivation.Argon2Cost) { self.cost = cost }

    package let description = ExportDescription(
        of: EnteFormat(),
        fileExtension: "txt",
        protection: .optional,
        capabilities: ExportCapabilities(
            kinds: [.totp: .init(), .hotp: .init(), .steam: .init()], details: [.note, .tags, .favorite]),
        importSteps:
            .menu(
                "Settings › Data › Import codes, then Plain text, or Ente Encrypted export for an encrypted file.")
    )

    /// Two key derivations as slow as the app's.
    package var secondsToEncrypt: Int? { 10 }

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        selection.lose(.detail(.note), "the note is too long for a link") { $0.note != nil && Self.note($0) == nil }
        let links = selection.links(writing: { storable in
            Self.link(storable.account, note: Self.note(storable.account), position: storable.index)
        })
        selection.recordTags()
        selection.recordBlankNotes()
        let text = links.flatMap { Array($0.utf8) + [ASCII.newline] }
        return try selection.export(
            "ente_auth.txt", text, for: request, sealedAs: "ente_auth.json", keepsNames: true
        ) { (text, passphrase, random) throws(ExportError) in
            try EnteFile.seal(text, passphrase, random, cost: cost)
        }
    }

    private static func link(_ account: Account, note: String?, position: Int) -> String {
        // If a label has no colon, Ente also uses the name as the issuer.
        KeyURI.write(account, label: .alwaysColon)
            + EnteDisplay.parameter(
                note: note, tags: account.distinctTags, isFavorite: account.isFavorite, position: position)
    }

    /// The note, or nil if this program could not read a link with it.
    private static func note(_ account: Account) -> String? {
        guard let note = account.note, note.utf8.count > 1024 else { return account.note }
        let link = link(account, note: note, position: Int(Int32.max))
        return link.utf8.count <= KeyURI.maximumByteCount ? note : nil
    }
}

/// The data that Ente stores with an account: JSON in the parameter `codeDisplay` of its link.
enum EnteDisplay {
    /// The others of Ente's `CodeDisplay`: order, use and icon.
    private static let members = KnownNames(
        "pinned trashed note tags lastUsedAt tapCount position iconSrc iconID")

    /// Adds note, tags and the favorite mark to the account of a link; the rest stays.
    ///
    /// - Parameter unread: receives the names of unread members.
    /// - Returns: a warning about the account, if any.
    static func annotate(
        _ link: Span<UInt8>, _ parts: KeyURIParts, _ item: inout Account, _ unread: inout UnreadNames
    ) -> Warning? {
        guard let range = parts.codeDisplay else { return nil }
        let text = PercentCoding.decode(link, range, plusIsSpace: true).trimmingWhitespace
        if text.isEmpty || text == "null" { return nil }
        do throws(EntryError) {
            guard let display = try? JSONValue(checking: Array(text.utf8)) else { throw .notAnObject }
            let object = try JSONObject(entry: display), note = try object.text("note").orEmpty
            let isPinned = try object.flag("pinned"), isTrashed = try object.flag("trashed")
            let tags = try object.list("tags")?.compactMap(\.string) ?? []
            item.note = note.isBlank ? nil : note
            item.tags = tags.map(\.trimmingWhitespace).filter { !$0.isEmpty }
            item.isFavorite = isPinned == true
            unread.add(members.unread(in: Array(text.utf8), isRecord: true))
            return isTrashed == true ? "in Ente's trash; imported anyway" : nil
        } catch { return "its codeDisplay is damaged: note, tags and favorite flag were not imported" }
    }

    /// The JSON of an account, percent-encoded.
    ///
    /// - Parameter position: the account's index in the list.
    static func parameter(note: String?, tags: [String], isFavorite: Bool, position: Int) -> String {
        let json = OrderedJSON.object([
            "pinned": .bool(isFavorite),
            "trashed": false,
            "lastUsedAt": 0,
            "tapCount": 0,
            "tags": .array(tags.map { .string($0) }),
            "note": .string(note ?? ""),
            "position": .integer(position),
        ])
        var text = String(decoding: json.utf8, as: UTF8.self)
        // Ente replaces %2C in the decoded JSON with a comma.
        text = text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "\\u0025")
        return "&codeDisplay=\(PercentCoding.encode(text))"
    }

    /// Whether any link of a text has the parameter.
    static func occurs(in content: SourceContent) -> Bool {
        LinkListReader.hasLink(in: content) { link, scheme in
            scheme.readAs == .otpauth && KeyURIParts(link, scheme: scheme).codeDisplay != nil
        }
    }
}
