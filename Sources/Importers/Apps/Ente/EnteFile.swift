import CryptoPrimitives
import Encodings
import FormatEngine
import Links
import TOTPDomain

/// Ente's encrypted export: the list of links as the only message of a libsodium stream, under a key from the
/// passphrase.
package struct EnteFile {
    /// The version of the file.
    package static let version: Int64 = 1
    private static let saltCount = 16
    /// The cost that the app itself uses on phones with little memory, so that every device can import the file.
    /// Computers use 1 GiB and 4 passes, which takes as long.
    package static let standardCost = cost(memory: 256 << 10, passes: 16)

    private let file: JSONFile

    package init(_ text: [UInt8]) throws(SourceError) { file = try JSONFile(text) }

    /// - Returns: the list of links.
    package func open(_ passphrase: Passphrase?, _ limits: ImportLimits) throws(SourceError) -> [UInt8] {
        // In bytes.
        let costs = try file.value("kdfParams")
        guard let memory = (try costs?.member("memLimit")?.field).whole.flatMap({ UInt64(exactly: $0) }),
            let passes = (try costs?.member("opsLimit")?.field).whole.flatMap({ UInt64(exactly: $0) }),
            let salt = Base64.decode(try costs?.member("salt")?.string ?? ""), salt.count == Self.saltCount
        else { throw .incomplete("kdfParams") }
        let message = try file.base64("encryptedData", least: SecretStream.overheadCount)
        // The stream's header.
        let header = try file.base64("encryptionNonce", count: SecretStream.headerCount)
        let cost = Self.cost(memory: UInt32(clamping: memory >> 10), passes: UInt32(clamping: passes))
        let key = try limits.argon2(.id, passphrase: passphrase, salt: salt, cost: cost)
        return try SourceError.decrypting(SecretStream.openSingle(message, key: key, header: header).copied())
    }

    /// - Parameter memory: KiB.
    private static func cost(memory: UInt32, passes: UInt32) -> KeyDerivation.Argon2Cost {
        KeyDerivation.Argon2Cost(passes: passes, memory: memory, lanes: 1)
    }
}

extension EnteFile {
    /// Encrypts a list of links.
    ///
    /// - Returns: the file.
    package static func seal(
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
        let file = try EnteFile(request.content.text)
        try FormatVersion(
            "Ente Auth version", from: EnteFile.version, to: EnteFile.version, at: ["version"], in: request.content.text
        ).checkEncrypted()
        let text = try file.open(request.passphrase, request.limits)
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
