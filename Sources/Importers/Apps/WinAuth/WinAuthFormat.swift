import Containers
import Links
import TOTPDomain

/// WinAuth's export: a list of links, alone or in a zip archive (`formats/winauth.md`).
package struct WinAuthFormat: ImportFormat {
    package init() {}

    package let description = FormatDescription(
        id: .winAuth,
        app: "WinAuth",
        file: "zip; text with otpauth links",
        encryption: .optional,
        exportSteps: .menu("Gear icon › Export, with or without a password, without PGP"),
        keepsake: .ownData("WinAuth's data, with revocation codes of Steam that are not taken")
    )

    /// The app names the text in the archive like the archive itself, for which it suggests `winauth-2026-01-02`. Under
    /// any other name it is a list in an archive like others, with the same accounts.
    private static let archive = ZippedList { entry in
        let name = entry.name.lowercased()
        return name.hasPrefix("winauth") && name.hasSuffix(".txt") && !name.contains("/")
    }

    /// The text looks like any other list of links. It is read as `otpauth`, with the same accounts, unless the format
    /// is forced.
    package func recognizes(_ content: SourceContent) -> Bool { Self.archive.matches(content) }

    package func read(_ request: ImportRequest) throws(SourceError) -> ImportedDocument {
        guard request.content.kind == .zip else { return try LinkListReader.read(request, as: description.id) }
        return try Self.archive.read(request, as: description.id)
    }
}
