import AppFormats
import TOTPDomain

/// FreeOTP+'s JSON export (`Docs/formats/freeotp-plus.md`).
package struct FreeOTPPlusFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "freeotp-plus",
            app: "FreeOTP+",
            file: "JSON",
            encryption: .never,
            exportSteps: "Menu › Export › JSON Format"
        )
    }

    package func recognises(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object else { return false }
        return outline.members["tokens"] == .array || outline.has("tokens", "tokenOrder")
    }

    private struct File: Decodable {
        var tokens: JSONList<FreeOTPPlainToken>
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        let tokens = try JSONFile.decode(File.self, from: request.content.text).tokens
        return try ImportedDocument(
            format: description.id, list: tokens, at: ["tokens"], in: request.content.text, request.limits)
    }
}
