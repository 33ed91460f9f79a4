import Encodings
import FormatEngine
import Links
import TOTPDomain

/// The keychain of an encrypted iPhone backup, with the accounts of apps that have no export
/// (`Docs/formats/ios-keychain.md`).
package struct KeychainDumpFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "ios-keychain",
        app: "Authenticator by Matt Rubin",
        file: "JSON, keychain dump",
        exportSteps: .text(
            "Make an encrypted backup in Finder or iTunes, then: irestore BACKUP dumpkeys keys.json. Nobody "
                + "else may read keys.json: it contains every password of the phone"),
        missingExport: MissingExport(
            "The app never shows its secrets. Only an encrypted backup of the whole iPhone contains them."),
        keepsake: .passwords
    )

    private static let list = "General"

    /// The attributes of an item; everything outside of the list belongs to other apps.
    private static let members = KnownNames(
        """
        General agrp svce gena v_Data v_PersistentRef pdmn cdat mdat sha1 musr sync tomb type desc labl icmt crtr \
        scrp cusi nega prot rowid UUID accc clip class invi alis tkid vwht
        """, texts: "acct", opaque: "Internet Certs Keys", list: "General")

    package func recognizes(_ content: SourceContent) -> Bool {
        if content.hasObject(inList: Self.list, where: { $0["svce"] != nil && $0["v_Data"] != nil }) { return true }
        // With another name of the list, it is missing.
        guard let outline = content.jsonObject else { return false }
        return outline.has("Internet", "Certs", "Keys") && !outline.has(Self.list)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let items = try JSONValue(text: request.content.text).list(Self.list).map { item in
            Result { () throws(EntryError) in try KeychainItem(item) }
        }
        guard items.contains(where: { $0.skipReason == nil }) else {
            throw SourceError(
                .unrecognised,
                "the keychain has no account of a known app",
                .text(
                    "Google Authenticator, Microsoft Authenticator and Authy "
                        + "keep theirs out of backups, so move them in the app"))
        }
        let text = request.content.text, records = JSONRecordCount.count([.member(Self.list)], in: text)
        return try document(
            of: items, records: records, request.limits, unread: Self.members.unread(in: text), in: text)
    }
}

/// An item of a keychain: an account if it belongs to a known app.
struct KeychainItem: ExportedAccount {
    /// The account without its secret: a link, or base64 of a link.
    private let attribute: LenientText?
    /// The secret, base64.
    private let value: LenientText?
    private let isOfKnownApp: Bool
    /// Whether it belongs to Matt Rubin's app, or to an app with his library.
    private let isOfMattRubin: Bool

    private static let mattRubin = "me.mattrubin.onetimepassword.token", google = "com.google.otp.authentication"

    init(_ item: JSONValue) throws(EntryError) {
        let service = try item["svce"].name
        isOfMattRubin = service == Self.mattRubin
        isOfKnownApp = isOfMattRubin || service == Self.google
        attribute = try item["gena"]?.text
        value = try item["v_Data"]?.text
    }

    var skipReason: SkipReason? { isOfKnownApp ? nil : .noOneTimeCode }

    var names: (issuer: String, name: String) { ("", link.map { KeyURI.label(of: $0.span) } ?? "") }

    func draft() throws(EntryError) -> AccountDraft {
        guard let link else { throw EntryError(.notALink, "gena is not an otpauth link") }
        let text = try value.checked("v_Data") ?? ""
        guard let secret = Base64.decode(text.trimmingWhitespace) else {
            throw EntryError(.fieldDamaged, "v_Data is not base64")
        }
        // If it is empty, the link may have a secret of its own. Neither app knows Steam accounts.
        var draft = try AccountDraft(
            link: secret.isEmpty ? link : link.settingParameter("secret", Base32.encode(secret)),
            knowsSteamByIssuer: false)
        if let names = ownNames(of: link) { draft.names = names }
        return draft
    }

    /// Issuer and name as Matt Rubin's app reads them: the issuer is the parameter, in which `+` is a plus sign, and
    /// only this issuer is removed from the label.
    ///
    /// - Returns: nil without the parameter, or for another app.
    private func ownNames(of link: [UInt8]) -> (issuer: String, name: String)? {
        guard isOfMattRubin else { return nil }
        let parts = KeyURIParts(link.span, scheme: .otpauth)
        guard let range = parts.issuer else { return nil }
        let issuer = PercentCoding.decode(link.span, range, plusIsSpace: false)
        guard !issuer.isBlank else { return nil }
        let label = PercentCoding.decode(link.span, parts.label, plusIsSpace: false)
        let prefix = "\(issuer):"
        return (issuer, label.hasPrefix(prefix) ? String(label.dropFirst(prefix.count)) : label)
    }

    private var link: [UInt8]? {
        let text = attribute.orEmpty.trimmingWhitespace
        return [Array(text.utf8), Base64.decode(text) ?? []].lazy
            .map { Array($0.trimmingWhitespace) }
            .first { KeyURIScheme.find(in: $0.span).map { $0.scheme.readAs == .otpauth && $0.start == 0 } ?? false }
    }
}
