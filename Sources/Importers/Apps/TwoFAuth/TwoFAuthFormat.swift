import Encodings
import FormatEngine
import Links
import Platform
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

/// 2FAuth's JSON (`Docs/formats/2fauth.md`).
package struct TwoFAuthExport: ExportFormat {
    package init() {}

    private static let parameters = ExportCapabilities.Parameters(
        algorithms: Set(OTPAlgorithm.allCases), digits: 5...10)
    /// The app checks only how it starts.
    private static let app = TwoFAuthFormat.appPrefix + "v5.0.0"

    package let description = ExportDescription(
        of: TwoFAuthFormat(),
        protection: .none,
        capabilities: ExportCapabilities(
            kinds: [.totp: Self.parameters, .hotp: Self.parameters, .steam: .steam],
            cautions: [
                .init(
                    "2FAuth refuses a colon in a name: a hyphen is written instead.",
                    concerns: [.colon, .escapedColon])
            ]),
        importSteps: .menu("New › Import, then choose the file.")
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description)
        let accounts = selection.map { (account) throws(EntryError) in
            let isSteam = account.parameters.kind == .steam
            let names = TwoFAuthNames(account, service: isSteam ? TwoFAuthFormat.steamService : nil)
            guard isSteam || names.service.lowercased() != TwoFAuthFormat.steamService.lowercased() else {
                throw EntryError(
                    .kindNotSupported, "2FAuth generates Steam codes for every account of the service Steam")
            }
            return (names, Self.account(account, names))
        }
        for (storable, (names, _)) in zip(selection.accounts, accounts) {
            selection.recordName(storable, as: (names.service, names.account))
        }
        let document = OrderedJSON.object([
            "app": .string(Self.app),
            "schema": .integer(TwoFAuthFormat.schema),
            "datetime": .string(request.now.formatted(.iso8601)),
            "data": .array(accounts.map(\.1)),
        ])
        return selection.export("2fauth.json", Self.withoutAmpersands(document.utf8))
    }

    /// The app checks that all members exist, even those that are null.
    private static func account(_ account: Account, _ names: TwoFAuthNames) -> OrderedJSON {
        let parameters = account.parameters
        return .object([
            "otp_type": .text(TwoFAuthFormat.kinds.first { $0.value == parameters.kind }?.key),
            "account": .string(names.account),
            "service": .string(names.service),
            "icon": .null,
            "icon_mime": .null,
            "icon_file": .null,
            "secret": .string(Base32.encode(account.secret.bytes, isPadded: true)),
            "digits": .integer(parameters.digits),
            "algorithm": .string(parameters.algorithm.rawValue.lowercased()),
            "period": parameters.period.map { .integer($0) } ?? .null,
            "counter": parameters.counter.map { .integer($0) } ?? .null,
            "legacy_uri": "",
        ])
    }

    /// The app decodes HTML entities before it reads the JSON, so that `&quot;` in a name would end the name.
    private static func withoutAmpersands(_ json: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(json.count)
        for byte in json {
            if byte == ASCII.ampersand { bytes += "\\u0026".utf8 } else { bytes.append(byte) }
        }
        return bytes
    }
}

/// Service and account as 2FAuth needs them: it refuses a file in which either is empty, and drops an account if either
/// has a colon.
///
/// Sources: `MigratorFactory` (`required`), `TwoFAccountStoreRequest`, and OTPHP's check for colons.
struct TwoFAuthNames {
    let service: String
    let account: String

    private static let colons = ["%3A", "%3a", ":"]
    /// In place of a colon, and for an account without issuer and name.
    private static let hyphen = "-"

    init(_ account: Account, service: String? = nil) {
        let issuer = Self.storable(service ?? account.issuer), name = Self.storable(account.name)
        self.service = [issuer, name].first { !$0.isBlank } ?? Self.hyphen
        self.account = [name, issuer].first { !$0.isBlank } ?? Self.hyphen
    }

    private static func storable(_ text: String) -> String {
        // PHP counts NUL as space.
        let text = text.replacing("\0", with: " ").trimmingWhitespace
        return colons.reduce(text) { $0.replacing($1, with: hyphen) }
    }
}
