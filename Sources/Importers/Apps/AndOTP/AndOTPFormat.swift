import AnythingFormats
import Encodings
import FormatEngine
import TOTPDomain

/// andOTP's backup, plain or encrypted with a passphrase (`Docs/formats/andotp.md`).
package struct AndOTPFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "andotp",
        app: "andOTP",
        file: "JSON, or encrypted binary, .json.aes",
        encryption: .optional,
        exportSteps: .menu("Menu › Backups › Backup, under plain-text or encrypted")
    )

    /// Old versions wrote both names into the label, `issuer - name`.
    private static let entry = EntryShape(
        issuer: "issuer", name: "label", nameSeparator: " - ", secret: "secret",
        kind: .named("type", among: ["TOTP": .totp, "HOTP": .hotp, "STEAM": .steam, "MOTP": .motp]),
        mobileOTPSecret: .hexInBase32, algorithm: "algorithm", digits: "digits", period: "period", counter: "counter",
        tags: "tags")

    /// The others of `Entry.toJson`.
    private static let members = KnownNames(reading: entry, "thumbnail last_used used_frequency")

    /// A plain file has no member that only this app uses, so only members that the app writes are allowed.
    package func recognizes(_ content: SourceContent) -> Bool {
        switch content.kind {
        case .text:
            if OpenPGPMessage.matches(content.bytes) { return true }
            guard let outline = content.jsonOutline, outline.shape == .array else { return false }
            // No other app writes these.
            let isOwn = outline.has("thumbnail") || outline.has("last_used") || outline.has("used_frequency")
            return (outline.has("secret", "type") || outline.has("label") && isOwn)
                && Self.members.areAll(ofRecordsAt: 2, butOne: isOwn, in: content.text)
        case .binary:
            // A list of gauth and the files of a browser's storage have signatures.
            return OpenPGPMessage.matches(content.bytes)
                || (AndOTPEncryption.couldBeBackup(content.bytes) && !GauthEncryption.matches(content.bytes)
                    && !BrowserProfile.recognizes(content))
        default: return false
        }
    }

    /// Both encrypted forms start with random bytes.
    package func hasNoSignature(_ content: SourceContent) -> Bool {
        content.kind == .binary && !OpenPGPMessage.matches(content.bytes)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        if OpenPGPMessage.matches(request.content.bytes) {
            throw SourceError(
                .unsupportedVersion, "encrypted with OpenPGP, which needs your private key", .decryptOpenPGP)
        }
        let isPlain = request.content.kind == .text
        let text =
            isPlain
            ? request.content.text
            : try AndOTPEncryption(request.content.bytes).open(request.passphrase, request.limits)
        return try accounts(in: text, request.limits, knowing: Self.members, account: Self.entry.account)
    }
}

/// The backup of andOTP, plain or encrypted (`Docs/formats/andotp.md`).
package struct AndOTPExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: AndOTPFormat(),
        protection: .optional,
        capabilities: ExportCapabilities(
            kinds: [.totp: .init(), .hotp: .init(), .steam: .steam, .motp: .init()], details: [.tags]),
        importSteps: .menu("Menu › Backups › Restore, under plain-text or encrypted.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        selection.recordNames()
        selection.recordTags()
        let backup = OrderedJSON.array(selection.accounts.map { Self.entry($0.account) }).utf8
        return try selection.export(
            "otp_accounts.json", backup, for: request, sealedAs: "otp_accounts.json.aes", AndOTPEncryption.seal)
    }

    private static func entry(_ account: Account) -> OrderedJSON {
        let parameters = account.parameters
        return .object([
            "secret": .string(secret(account)),
            "issuer": .string(account.issuer),
            "label": .string(account.name),
            "digits": .integer(parameters.digits),
            "type": .string(parameters.kind.rawValue.uppercased()),
            // The app knows no MD5: the kind implies it.
            "algorithm": .string((parameters.kind == .motp ? OTPAlgorithm.sha1 : parameters.algorithm).rawValue),
            "thumbnail": "Default",
            "last_used": 0,
            "used_frequency": 0,
            "period": parameters.kind == .totp ? parameters.period.map { .integer($0) } : nil,
            "counter": parameters.counter.map { .integer($0) },
            "tags": .array(account.distinctTags.map { .string($0) }),
        ])
    }

    private static func secret(_ account: Account) -> String {
        let secret = account.secret.bytes
        return Base32.encode(
            account.parameters.kind == .motp ? Array(Hex.encode(secret).utf8) : secret, isPadded: true)
    }
}
