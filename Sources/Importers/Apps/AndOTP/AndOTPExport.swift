import Encodings
import FormatEngine
import TOTPDomain

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
