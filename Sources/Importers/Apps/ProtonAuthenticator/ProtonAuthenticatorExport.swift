import Encodings
import FormatEngine
import Links
import TOTPDomain

/// Proton Authenticator's export, plain or encrypted (`Docs/formats/proton-authenticator.md`).
package struct ProtonAuthenticatorExport: ExportFormat {
    package init() {}

    package let description = ExportDescription(
        of: ProtonAuthenticatorFormat(),
        protection: .optional,
        capabilities: ExportCapabilities(
            // Other numbers are an error when the app imports them, or are ignored (proton-pass-common, queries.rs).
            kinds: [.totp: .init(digits: 1...9, longestPeriod: 65_535), .steam: .steam], details: [.note],
            cautions: [
                .init(
                    "Aegis refuses the Steam accounts of this file: for Aegis, use --to aegis.",
                    concerns: [.kind(.steam)])
            ]),
        importSteps: .menu("Settings › Import › Proton Authenticator.")
    )

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        let links = selection.links(names: Self.shownNames, writing: { Self.link($0.account) })
        selection.recordBlankNotes()
        let entries = try zip(selection.accounts, links).map { (storable, link) throws(ExportError) in
            OrderedJSON.object([
                "id": .string(try request.random.identifier()),
                "content": .object([
                    "uri": .string(link),
                    "entry_type": .string(Self.type(storable.account)),
                    "name": .text(Self.name(storable.account)),
                ]),
                "note": .text(storable.account.note),
            ])
        }
        let document = OrderedJSON.object([
            "version": .integer(ProtonAuthenticatorFormat.version), "entries": .array(entries),
        ]).utf8
        return try selection.export(
            "proton-authenticator.json", document, for: request, ProtonAuthenticatorEncryption.seal)
    }

    private static func type(_ account: Account) -> String {
        account.parameters.kind == .steam ? ProtonAuthenticatorFormat.steam : ProtonAuthenticatorFormat.totp
    }

    private static func link(_ account: Account) -> String {
        account.parameters.kind == .steam
            ? "steam://\(account.secret.base32)" : KeyURI.write(account, label: .nameOnly)
    }

    /// The app gives a Steam entry without a name this name.
    private static func name(_ account: Account) -> String {
        account.parameters.kind == .steam && account.name.isEmpty ? ProtonAuthenticatorFormat.steam : account.name
    }

    /// The issuer of every Steam account is Steam, and an empty name is also stored as Steam. A name that equals the
    /// issuer is read from the link.
    private static func shownNames(_ account: Account) -> (issuer: String, name: String) {
        guard account.parameters.kind != .steam else {
            return ("Steam", account.name == ProtonAuthenticatorFormat.steam ? "" : account.name)
        }
        guard account.name == account.issuer, let read = try? KeyURI.read(Array(link(account).utf8).span).account else {
            return (account.issuer, account.name)
        }
        return (read.issuer, read.name)
    }
}
