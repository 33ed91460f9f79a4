import Encodings
import TOTPDomain

/// The program's own plain JSON, which `convert --to json` writes (`Docs/formats/json.md`).
package struct ItemsJSONFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "json",
            group: .file,
            app: "totp-import",
            file: "JSON, plain",
            encryption: .never,
            exportSteps: .command("totp-import convert INPUT --to json --output ", thenFile: "")
        )
    }

    private static let formatName = "totp-import-items"
    private static let version: Int64 = 1

    private static let members = KnownMembers(
        "format version items type issuer name secret algorithm digits period counter pin note tags favorite")

    /// The name is in the first line. A file with a part of an account that the program does not write was changed by
    /// hand.
    package func recognises(_ content: SourceContent) -> Bool {
        guard let outline = content.jsonOutline, outline.shape == .object, outline.members["format"] == .string else {
            return false
        }
        return content.text.prefix(4096).firstRange(of: Array("\"\(Self.formatName)\"".utf8)) != nil
            && Self.members.unread(in: content.text).isEmpty
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        try checkHead(request.content.text)
        let items = try JSONFile.decode(ItemsJSONFile.self, from: request.content.text).items
        if !items.isEmpty, items.allSatisfy({ $0.value.map { $0.secret == nil } ?? false }) {
            throw SourceError(
                .corrupt, "it has no secrets, as list --json leaves them out", "write it again with convert --to json")
        }
        let document = try ImportedDocument(
            format: description.id, list: items, at: ["items"], in: request.content.text, request.limits)
        return naming(unread: Self.members, in: request.content.text, document)
    }

    /// Decoded first and on its own: the rest of a newer version may have any shape.
    private func checkHead(_ text: [UInt8]) throws(SourceError) {
        let head = try JSONFile.decode(ItemsJSONFile.Head.self, from: text)
        guard head.format == Self.formatName else {
            throw SourceError(.corrupt, "its format is \(head.format.quoted), not \"\(Self.formatName)\"")
        }
        guard head.version <= Self.version else {
            throw SourceError(
                .unsupportedVersion,
                "it has version \(head.version), this program reads version \(Self.version)", .update)
        }
        guard head.version == Self.version else {
            throw .damaged("there is no version \(head.version)")
        }
    }
}
