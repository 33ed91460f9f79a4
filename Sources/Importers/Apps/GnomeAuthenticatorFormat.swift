import Encodings
import FormatEngine
import TOTPDomain

/// The backup of GNOME Authenticator 3 (`Docs/formats/gnome-authenticator.md`).
package struct GnomeAuthenticatorFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "gnome-authenticator",
        app: "GNOME Authenticator",
        file: "JSON of version 3",
        exportSteps: .menu(
            "Preferences › Backup/Restore › Backup (since version 4 the app writes otpauth, aegis, andotp or "
                + "freeotp-plus)")
    )

    private static let entry = EntryShape(
        name: "label", secret: "secret",
        kind: .named("type", among: ["OTP": .totp, "TOTP": .totp, "HOTP": .hotp, "STEAM": .steam]),
        algorithm: "algorithm", digits: "digits", period: "period", counter: "counter", tags: "tags")

    private static let members = KnownNames(reading: entry, "thumbnail last_used")

    /// andOTP's layout without an issuer; only the type `OTP` shows whose file it is.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .array else { return false }
        return outline.has("secret") && outline.members["tags"] == .array && !outline.has("issuer")
            && content.text(ofMember: "type")?.uppercased() == "OTP"
            && Self.members.areAll(ofRecordsAt: 2, butOne: outline.has("thumbnail"), in: content.text)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try accounts(in: request.content.text, request.limits, knowing: Self.members) { (entry) throws(EntryError) in
            // The first tag is the issuer.
            var account = try Self.entry.account(in: entry)
            if !account.tags.isEmpty { account.issuer = .text(account.tags.removeFirst()) }
            return account
        }
    }
}
