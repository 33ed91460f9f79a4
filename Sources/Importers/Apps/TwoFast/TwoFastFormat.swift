import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// The data file of 2fast for Windows, always encrypted (`Docs/formats/2fast.md`).
package struct TwoFastFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "2fast",
        app: "2fast",
        file: "JSON, encrypted, .2fa",
        encryption: .always,
        exportSteps:
            "The app has no export: copy its data file (.2fa) from the folder or the WebDAV that you chose",
        keepsake: .ownData("the data file of 2fast")
    )

    /// The others of `DatafileModel`, `TwoFACodeModel` and `CategoryModel`, in lower case.
    private static let members = KnownNames(
        reading: TwoFastAccount.shape,
        """
        collection globalcategories iv version isfavourite accounticonname selectedcategories guid name unicodestring \
        unicodeindex isselected
        """, list: "collection", ignoringCase: true)

    /// Names are written in any case.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject else { return false }
        let members = Dictionary(
            outline.members.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
        // In a file that is cut off, the list is all that is left: its records have a name of their own.
        return members["collection"] == .array
            && (members["iv"] == .string
                || !content.isWholeJSON
                    && content.text.prefix(1 << 12).firstRange(of: Array("\"SecretByteArray\"".utf8)) != nil)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = Self.withLowercasedNames(request.content.text), file = try JSONFile(text)
        let list = try file.list("collection")
        let records = try JSONFile.records(at: ["collection"], in: text, elements: list.count)
        try request.limits.check(records: records)
        var accounts: [Result<ShapedAccount, EntryError>] = list.map { _ in .failure(.notAnObject) }
        // Without an account, nothing needs a passphrase, or could check it.
        if list.contains(where: { $0.kind == .object }) {
            let categories = try file.value("globalcategories").elements.strings(under: "name", by: "guid")
            accounts = try TwoFastEncryption(file).open(list, categories, request.passphrase, request.limits)
        }
        let unread = Self.members.unread(in: request.content.text)
        return try document(of: accounts, records: records, request.limits, unread: unread, in: request.content.text)
    }

    private static func withLowercasedNames(_ text: [UInt8]) -> [UInt8] {
        var scanner = JSONScanner(text, checksEscapes: false), lowercased = text
        while let token = try? scanner.next() {
            guard case .name(let name) = token else { continue }
            for index in name.range { lowercased[index] = ASCII.lowercased(text[index]) }
        }
        return lowercased
    }
}

/// An account of 2fast: texts and the secret's bytes, each encrypted by itself, and plain numbers.
enum TwoFastAccount {
    static let shape = EntryShape(
        issuer: "issuer", name: "label", secret: "secretbytearray",
        kind: .named("otptype", among: ["totp": .totp, "steam": .steam], missing: .totp), algorithm: "hashmode",
        algorithms: .numbered, digits: "totpsize", period: "period", note: "notes")

    /// What is encrypted, in addition to the secret.
    private static let texts: [(member: String, part: WritableKeyPath<ShapedAccount, LenientText?> & Sendable)] = [
        ("issuer", \.issuer), ("label", \.name), ("otptype", \.kind), ("notes", \.note),
    ]

    /// The account with its values decrypted, or the reason why they cannot be.
    ///
    /// - Parameters:
    ///   - categories: the names of all categories, by their ids.
    ///   - decrypt: a value that is not empty.
    static func read(
        _ entry: JSONObject, _ categories: [String: String], _ decrypt: (String) throws(EntryError) -> [UInt8]
    ) throws(EntryError) -> ShapedAccount {
        var account = try shape.account(in: entry)
        account.isFavorite = try entry.value("isfavourite").isSet
        account.tags = try entry.value("selectedcategories").elements.compactMap { JSONObject($0) }.map {
            (category) throws(EntryError) in
            let own = try category.value("name").name
            return categories[try category.value("guid").name] ?? own
        }
        let encrypted = try (Self.texts.map(\.member) + ["secretbytearray"]).map { (member) throws(EntryError) in
            try entry.value(member)?.text
        }
        func bytes(_ field: LenientText?) throws(EntryError) -> [UInt8] {
            guard let value = try field.checked("a value") else { return [] }
            return try decrypt(value)
        }
        account.secret = nil
        do throws(EntryError) {
            let secret = try bytes(encrypted.last ?? nil)
            account.secretBytes = secret.isEmpty ? nil : secret
            for ((_, part), field) in zip(Self.texts, encrypted) {
                guard let text = String(validating: try bytes(field), as: UTF8.self) else { throw .valueNotDecrypted }
                account[keyPath: part] = .text(text.limitingMarks)
            }
        } catch { (account.issuer, account.name, account.kind, account.problem) = (nil, nil, nil, error) }
        // The app has one period for Steam.
        if account.kind.orEmpty.trimmingWhitespace.lowercased() == "steam" { account.period = nil }
        return account
    }
}

extension EntryError {
    static let valueNotDecrypted = EntryError(
        .fieldDamaged, "a value cannot be decrypted: it is damaged, or needs another key")
}

