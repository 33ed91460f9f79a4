import Encodings
import TOTPDomain

/// FoxAuth's export (`Docs/formats/foxauth.md`).
package struct FoxAuthFormat: ImportFormat {
    package let description = FormatDescription(
        id: "foxauth",
        app: "FoxAuth",
        file: "JSON",
        encryption: .never,
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
        guard let outline = content.jsonOutline, outline.shape == .object, outline.members["isEncrypted"] != .true
        else {
            return false
        }
        return outline.has("accountInfos")
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.text
        let document = try ImportedDocument(
            format: description.id, list: JSONFile(text).list("accountInfos"), at: ["accountInfos"],
            in: text, request.limits, account: Self.account.account)
        return naming(unread: Self.members, in: text, document)
    }
}
