import Encodings
import Links
import TOTPDomain

/// 2FAuth's JSON export (`Docs/formats/2fauth.md`).
package struct TwoFAuthFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "2fauth",
            app: "2FAuth",
            file: "JSON",
            encryption: .never,
            exportSteps: .menu("Manage › select the accounts › Export › 2FAuth format")
        )
    }

    private static let members = KnownMembers(
        "app otp_type account service secret digits algorithm period counter uri legacy_uri")

    package func recognizes(_ content: SourceContent) -> Bool {
        content.jsonOutline?.shape == .object
            && content.text(ofMember: "app")?.hasPrefix(TwoFAuthFile.appPrefix) ?? false
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        // Missing in the answer of the API.
        try FormatVersion("2FAuth schema", to: TwoFAuthFile.schema, at: ["schema"], in: request.content.text)
            .reading(accountsAt: ["data"]) { () throws(SourceError) in try document(request) }
    }

    private func document(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let file = try JSONFile.decode(TwoFAuthFile.self, from: request.content.text)
        guard let accounts = file.data.value() else {
            throw .damaged("data is missing or not a list")
        }
        let document = try ImportedDocument(
            format: description.id, list: accounts, at: ["data"], in: request.content.text, request.limits)
        return naming(unread: Self.members, in: request.content.text, document)
    }
}

extension TwoFAuthFile.Account: ExportedAccount {
    var names: (issuer: String, name: String) {
        uri == nil
            ? (service.orEmpty, account.orEmpty) : ("", KeyURI.label(of: Array(uri.orEmpty.utf8).span))
    }

    func draft() throws(EntryError) -> AccountDraft {
        if uri != nil { return try AccountDraft(link: Array(uri.orEmpty.utf8)) }
        var draft = try AccountDraft(kind: try kind(), base32: try secret.checked("the secret"))
        try draft.take(algorithm: algorithm, digits: digits, period: period, counter: counter)
        return draft
    }

    private func kind() throws(EntryError) -> OTPKind {
        let name = try type.checked("the type") ?? ""
        switch name.lowercased() {
        case TwoFAuthFile.totp: return isOfSteam ? .steam : .totp
        case TwoFAuthFile.hotp: return .hotp
        case TwoFAuthFile.steam: return .steam
        default:
            throw EntryError(.typeUnknown, "the type \(name.quoted) is not one of totp, hotp, steamtotp")
        }
    }

    private var isOfSteam: Bool {
        service.orEmpty.trimmingWhitespace.lowercased() == TwoFAuthFile.steamService.lowercased()
    }
}

/// 2FAuth's JSON: its own export, and the answer of its API, whose accounts are links.
package struct TwoFAuthFile: Decodable {
    /// What the name of the app and its version start with.
    package static let appPrefix = "2fauth_"
    /// The newest schema.
    package static let schema: Int64 = 1
    package static let totp = "totp", hotp = "hotp", steam = "steamtotp"
    /// The app generates Steam codes for every account of this service, ignoring case.
    package static let steamService = "Steam"

    package var data: Lenient<JSONList<Account>>?

    package struct Account: Decodable, Sendable {
        /// `totp`, `hotp` or `steamtotp`.
        package var type: LenientText?
        package var account: LenientText?
        package var service: LenientText?
        /// Base32 with padding.
        package var secret: LenientText?
        package var digits: LenientNumber?
        /// In lower case.
        package var algorithm: LenientText?
        /// Seconds.
        package var period: LenientNumber?
        package var counter: LenientNumber?
        /// A link; the API writes nothing else.
        package var uri: LenientText?

        enum CodingKeys: String, CodingKey {
            case account, service, secret, digits, algorithm, period, counter, uri
            case type = "otp_type"
        }
    }
}
