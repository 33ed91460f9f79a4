import CryptoPrimitives
import Encodings
import Importers
import Links
import TOTPDomain

/// Proton Authenticator's export, plain or encrypted (`Docs/formats/proton-authenticator.md`).
package struct ProtonAuthenticatorExport: ExportFormat {
    package init() {}

    package var description: ExportDescription {
        ExportDescription(
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
    }

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        let links = selection.links(names: Self.shownNames, writing: { Self.link($0.item) })
        selection.recordBlankNotes()
        var entries: [OrderedJSON] = []
        for (account, link) in zip(selection.accounts, links) {
            entries.append(
                .object([
                    "id": .string(try request.random.identifier()),
                    "content": .object([
                        "uri": .string(link),
                        "entry_type": .string(Self.type(account.item)),
                        "name": .text(Self.name(account.item)),
                    ]),
                    "note": .text(account.item.note),
                ]))
        }
        let document = OrderedJSON.object([
            "version": .integer(ProtonAuthenticatorFile.version), "entries": .array(entries),
        ]).utf8
        guard case .passphrase(let passphrase) = request.protection else {
            return selection.export("proton-authenticator.json", document)
        }
        let salt = try request.random.bytes(ProtonAuthenticatorEncryption.saltCount)
        let nonce = try request.random.bytes(ProtonAuthenticatorEncryption.nonceCount)
        let file = try ExportError.encrypting { () throws(CryptoError) in
            try ProtonAuthenticatorEncryption.seal(document, passphrase, salt: salt, nonce: nonce)
        }
        return selection.export("proton-authenticator.json", file.utf8)
    }

    private static func type(_ item: Account) -> String {
        item.parameters.kind == .steam ? ProtonAuthenticatorFile.steam : ProtonAuthenticatorFile.totp
    }

    private static func link(_ item: Account) -> String {
        item.parameters.kind == .steam
            ? "steam://\(item.secret.base32)" : KeyURI.write(item, label: .nameOnly)
    }

    /// The app gives a Steam entry without a name this name.
    private static func name(_ item: Account) -> String {
        item.parameters.kind == .steam && item.name.isEmpty ? ProtonAuthenticatorFile.steam : item.name
    }

    /// The issuer of every Steam account is Steam, and an empty name is also stored as Steam. A name that equals the
    /// issuer is read from the link.
    private static func shownNames(_ item: Account) -> (issuer: String, name: String) {
        guard item.parameters.kind != .steam else {
            return ("Steam", item.name == ProtonAuthenticatorFile.steam ? "" : item.name)
        }
        guard item.name == item.issuer, let read = try? KeyURI.read(Array(link(item).utf8).span).item else {
            return (item.issuer, item.name)
        }
        return (read.issuer, read.name)
    }
}
