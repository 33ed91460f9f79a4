import LinkReading
import TOTPDomain

/// WinAuth's export: a list of links, alone or in a zip archive (`formats/winauth.md`).
package struct WinAuthFormat: ImportFormat {
    package init() {}

    package var description: FormatDescription {
        FormatDescription(
            id: "winauth",
            app: "WinAuth",
            file: "zip; text with otpauth links",
            encryption: .optional,
            exportSteps: "Gear icon › Export, with or without a password, without PGP"
        )
    }

    /// The text looks like any other list of links. It is read as `otpauth`, with the same accounts, unless the format
    /// is forced.
    package func recognises(_ content: SourceContent) -> Bool {
        ZipTexts.has(content, Self.isList)
    }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard request.content.kind == .zip else { return try LinkListReader.read(request, as: description.id) }
        return try ZipTexts.read(request, as: description.id, Self.isList)
    }

    private static func isList(_ name: String) -> Bool {
        name.lowercased().hasSuffix(".txt") && name != AuthenticatorPlusFormat.listName
    }
}