/// How 2fast encrypts values: one key and one IV for all, without authentication.
struct TwoFastEncryption {
    private let iv: [UInt8]
    private let digest: Digest
    private let iterations: Int

    /// The app's salt, the same for every file.
    private static let salt: [UInt8] = [0x0E, 0xDF, 0x23, 0xC5, 0x5D, 0xF2, 0xEF, 0x08]
    static let newest: Int64 = 2
    private static let iterations = 25_000

    /// - Throws: ``SourceError`` with `corrupt` or `unsupported-version`.
    init(_ file: JSONFile) throws(SourceError) {
        let version = try file.value("version").map { $0.field as LenientText? }
        let number = version.map(\.whole) ?? 0
        guard let number, 0...Self.newest ~= number else {
            let shown = number.map { " \($0)" } ?? ""
            throw SourceError(
                .unsupportedVersion, "a data file of version\(shown), this program reads up to \(Self.newest)")
        }
        (digest, iterations) = number == Self.newest ? (.sha256, Self.iterations) : (.sha1, 1000)
        guard let text = try file.value("iv")?.string, let iv = Base64.decode(text.utf8WithoutSpace),
            iv.count == AESCBC.blockCount
        else { throw .incomplete("IV") }
        self.iv = iv
    }

    /// Decrypts the values of all accounts. An account with a value that cannot be decrypted is damaged if another
    /// account can be decrypted.
    ///
    /// - Parameter categories: their names by their ids.
    /// - Throws: ``SourceError`` with `wrong-password` if no account can.
    func open(
        _ list: JSONList, _ categories: [String: String], _ passphrase: Passphrase?, _ limits: ImportLimits
    ) throws(SourceError) -> [Result<ShapedAccount, EntryError>] {
        let key = try limits.pbkdf2(digest, passphrase: passphrase, salt: Self.salt, iterations: iterations)
        let opened = list.entries { entry throws(EntryError) in
            try TwoFastAccount.read(entry, categories) { text throws(EntryError) in try value(text, key) }
        }
        guard opened.contains(where: { (try? $0.get()).map { $0.problem == nil } == true }) else {
            throw .wrongPassphrase
        }
        return opened
    }

    private func value(_ text: String, _ key: borrowing SecureBytes) throws(EntryError) -> [UInt8] {
        guard let ciphertext = Base64.decode(text.utf8WithoutSpace),
            let plain = try? AESCBC.open(ciphertext, key: key, iv: iv)
        else { throw .valueNotDecrypted }
        return plain.copied()
    }

    /// How values of a new data file are encrypted.
    static func sealing(
        _ passphrase: Passphrase, _ random: any RandomSource
    ) throws(ExportError) -> SealedValues {
        let iv = try random.bytes(AESCBC.blockCount)
        let key = try ExportError.encrypting(
            KeyDerivation.pbkdf2(
                .sha256, passphrase: passphrase.utf8, salt: salt, iterations: iterations, count: AESCBC.keyCount))
        return SealedValues(key: key, iv: iv)
    }
}

/// The data file of 2fast, always encrypted (`Docs/formats/2fast.md`).
package struct TwoFastExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: TwoFastFormat(),
        fileExtension: "2fa",
        protection: .required,
        capabilities: ExportCapabilities(kinds: [.totp: .init(), .steam: .steam], details: [.note, .favorite]),
        importSteps: .menu("Use an existing data file, and choose the file.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        guard case .passphrase(let passphrase) = request.protection else {
            throw ExportError(.passphraseRequired, "a data file is always encrypted and needs a passphrase")
        }
        var selection = ExportSelection(request, for: description)
        selection.recordNames()
        selection.recordBlankNotes()
        let encryption = try TwoFastEncryption.sealing(passphrase, request.random)
        let entries = try selection.accounts.map { (storable) throws(ExportError) in
            try Self.entry(storable.account, encryption)
        }
        let file = OrderedJSON.object([
            "Collection": .array(entries), "GlobalCategories": .array([]),
            "IV": .string(Base64.encode(encryption.iv)), "Version": .integer(TwoFastEncryption.newest),
        ])
        return selection.export("accounts.2fa", file.utf8)
    }

    private static func entry(
        _ account: Account, _ encryption: borrowing SealedValues
    ) throws(ExportError) -> OrderedJSON {
        let parameters = account.parameters
        func sealed(_ text: String) throws(ExportError) -> OrderedJSON {
            .string(try encryption.seal(Array(text.utf8)))
        }
        return .object([
            "Label": try sealed(account.name),
            "Issuer": try sealed(account.issuer),
            "OTPType": try sealed(parameters.kind.rawValue),
            "Period": .integer(parameters.period ?? 30),
            "HashMode": .integer(OTPAlgorithm.numbered.firstIndex(of: parameters.algorithm) ?? 0),
            "TotpSize": .integer(parameters.digits),
            "SecretByteArray": .string(try encryption.seal(account.secret.bytes)),
            "IsFavourite": .bool(account.isFavorite),
            "SelectedCategories": .array([]),
            "Notes": try account.note.map { (note) throws(ExportError) in try sealed(note) } ?? .null,
        ])
    }
}
