import Containers
import Links
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
            exportSteps: .menu("Gear icon › Export, with or without a password, without PGP"),
            keepsake: .ownData("WinAuth's data, with revocation codes of Steam that are not taken")
        )
    }

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

/// An app's export that is a zip archive with one list of links.
struct ZippedList {
    /// Whether a file is the list.
    let isList: @Sendable (ZipArchive.Entry) -> Bool
    /// The name of a file beside the list that shows the same accounts; nil if the app writes none.
    var page: String?

    /// Whether an archive is such an export; false if it cannot be opened.
    ///
    /// An archive with any other file is not, and each of its files is read.
    func matches(_ content: SourceContent) -> Bool {
        guard content.kind == .zip, let archive = try? ZipArchive(content.bytes) else { return false }
        return list(in: archive) != nil
    }

    func read(_ request: ImportRequest, as format: FormatID) throws(SourceError) -> ImportedDocument {
        let archive = try ZipArchive(request.content.bytes)
        guard let list = list(in: archive) else {
            throw SourceError(.unrecognised, "the archive is not the app's export", "unpack it and name the folder")
        }
        var inner = request
        inner.content = SourceContent(try archive.read(list, passphrase: request.passphrase))
        return try LinkListReader.read(inner, as: format)
    }

    private func list(in archive: borrowing ZipArchive) -> ZipArchive.Entry? {
        let files = archive.entries.filter { ($0.isFile || $0.size > 0) && !$0.isAddedBySystem }
        guard let list = files.first(where: isList), list.staysInside else { return nil }
        let others = files.filter { $0 != list }
        let pageName = page.map { list.name.dropLast(list.baseName.count) + $0 }
        return others.isEmpty || others.count == 1 && others.first.map { $0.name[...] } == pageName ? list : nil
    }
}

extension ZipArchive.Entry {
    /// Whether its path is an ordinary one, below the folder of the archive.
    fileprivate var staysInside: Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return !name.contains { $0 == "\\" || $0 == ":" } && parts.allSatisfy { !["", ".", ".."].contains($0) }
    }
}
