import Encodings
import FormatEngine
import Links
import TOTPDomain

/// 2FAuth's JSON export, and the answer of its API, whose accounts are links (`Docs/formats/2fauth.md`).
package struct TwoFAuthFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "2fauth",
        app: "2FAuth",
        file: "JSON",
        exportSteps: .menu("Manage › select the accounts › Export › 2FAuth format")
    )

    /// The start of the name of the app and its version.
    static let appPrefix = "2fauth_"
    /// The newest schema.
    static let schema: Int64 = 1
    static let kinds: KeyValuePairs<String, OTPKind> = ["totp": .totp, "hotp": .hotp, "steamtotp": .steam]
    /// The app generates Steam codes for every account of this service, ignoring case.
    static let steamService = "Steam"

    /// The others of `TwoFAccountExportCollection` and `TwoFAccountExportResource`; `legacy_uri` has the same account.
    private static let members = KnownNames(
        reading: TwoFAuthAccount.shape, "app schema datetime data uri legacy_uri icon icon_mime icon_file", list: "data"
    )

    package func recognizes(_ content: SourceContent) -> Bool {
        guard content.jsonObject != nil else { return false }
        return content.text(ofMember: "app")?.hasPrefix(Self.appPrefix) ?? false
            || content.hasObject(inList: "data") { $0["otp_type"] != nil && $0["service"] != nil }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        // Missing in the answer of the API.
        try FormatVersion("2FAuth schema", to: Self.schema, at: ["schema"], in: request.content.text)
            .reading(accountsAt: ["data"]) { () throws(SourceError) in
                try accounts(
                    at: ["data"], in: request.content.text, request.limits, knowing: Self.members,
                    account: TwoFAuthAccount.init)
            }
    }
}

/// An account of 2FAuth; in the answer of the API a link and nothing else.
private struct TwoFAuthAccount: ExportedAccount {
    private let link: LenientText?
    private let account: ShapedAccount

    static let shape = EntryShape(
        issuer: "service", name: "account", secret: "secret",
        kind: .named("otp_type", among: TwoFAuthFormat.kinds), steamIssuer: .steam, algorithm: "algorithm",
        digits: "digits", period: "period", counter: "counter")

    init(_ entry: JSONObject) throws(EntryError) {
        link = try entry.text("uri")
        account = try Self.shape.account(in: entry)
    }

    var names: (issuer: String, name: String) {
        link == nil ? account.names : ("", KeyURI.label(of: Array(link.orEmpty.utf8).span))
    }

    func draft() throws(EntryError) -> AccountDraft {
        try link == nil ? account.draft() : AccountDraft(link: Array(link.orEmpty.utf8))
    }
}
