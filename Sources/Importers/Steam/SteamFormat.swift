import AppFormats
import Encodings
import TOTPDomain

/// Steam Guard's files: of the old and the new app, and maFiles, plain or encrypted (`Docs/formats/steam.md`).
package struct SteamFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "steam",
            app: "Steam",
            file: "JSON: maFile, Steamguard file",
            encryption: .optional,
            exportSteps:
                "Steam Desktop Authenticator: the maFile in its folder maFiles, with manifest.json next to it if "
                + "encrypted. Steam app on a rooted phone: copy "
                + "/data/data/com.valvesoftware.android.steam.community/files/Steamguard-*"
        )
    }

    /// An encrypted maFile looks like any other base64.
    package func recognises(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline else { return SteamEncryption.matches(content) }
        guard outline.shape == .object else { return false }
        return outline.has("shared_secret")
            || outline.members["accounts"] == .object
                && content.text.span.firstIndex(of: Array("\"shared_secret\"".utf8)) != nil
    }

    package func hasNoSignature(_ content: SourceContent) -> Bool { content.jsonOutline == nil }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let text = request.content.jsonOutline == nil ? try SteamEncryption.open(request) : request.content.text
        let (accounts, records) = try SteamFile.accounts(in: text)
        var document = try ImportedDocument(
            format: description.id, records: records, accounts: accounts, request.limits)
        if accounts.contains(where: { $0?.holdsMore == true }) {
            document.warnings.append(
                "Steam's revocation code and the keys that confirm trades are not imported; keep the file")
        }
        return document
    }
}
