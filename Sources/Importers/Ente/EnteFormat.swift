import Encodings
import Links
import TOTPDomain

/// Ente Auth's export: a list of links with a parameter of Ente's own, plain or encrypted (`Docs/formats/ente.md`).
package struct EnteFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "ente",
            app: "Ente Auth",
            file: "text, one otpauth link per line; JSON, encrypted",
            encryption: .optional,
            exportSteps: .menu("Settings › Data › Export codes, plain text or encrypted")
        )
    }

    package func recognises(_ content: SourceContent) -> Bool {
        if let outline = content.jsonOutline, outline.shape == .object {
            return outline.has("kdfParams", "encryptedData")
        }
        return EnteDisplay.occurs(in: content)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard request.content.jsonOutline?.shape == .object else {
            return try LinkListReader.read(request, as: description.id, annotate: EnteDisplay.annotate)
        }
        let file = try JSONFile.decode(EnteFile.self, from: request.content.text)
        try FormatVersion(
            "Ente Auth version", from: EnteFile.version, to: EnteFile.version, at: ["version"], in: request.content.text
        ).checkEncrypted()
        let text = try file.open(request.passphrase, request.limits)
        var request = request
        request.content = SourceContent(text: text)
        guard text.firstNonSpace != nil else {
            return ImportedDocument(format: description.id, records: 0)
        }
        return try LinkListReader.read(request, as: description.id, isEncrypted: true, annotate: EnteDisplay.annotate)
    }
}
