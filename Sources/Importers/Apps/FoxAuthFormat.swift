import Encodings
import FormatEngine
import TOTPDomain

/// FoxAuth's export (`Docs/formats/foxauth.md`).
package struct FoxAuthFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "foxauth",
        app: "FoxAuth",
        file: "JSON",
        exportSteps: "On its page Sync, turn the encryption off, then export"
    )

    /// The app stores no counter.
    private static let account = EntryShape(
        issuer: "localIssuer", name: "localAccountName", secret: "localSecretToken",
        kind: .named("localOTPType", among: ["Time based": .totp, "Counter based": .hotp], missing: .totp),
        algorithm: "localOTPAlgorithm", digits: "localOTPDigits", period: "localOTPPeriod", note: "localRecovery")

    private static let members = KnownNames(
        reading: account,
        "accountInfos isEncrypted accountInfoVersion containerAssign passwordInfo encryptIV encryptPassword",
        opaque: "settings dropbox", list: "accountInfos")

    /// The app's own encryption turns names and secrets into texts that look damaged.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject, outline.members["isEncrypted"] != .true else { return false }
        return outline.has("accountInfos")
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try accounts(
            at: ["accountInfos"], in: request.content.text, request.limits, knowing: Self.members,
            account: Self.account.account)
    }
}
