import Encodings
import FormatEngine
import TOTPDomain

/// The backup of Stratum, plain or encrypted (`Docs/formats/stratum.md`).
package struct StratumExport: ExportFormat {
    package init() {}

    /// The largest counter that the app takes from a link.
    private static let largestSureCounter = Int64(Int32.max)

    package let description = ExportDescription(
        of: StratumFormat(),
        file: "JSON, or encrypted binary, .stratum",
        protection: .optional,
        capabilities: ExportCapabilities(
            kinds: [
                .totp: .init(digits: StratumAuthenticator.fewestDigits...10),
                .hotp: .init(digits: StratumAuthenticator.fewestDigits...8), .steam: .steam, .motp: .init(),
                .yandex: .init(),
            ],
            details: [.tags, .pin],
            cautions: [
                .init(
                    "Stratum may refuse counters above \(Self.largestSureCounter): check the codes of these accounts.",
                    concerns: [.counter(above: Self.largestSureCounter)])
            ]),
        importSteps: .menu("Main menu › Restore.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description, named: "Stratum")
        // The app restores nothing of a file with an account that it does not accept.
        let fewest = StratumAuthenticator.minimumMobileOTPCount
        selection.leaveOut(.secretTooShort, "Stratum supports only Mobile-OTP secrets of \(fewest) or more bytes") {
            $0.parameters.kind == .motp && $0.secret.bytes.count < fewest
        }
        selection.leaveOutRepeatedSecrets(StratumRecord.secret)
        selection.recordNames {
            let names = StratumRecord.names($0)
            return AccountLabel.normalized(issuer: names.issuer, name: names.username)
        }
        selection.recordTags("trimmed tags of up to \(StratumBackup.maximumCategoryCount) characters, each once") {
            StratumRecord.categories($0)
        }
        selection.recordMissingPINs()
        selection.lose(
            .unverified, "Stratum may refuse a counter above \(Self.largestSureCounter)", .checkCodes
        ) { $0.parameters.counter ?? 0 > Self.largestSureCounter }
        let backup = try StratumRecord.backup(selection.accounts.map(\.account)).utf8
        return try selection.export(
            "stratum.json", backup, for: request, sealedAs: "accounts.stratum", StratumEncryption.seal)
    }
}
