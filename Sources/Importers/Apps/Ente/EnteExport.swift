import CryptoPrimitives
import Encodings
import FormatEngine
import Links
import TOTPDomain

/// The export of Ente Auth, plain or encrypted (`Docs/formats/ente.md`).
package struct EnteExport: ExportFormat {
    private let cost: KeyDerivation.Argon2Cost

    package init() { self.init(cost: EnteFile.standardCost) }

    /// - Parameter cost: the cost of the key derivation; tests use a low cost.
    package init(cost: KeyDerivation.Argon2Cost) { self.cost = cost }

    package let description = ExportDescription(
        of: EnteFormat(),
        fileExtension: "txt",
        protection: .optional,
        capabilities: ExportCapabilities(
            kinds: [.totp: .init(), .hotp: .init(), .steam: .init()], details: [.note, .tags, .favorite]),
        importSteps:
            .menu(
                "Settings › Data › Import codes, then Plain text, or Ente Encrypted export for an encrypted file.")
    )

    /// Two key derivations as slow as the app's.
    package var secondsToEncrypt: Int? { 10 }

    package func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        selection.lose(.detail(.note), "the note is too long for a link") { $0.note != nil && Self.note($0) == nil }
        let links = selection.links(writing: { storable in
            Self.link(storable.account, note: Self.note(storable.account), position: storable.index)
        })
        selection.recordTags()
        selection.recordBlankNotes()
        let text = links.flatMap { Array($0.utf8) + [ASCII.newline] }
        return try selection.export(
            "ente_auth.txt", text, for: request, sealedAs: "ente_auth.json", keepsNames: true
        ) { (text, passphrase, random) throws(ExportError) in
            try EnteFile.seal(text, passphrase, random, cost: cost)
        }
    }

    private static func link(_ account: Account, note: String?, position: Int) -> String {
        // If a label has no colon, Ente also uses the name as the issuer.
        KeyURI.write(account, label: .alwaysColon)
            + EnteDisplay.parameter(
                note: note, tags: account.distinctTags, isFavorite: account.isFavorite, position: position)
    }

    /// The note, or nil if this program could not read a link with it.
    private static func note(_ account: Account) -> String? {
        guard let note = account.note, note.utf8.count > 1024 else { return account.note }
        let link = link(account, note: note, position: Int(Int32.max))
        return link.utf8.count <= KeyURI.maximumByteCount ? note : nil
    }
}
