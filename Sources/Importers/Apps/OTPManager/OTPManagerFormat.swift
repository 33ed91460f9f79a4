import CryptoPrimitives
import Encodings
import FormatEngine
import TOTPDomain

/// The exports of OTP Manager for Nextcloud, with plain or encrypted secrets (`Docs/formats/otpmanager.md`).
package struct OTPManagerFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "otpmanager",
        app: "OTP Manager (Nextcloud)",
        file: "JSON",
        encryption: .optional,
        exportSteps: .menu("Nextcloud › OTP Manager › Import/Export › Plain Secret Export or Encrypted Export")
    )

    /// Secrets are base32; in encrypted files base64 of its ciphertext. An algorithm is a name; up to 2024 an index.
    /// The counter is that of the last code: -1, or null in old versions, before the first.
    private static let account = EntryShape(
        issuer: "issuer", name: "name", secret: "secret", kind: .named("type", among: ["totp": .totp, "hotp": .hotp]),
        algorithm: "algorithm", algorithms: .namedOrNumbered, digits: "digits", period: "period", counter: "counter",
        counterBeforeFirst: -1)

    /// The others that `useExportAccounts` writes.
    private static let members = KnownNames(reading: account, "accounts iv icon", list: "accounts")

    /// Other apps also have such lists, but no icons. It matters for counters: this app stores the counter of the last
    /// code.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject, !outline.has("version") else { return false }
        // With its icons and most of the rest, an account is the app's, even if a newer version renames a member.
        let isOwn = { (account: [String: JSONScanner.Kind]) in
            Self.names.allSatisfy { account[$0] != nil }
                && Self.parameters.count { account[$0] != nil } >= Self.parameters.count - 1
        }
        if content.hasObject(inAnyList: isOwn) { return true }
        if content.hasObject(inList: "accounts", where: { $0["secret"] != nil && $0["type"] != nil }) {
            return Self.members.areAll(ofRecordsAt: 3, inList: "accounts", in: content.text)
                && (outline.has("iv") || content.hasObject(inList: "accounts") { $0["icon"] != nil }
                    || !Self.mentionsHOTP(content.text) || !content.isWholeJSON)
        }
        return outline.has("iv") && JSONScanner.count(ofArrayAt: ["accounts"], in: content.text) == 0
    }

    private static let names = ["secret", "icon"]
    private static let parameters = ["name", "issuer", "type", "digits", "period", "algorithm", "counter"]

    private static func mentionsHOTP(_ text: [UInt8]) -> Bool {
        ["\"hotp\"", "\"HOTP\""].contains { text.span.firstIndex(of: Array($0.utf8)) != nil }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        let file = try JSONFile(text), list = try file.list("accounts")
        let records = try JSONFile.records(at: ["accounts"], in: text, elements: list.count)
        try request.limits.check(records: records)
        var accounts = list.entries(Self.account.account)
        // Only in encrypted files; hexadecimal.
        if let iv = try file.text("iv") {
            var encryption = try OTPManagerEncryption(iv)
            for (index, account) in accounts.enumerated() {
                guard case .success(var account) = account, account.secret != nil else { continue }
                guard let passphrase = request.passphrase else { throw .passphraseRequired }
                try encryption.open(&account, passphrase)
                accounts[index] = .success(account)
            }
            if encryption.isPassphraseWrong { throw .wrongPassphrase }
        }
        return try document(
            of: accounts, records: records, request.limits, unread: Self.members.unread(in: text), in: text)
    }
}

/// The encryption of OTP Manager's secrets. They are not authenticated: a passphrase is right if a secret is base32.
struct OTPManagerEncryption {
    /// Equal for every secret.
    private let iv: [UInt8]

    private var hasOpened = false, hasFailed = false

    /// If the passphrase opens no secret, it is wrong; if it opens some, the others have another passphrase: the app
    /// does not unlock the accounts that other people share.
    var isPassphraseWrong: Bool { hasFailed && !hasOpened }

    /// - Parameter text: hexadecimal.
    /// - Throws: ``SourceError`` with `corrupt`.
    init(_ text: LenientText?) throws(SourceError) {
        guard let iv = Hex.decode(text.orEmpty.trimmingWhitespace), iv.count == AESCBC.blockCount else {
            throw .incomplete("iv")
        }
        self.iv = iv
    }

    private static func key(of passphrase: Passphrase) throws(CryptoError) -> SecureBytes {
        SecureBytes(copying: try Digest.sha256.hash(passphrase.utf8))
    }

    static func sealing(
        _ passphrase: Passphrase, _ random: any RandomSource
    ) throws(ExportError) -> SealedValues {
        let iv = try random.bytes(AESCBC.blockCount)
        return SealedValues(key: try ExportError.encrypting(key(of: passphrase)), iv: iv)
    }

