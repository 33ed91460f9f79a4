import Containers
import Encodings
import FormatEngine
import TOTPDomain

/// Raivo OTP's export: an encrypted zip archive, or the JSON in it alone (`Docs/formats/raivo.md`).
package struct RaivoExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: RaivoFormat(),
        file: "encrypted zip, or JSON", fileExtension: "zip",
        protection: .optional,
        capabilities: ExportCapabilities(kinds: [.totp: .init(digits: 6...8), .hotp: .init(digits: 6...8)]),
        importSteps:
            .menu("Miscellaneous › Import OTPs from ZIP archive; other apps read the JSON that --plain writes.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        // Raivo itself leaves names as they are, but the apps that read its exports do not.
        selection.recordNames()
        let list = OrderedJSON.array(selection.accounts.map { Self.entry($0.account) }).utf8
        return try selection.export(RaivoFormat.list, list, for: request, sealedAs: "raivo-otp-export.zip") {
            (list, passphrase, _) throws(ExportError) in
            try EncryptedZip.archive(of: list, named: RaivoFormat.list, passphrase, modified: request.now)
        }
    }

    /// The app's reader requires all members, and each to be a string.
    private static func entry(_ account: Account) -> OrderedJSON {
        let parameters = account.parameters
        return .object([
            "issuer": .string(account.issuer),
            "account": .string(account.name),
            "secret": .string(account.secret.base32),
            "algorithm": .string(parameters.algorithm.rawValue),
            "digits": .string(String(parameters.digits)),
            "kind": .string(parameters.kind.rawValue.uppercased()),
            "timer": .string(String(parameters.period ?? 30)),
            "counter": .string(String(parameters.counter ?? 0)),
            "iconType": "",
            "iconValue": "",
            "pinned": "false",
        ])
    }
}
