import Encodings
import FormatEngine
import TOTPDomain

/// FreeOTP+'s JSON export (`Docs/formats/freeotp-plus.md`).
package struct FreeOTPPlusFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: "freeotp-plus",
        app: "FreeOTP+",
        file: "JSON",
        exportSteps: .menu("Menu › Export › JSON Format")
    )

    /// Other apps also name a list `tokens`; only this app writes secrets as lists of bytes.
    package func recognizes(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonObject, outline.has("tokens") else { return false }
        if outline.has("tokenOrder") { return true }
        guard outline.members["tokens"] == .array,
            FreeOTPToken.members.areAll(ofRecordsAt: 3, inList: "tokens", in: content.text)
        else { return false }
        return content.hasObject(inList: "tokens") { $0["secret"] == .array }
            || !content.hasObject(inList: "tokens") { $0["secret"] == .string }
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try accounts(
            at: ["tokens"], in: request.content.text, request.limits, knowing: FreeOTPToken.members,
            account: FreeOTPToken.plain)
    }
}

/// FreeOTP+'s JSON export (`Docs/formats/freeotp-plus.md`).
package struct FreeOTPPlusExport: ExportFormat {
    package init() {}

    /// Codes of 10 digits overflow the app's 32-bit numbers.
    private static let parameters = ExportCapabilities.Parameters(digits: 1...9)

    package let description = ExportDescription(
        of: FreeOTPPlusFormat(),
        protection: .none,
        capabilities: ExportCapabilities(
            kinds: [.totp: Self.parameters, .hotp: Self.parameters, .steam: .steam],
            cautions: [
                .init(
                    "FreeOTP+ replaces the accounts that it already has by those in the file: import into an empty "
                        + "app, or export its accounts first and convert both files together.")
            ]),
        importSteps: .menu("Menu › Import › JSON Format.")
    )

    package func write(_ request: ExportRequest) -> Export {
        var selection = ExportSelection(request, for: description)
        var names = FreeOTPPlusNames()
        let tokens = selection.map { (account) throws(EntryError) in
            let isSteam = account.parameters.kind == .steam
            guard isSteam || account.issuer != FreeOTPToken.steamIssuer else {
                throw EntryError(
                    .kindNotSupported, "FreeOTP+ generates Steam codes for every account of the issuer Steam")
            }
            let name = names.add(issuer: isSteam ? FreeOTPToken.steamIssuer : account.issuer, label: account.name)
            return (name, Self.token(account, name))
        }
        for (storable, (name, _)) in zip(selection.accounts, tokens) {
            selection.recordName(storable, as: (name.issuer, name.label))
        }
        let document = OrderedJSON.object([
            "tokenOrder": .array(tokens.map { .string($0.0.id) }), "tokens": .array(tokens.map(\.1)),
        ])
        return selection.export("freeotp-plus.json", document.utf8)
    }

    private static func token(_ account: Account, _ name: FreeOTPPlusNames.Name) -> OrderedJSON {
        let parameters = account.parameters
        return .object([
            "algo": .string(parameters.algorithm.rawValue),
            // The counter of the next code: the app shows the code, and only then adds 1.
            "counter": .integer(parameters.counter ?? 0),
            "digits": .integer(parameters.digits),
            "issuerExt": .string(name.issuer),
            "issuerInt": .string(name.issuer),
            "label": .string(name.label),
            "period": .integer(parameters.period ?? 30),
            "secret": .array(account.secret.bytes.map { .integer(Int64(Int8(bitPattern: $0))) }),
            "type": parameters.kind == .hotp ? "HOTP" : "TOTP",
        ])
    }
}

/// Issuers and labels as FreeOTP+ needs them: it imports only the last of several tokens with the same issuer and
/// label, because it finds tokens by both (`MigrationUtil.convertLegacySavedTokensToOtpTokens`).
struct FreeOTPPlusNames {
    struct Name {
        let issuer, label: String

        var id: String { issuer.isEmpty ? label : "\(issuer):\(label)" }
    }

    private var ids = UniqueNames<[UInt8]>()

    /// - Returns: the name, with a number if it was used before.
    mutating func add(issuer: String, label: String) -> Name {
        func numbered(_ number: Int) -> Name {
            let suffix = number == 1 ? [] : ["(\(number))"]
            return Name(issuer: issuer, label: ((label.isEmpty ? [] : [label]) + suffix).joined(separator: " "))
        }
        return numbered(ids.number(for: Array(numbered(1).id.utf8)) { Array(numbered($0).id.utf8) })
    }
}