    /// Replaces the base64 of an account's secret by its base32, or notes why it cannot be decrypted.
    ///
    /// - Throws: ``SourceError`` if the cryptography fails for another reason than the passphrase.
    mutating func open(_ account: inout ShapedAccount, _ passphrase: Passphrase) throws(SourceError) {
        guard case .text(let text)? = account.secret, !text.isBlank else { return }
        guard let ciphertext = Base64.decode(text.trimmingWhitespace) else {
            return account.problem = EntryError(.fieldDamaged, "the encrypted secret is not base64")
        }
        let plain = try SourceError.decryptingUnlessWrong(
            AESCBC.open(ciphertext, key: Self.key(of: passphrase), iv: iv).copied())
        guard let plain, let base32 = String(validating: plain, as: UTF8.self)?.limitingMarks,
            let bytes = try? OTPSecret.bytes(base32: plain.span), !bytes.isEmpty
        else {
            hasFailed = true
            return account.problem = EntryError(.fieldDamaged, "wrong passphrase for this secret, or it is damaged")
        }
        hasOpened = true
        account.secret = .text(base32)
    }
}

/// The JSON of OTP Manager for Nextcloud, plain or encrypted (`Docs/formats/otpmanager.md`).
package struct OTPManagerExport: ExportFormat {
    package init() {}

    /// The app checks the file as a whole: with one account of other parameters, it imports nothing.
    private static let digits = 4...6, fewestBytes = 10, longestName = 256

    package let description = ExportDescription(
        of: OTPManagerFormat(),
        protection: .optional,
        capabilities: ExportCapabilities(
            kinds: [
                .totp: .init(digits: Self.digits, except: [5], periods: [30, 45, 60]),
                // JavaScript loses digits of larger numbers.
                .hotp: .init(digits: Self.digits, except: [5], largestCounter: 1 << 53 - 1),
            ],
            // 512 characters of base32.
            maximumSecretCount: 320,
            cautions: [
                .init("It needs OTP Manager 1.0 or newer."),
                .init(
                    "OTP Manager's encryption is weak: choose a long passphrase even for a file that exists only for "
                        + "the import."),
            ]),
        importSteps: .menu("Nextcloud › OTP Manager › Import/Export › Import.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        selection.leaveOut(Self.problem)
        // The app would silently drop a second account with the same secret.
        selection.leaveOutRepeatedSecrets { $0.secret.base32 }
        switch request.protection {
        case .none: return try Self.export(&selection, iv: nil) { $0 }
        case .passphrase(let passphrase):
            let sealing = try OTPManagerEncryption.sealing(passphrase, request.random)
            return try Self.export(&selection, iv: Hex.encode(sealing.iv)) { (secret) throws(ExportError) in
                try sealing.seal(Array(secret.utf8))
            }
        }
    }

    /// - Parameters:
    ///   - iv: in hex; nil if the secrets are plain.
    ///   - written: returns a secret as it is in the file.
    private static func export(
        _ selection: inout ExportSelection, iv: String?, _ written: (String) throws(ExportError) -> String
    ) throws(ExportError) -> Export {
        var accounts: [OrderedJSON] = []
        for storable in selection.accounts {
            let account = storable.account, name = name(of: account)
            accounts.append(Self.account(account, name, try written(account.secret.base32)))
            selection.recordName(storable, as: AccountLabel.normalized(issuer: account.issuer, name: name))
        }
        let document = OrderedJSON.object(["accounts": .array(accounts), "iv": iv.map { .string($0) }])
        return selection.export("otpmanager.json", document.utf8, keepsNames: true)
    }

    private static func problem(_ account: Account) -> EntryError? {
        guard account.secret.bytes.count >= fewestBytes else {
            return EntryError(.secretTooShort, "OTP Manager needs secrets of at least \(fewestBytes) bytes")
        }
        let name = name(of: account)
        guard !name.isBlank else {
            return EntryError(.nameNotSupported, "OTP Manager needs a name, and the account has none")
        }
        guard max(name.utf16.count, account.issuer.utf16.count) <= longestName else {
            return EntryError(
                .nameNotSupported, "issuer and name have at most \(longestName) characters each in OTP Manager")
        }
        return nil
    }

    private static func name(of account: Account) -> String { account.name.isBlank ? account.issuer : account.name }

    /// The app checks that all members exist, even those that are null.
    private static func account(_ account: Account, _ name: String, _ secret: String) -> OrderedJSON {
        let parameters = account.parameters
        return .object([
            "secret": .string(secret),
            "name": .string(name),
            "issuer": .text(account.issuer),
            "digits": .integer(parameters.digits),
            "type": .string(parameters.kind.rawValue),
            "period": .integer(parameters.period ?? 30),
            "algorithm": .string(parameters.algorithm.rawValue),
            // The counter of the last code.
            "counter": parameters.counter.map { .integer($0 - 1) } ?? .null,
            "icon": "default",
        ])
    }
}
