import AppFormats
import Encodings
public import TOTPDomain

/// The export of Ente Auth, plain or encrypted (`Docs/formats/ente.md`).
public struct EnteExport: ExportFormat {
    public init() {}

    public var description: ExportDescription {
        let parameters = ExportCapabilities.Parameters()
        return ExportDescription(
            id: "ente",
            app: "Ente Auth",
            file: "text, one otpauth link per line; JSON, encrypted",
            protection: .optional,
            capabilities: ExportCapabilities(
                kinds: [.totp: parameters, .hotp: parameters, .steam: parameters],
                details: [.note, .tags, .favorite]),
            importSteps:
                "Settings › Data › Import codes, then Plain text, or Ente Encrypted export for an encrypted file."
        )
    }

    public func write(_ request: ExportRequest) throws(ExportError) -> Export {
        var selection = ExportSelection(request, for: description)
        let notes = selection.accounts.map { Self.note($0.item) }
        for (account, note) in zip(selection.accounts, notes) where note == nil && account.item.note != nil {
            selection.lose(.detail(.note), of: account.index, "the note is too long for a link")
        }
        var position = -1
        let links = selection.links(writing: { item in
            position += 1
            return Self.link(item, note: notes[position], position: position)
        })
        selection.recordTags()
        selection.recordBlankNotes()
        let text = links.flatMap { Array($0.utf8) + [ASCII.newline] }
        switch request.protection {
        case .none: return selection.export("ente_auth.txt", text)
        case .passphrase(let passphrase):
            return selection.export("ente_auth.json", try EnteFile.seal(text, passphrase, request.random))
        }
    }

    private static func link(_ item: TOTPItem, note: String?, position: Int) -> String {
        // Of a label without a colon, Ente takes the name as the issuer too.
        KeyURI.write(item, label: .alwaysColon)
            + EnteDisplay.parameter(
                note: note, tags: item.distinctTags, isFavorite: item.isFavorite, position: position)
    }

    /// The note, or nil if this program could not read a link with it.
    private static func note(_ item: TOTPItem) -> String? {
        guard let note = item.note, note.utf8.count > 1024 else { return item.note }
        let link = link(item, note: note, position: Int(Int32.max))
        return link.utf8.count <= KeyURI.maximumByteCount ? note : nil
    }
}
