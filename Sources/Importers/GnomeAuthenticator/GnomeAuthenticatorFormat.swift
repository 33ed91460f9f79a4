import Encodings
import TOTPDomain

/// The backup of GNOME Authenticator 3 (`Docs/formats/gnome-authenticator.md`).
package struct GnomeAuthenticatorFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "gnome-authenticator",
            app: "GNOME Authenticator",
            file: "JSON of version 3",
            encryption: .never,
            exportSteps:
                .menu(
                    "Preferences › Backup/Restore › Backup (since version 4 the app writes otpauth, aegis, andotp or "
                        + "freeotp-plus)")
        )
    }

    private static let members = KnownMembers(
        "secret label digits type algorithm period counter tags thumbnail last_used")

    /// andOTP's layout without an issuer; only the type `OTP` shows whose file it is.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .array else { return false }
        return outline.has("secret") && outline.members["tags"] == .array && !outline.has("issuer")
            && content.text(ofMember: "type")?.uppercased() == "OTP"
            && Self.members.areAll(ofRecordsAt: 2, in: content.text)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let entries = try JSONFile.decode(JSONList<GnomeAuthenticatorEntry>.self, from: request.content.text)
        let document = try ImportedDocument(
            format: description.id, list: entries, in: request.content.text, request.limits)
        return naming(unread: Self.members, in: request.content.text, document)
    }
}

/// An account: that of andOTP, except that its first tag is the issuer.
struct GnomeAuthenticatorEntry: Decodable, ExportedAccount {
    private let entry: AndOTPEntry

    init(from decoder: any Decoder) throws { entry = try AndOTPEntry(from: decoder) }

    private var tags: [String] { (entry.tags.value() ?? []).map(\.orEmpty) }

    var names: (issuer: String, name: String) { (tags.first ?? "", entry.label.orEmpty) }

    func draft() throws(EntryError) -> AccountDraft {
        var draft = try AccountDraft(kind: try kind(), base32: try entry.secret.checked("the secret"))
        try draft.take(
            algorithm: entry.algorithm, digits: entry.digits, period: entry.period, counter: entry.counter)
        draft.tags = Array(tags.dropFirst())
        return draft
    }

    private func kind() throws(EntryError) -> OTPKind {
        let name = try entry.type.checked("the type") ?? ""
        switch name.uppercased() {
        case "OTP", "TOTP": return .totp
        case "HOTP": return .hotp
        case "STEAM": return .steam
        default: throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of OTP, TOTP, HOTP, STEAM")
        }
    }
}
